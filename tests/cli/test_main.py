"""The command line as a whole: exit codes, languages, and how quickly it answers."""

from __future__ import annotations

import os
import subprocess
import sys

from burgomaster.terminal.texts import choose_language, one_line, short_name
from tests.cases import every
from tests.cli.fixtures import Run

COMMANDS = ("play", "replay", "check", "bench", "games")


@every("command", COMMANDS)
@every(("language", "word"), [("en", "usage:"), ("ru", "использование:")])
def test_every_command_has_help(run: Run, command: str, language: str, word: str) -> None:
    result = run(command, "--help", "--lang", language)
    assert result.code == 0
    assert result.out.startswith(word)
    assert f"burgomaster {command}" in result.out


@every(
    "words",
    [
        (),
        ("dance",),
        ("games", "--colour"),
        ("play",),
        ("play", "chess"),
        ("play", "petersburg", "--players", "9"),
        ("play", "petersburg", "--players", "two"),
        ("play", "petersburg", "--option", "open_money"),
        ("play", "petersburg", "--option", "open_money=maybe"),
        ("play", "petersburg", "--option", "players=3"),
        ("play", "petersburg", "--edition", "2004", "--option", "edition=2004"),
        ("play", "petersburg", "--edition", "1999"),
        ("play", "petersburg", "--expansions", "moon,sun"),
        ("play", "petersburg", "--option", "gravity=1"),
        ("play", "petersburg", "--bots", "hal"),
        ("play", "petersburg", "--bots", "greedy", "--opponents", "2"),
        ("play", "petersburg", "--humans", "3", "--players", "2"),
        ("play", "petersburg", "--humans", "0", "--opponents", "0"),
        ("play", "petersburg", "--names", "Anna,Boris"),
        ("play", "--resume", "x.json", "--players", "2"),
        ("check",),
        ("check", "x.json", "--game", "petersburg"),
        ("check", "x.json", "--games", "3"),
        ("check", "--game", "chess"),
        ("bench", "chess"),
        ("bench", "petersburg", "--games", "0"),
        ("replay", "x.json", "--seat", "0", "--all"),
        ("replay", "x.json", "--step", "--json"),
        ("games", "--lang", "la"),
    ],
)
@every("language", ["en", "ru"])
def test_wrong_use_is_explained_and_exits_with_2(run: Run, words: tuple[str, ...], language: str) -> None:
    result = run(*(words if "--lang" in words else ("--lang", language, *words)))
    assert result.code == 2
    assert result.out == ""
    assert result.err.splitlines()[-1].startswith("burgomaster")


def test_an_option_error_is_one_line_that_says_what_is_allowed_and_argparse_speaks_russian(run: Run) -> None:
    result = run("play", "petersburg", "--option", "tiebreak=coin")
    assert result.code == 2
    assert result.err.count("\n") == 1
    assert "total_rubles" in result.err
    result = run("bench", "--lang", "ru")
    assert "не хватает аргументов" in result.err
    assert "required" not in result.err


def test_the_language_comes_from_the_arguments_then_from_the_environment() -> None:
    assert choose_language(["games", "--lang", "ru"], {"LANG": "en_GB.UTF-8"}) == "ru"
    assert choose_language(["--lang=en", "games"], {"LANG": "ru_RU.UTF-8"}) == "en"
    assert choose_language(["games"], {"LANG": "ru_RU.UTF-8"}) == "ru"
    assert choose_language(["games"], {"LC_ALL": "C", "LANG": "ru_RU.UTF-8"}) == "en"
    assert choose_language(["games"], {"LC_ALL": "", "LC_MESSAGES": "ru", "LANG": "de_DE"}) == "ru"
    assert choose_language(["games"], {}) == "en"


def test_texts_from_outside_are_made_harmless() -> None:
    assert one_line("a\x1b[2J\nb\tc") == "a [2J b c"
    assert len(short_name("x" * 1000)) == 24


def test_naming_the_games_loads_no_compiler() -> None:
    code = (
        "import sys; from burgomaster.cli.main import main; code = main(['games']);"
        "sys.exit(code or 'numba' in sys.modules or 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@every("words", [("--version",), ("--help",), ("games",), ("dance",)])
def test_the_package_runs_as_a_module_like_the_command(words: tuple[str, ...]) -> None:
    script = "import sys; from burgomaster.cli.main import main; sys.exit(main())"  # what is installed
    as_command, as_module = (
        subprocess.run([sys.executable, *start, *words], capture_output=True, check=False)
        for start in (["-c", script], ["-m", "burgomaster"])
    )
    assert as_module.returncode == as_command.returncode == (2 if words == ("dance",) else 0)
    assert (as_module.stdout, as_module.stderr) == (as_command.stdout, as_command.stderr)


def test_letters_that_the_terminal_cannot_show_are_no_error() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "burgomaster", "games", "--lang", "ru"],
        capture_output=True,
        check=False,
        env=environment,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    done = subprocess.run(
        f"{sys.executable} -c 'import sys; from burgomaster.cli.main import main; "
        'import burgomaster.cli.games as g; g.print_game = lambda *a: print("x" * 10**6); '
        'sys.exit(main(["games"]))\' | head -c 10',
        shell=True,
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""
