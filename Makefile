# Everything happens in a virtual environment of the project; nothing else needs to be installed by hand.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check
READY_PLAY := $(VENV)/.ready-play
READY := $(VENV)/.ready-dev
READY_LAB := $(VENV)/.ready-lab
READY_DOCS := $(VENV)/.ready-docs
SOURCES := src tests tools bench examples
LOCK := requirements-dev.lock
LOCKED ?=
EVERYTHING := dev,lab,envs,docs
BOOK := dev,docs
# Installs some extras, or exactly what the lock file names. Modules are compiled when they are first imported: tests
# import a part of them, and to compile all takes nearly as long as the rest of the installation.
install = $(PIP) --quiet --no-compile $(if $(LOCKED),--require-hashes --requirement $(LOCK) && \
  $(PIP) --quiet --no-compile --no-deps --no-build-isolation --editable .,--editable '.[$(1)]')
# One more than there are cores: some tests wait for a server or a browser.
WORKERS ?= $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 1)")
WITHOUT ?=
# Types are checked beside the tests, in the time that these leave.
POLITE := nice -n 5
# Tests start many processes: modules are compiled once, whatever the machine is set to.
unexport PYTHONDONTWRITEBYTECODE
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(addprefix --without ,$(WITHOUT))

.DEFAULT_GOAL := help
.PHONY: help install play terminal test slow thorough test-machine warm-kernels quick-kernels quick-tests check size bench load campaign docs release sbom lock golden \
  art screenshots format clean

help:  ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(BIN)/python:
	@echo 'Making a virtual environment in $(VENV); this happens once.'
	$(PYTHON) -m venv $(VENV)

$(READY_PLAY): pyproject.toml | $(BIN)/python
	@echo 'Installing what playing needs; this happens once.'
	$(PIP) --editable '.[server]'
	@touch $@

$(READY): pyproject.toml | $(BIN)/python
	@echo 'Installing the tools of developers; this happens once.'
	$(call install,dev)
	@touch $(READY_PLAY) $@

$(READY_LAB): pyproject.toml | $(BIN)/python
	@echo 'Installing the tools of developers and the libraries of other projects; this happens once.'
	$(call install,$(EVERYTHING))
	@touch $(READY_PLAY) $(READY) $(READY_DOCS) $@

$(READY_DOCS): pyproject.toml | $(BIN)/python
	@echo 'Installing the tools of developers and of the book; this happens once.'
	$(call install,$(BOOK))
	@touch $(READY_PLAY) $(READY) $@

install: $(READY)  ## Set the virtual environment up, with the tools of developers (LOCKED=1: exactly those of the lock file)

play: $(READY_PLAY)  ## Start the table in the browser and open its page (ARGS="--host 0.0.0.0 --port 9000")
	@$(BIN)/burgomaster serve --open $(ARGS)

terminal: $(READY_PLAY)  ## Play the first game of the list, or GAME, in the terminal against bots (ARGS="--lang ru --players 3")
	@$(BIN)/burgomaster play $(or $(GAME),$$($(BIN)/python -c 'import burgomaster as bm; print(bm.games()[0]["game"])')) $(ARGS)

test: test-machine $(READY_LAB)  ## Run every check, and tests that prove each rule, page and fault (WITHOUT="browser postgres")
	@$(MAKE) --no-print-directory --jobs=2 check quick-tests

slow: test-machine $(READY_LAB)  ## Run the expensive proofs that make test leaves out: more browsers, other libraries, load
	@$(MAKE) --no-print-directory warm-kernels
	$(PYTEST) --slow $(ARGS)

thorough: test-machine $(READY_LAB)  ## Run the sweeps: all variants, sizes and themes, many examples (MINUTES=20)
	@$(MAKE) --no-print-directory warm-kernels
	$(PYTEST) --thorough $(if $(MINUTES),--minutes $(MINUTES)) $(if $(ORDER),--order $(ORDER)) $(ARGS)

test-machine:
	@$(PYTHON) tests/machine.py $(WITHOUT)

warm-kernels: $(READY)
	$(BIN)/python -m burgomaster.bots.warm

quick-kernels: $(READY)
	$(BIN)/python -m burgomaster.bots.warm --quick

quick-tests: quick-kernels
	$(PYTEST) $(ARGS)

check: $(READY)  ## Lint, types, import layers, texts, the budget of size
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(POLITE) $(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m burgomaster.core.check_texts
	$(BIN)/python -m tools.size --check

size: $(READY)  ## Print modules, lines and functions by package, the change since the last release, and the budget
	$(BIN)/python -m tools.size

bench: $(READY_LAB)  ## Measure speed as ratios to a peer in the same run
	$(BIN)/python bench/speed.py $(ARGS)
	$(BIN)/python bench/first_start.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/net.py
	$(BIN)/python bench/batch.py

load: $(READY)  ## Measure how soon the lobby is there, drawing, and a club evening: 500 tables, 1,000 pages (ARGS="--rate 20")
	$(BIN)/python bench/ready.py
	$(BIN)/python bench/drawing.py
	$(BIN)/python -m bench.load $(ARGS)

campaign: $(READY)  ## Attack the rules or servers: NAME=rules, card, leak, kill, race, hostile or soak (MINUTES=10 SEED=1)
	$(BIN)/python -m tests.campaigns $(NAME) $(if $(MINUTES),--minutes $(MINUTES)) $(if $(SEED),--seed $(SEED)) $(ARGS)

docs: $(READY_DOCS)  ## Build the book into site/, strictly; open site/index.html
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet $(ARGS)

release: $(READY)  ## Build wheel and sdist into dist/ and try the wheel in an empty environment (PYTHONS="python3.12 python3.13")
	$(BIN)/python -m tools.release $(addprefix --python ,$(or $(PYTHONS),$(PYTHON))) $(ARGS)

sbom: $(READY)  ## Write the software bill of materials (CycloneDX) into dist/
	$(BIN)/python -m tools.bill_of_materials dist/burgomaster.cdx.json

lock: $(READY)  ## Write the lock file anew, with hashes
	$(PIP) --quiet uv
	$(BIN)/python -m tools.lock $(LOCK)

golden: $(READY)  ## Write the golden playthroughs and perft counts anew; read the diff
	$(BIN)/python -m tests.golden

art: $(READY)  ## Draw the cards, tiles and covers again from their sources in tools/art; read the diff
	$(BIN)/python -m tools.art

screenshots: $(READY)  ## Draw every main page in every size into screenshots/ (ignored by git), a few into docs/screenshots (ARGS=docs: only these)
	$(BIN)/python -m tests.web.screenshots $(ARGS)

format: $(READY)  ## Format the sources
	$(BIN)/ruff check --fix --quiet $(SOURCES)
	$(BIN)/ruff format --quiet $(SOURCES)

clean:  ## Remove the virtual environment and every cache of the project
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache site dist
