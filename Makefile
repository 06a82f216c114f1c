# Everything happens in a virtual environment of the project; nothing else needs to be installed by hand.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check
READY_PLAY := $(VENV)/.ready-play
READY := $(VENV)/.ready-dev
READY_LAB := $(VENV)/.ready-lab
# One more than there are cores: some tests wait for a server or a browser.
WORKERS ?= $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 1)")
WITHOUT ?=
# Tests start many processes: modules are compiled once, whatever the machine is set to.
unexport PYTHONDONTWRITEBYTECODE
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(addprefix --without ,$(WITHOUT))

.DEFAULT_GOAL := help
.PHONY: help install play terminal test slow thorough test-machine warm-kernels quick-kernels check bench load golden screenshots format clean

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
	$(PIP) --quiet --editable '.[dev]'
	@touch $(READY_PLAY) $@

$(READY_LAB): $(READY)
	$(PIP) --quiet --editable '.[dev,lab,envs]'
	@touch $@

install: $(READY)  ## Set the virtual environment up, with the tools of developers

play: $(READY_PLAY)  ## Start the table in the browser and open its page (ARGS="--host 0.0.0.0 --port 9000")
	@$(BIN)/burgomaster serve --open $(ARGS)

terminal: $(READY_PLAY)  ## Play the first game of the list, or GAME, in the terminal against bots (ARGS="--lang ru --players 3")
	@$(BIN)/burgomaster play $(or $(GAME),$$($(BIN)/python -c 'import burgomaster as bm; print(bm.games()[0]["game"])')) $(ARGS)

test: test-machine $(READY_LAB)  ## Run every check, and tests that prove each rule, page and fault (WITHOUT="browser postgres")
	@$(MAKE) --no-print-directory --jobs=2 check quick-kernels
	$(PYTEST) $(ARGS)

slow: test-machine $(READY_LAB)  ## Run the dear proofs that make test leaves out: more browsers, other libraries, load
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

check: $(READY)  ## Lint, types, import layers, texts
	$(BIN)/ruff check src tests bench examples
	$(BIN)/ruff format --check src tests bench examples
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m burgomaster.core.check_texts

bench: $(READY_LAB)  ## Measure speed as ratios to a peer in the same run
	$(BIN)/python bench/speed.py $(ARGS)
	$(BIN)/python bench/first_start.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/batch.py

load: $(READY)  ## Measure how soon the lobby is there, drawing, and a club evening: 500 tables, 1,000 pages (ARGS="--rate 20")
	$(BIN)/python bench/ready.py
	$(BIN)/python bench/drawing.py
	$(BIN)/python bench/load.py $(ARGS)

golden: $(READY)  ## Write the golden playthroughs and perft counts anew; read the diff
	$(BIN)/python -m tests.golden

screenshots: $(READY)  ## Draw every main page in every size into screenshots/ (ignored by git), a few into docs/screenshots; look at them
	$(BIN)/python -m tests.web.screenshots $(ARGS)

format: $(READY)  ## Format the sources
	$(BIN)/ruff check --fix --quiet src tests bench examples
	$(BIN)/ruff format --quiet src tests bench examples

clean:  ## Remove the virtual environment and every cache of the project
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
