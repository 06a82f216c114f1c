"""Every section, ruling, example and decision of a `rules.md` that is cited stands in the rules of that game.

A citation is a number after the name of the file, a comment that begins with a number, or one in brackets:
`rules.md 5.1, 5.3`, `# 4.5.1, R51`, `(7.3, R26)`. Inside a game's folders the game is clear; elsewhere it is
named: `<game>/rules.md 19`.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "src" / "burgomaster" / "games"
GAMES = sorted(folder.parent.name for folder in FOLDER.glob("*/rules"))

DOTTED = r"(?:[1-9]\d?|A)(?:\.\d{1,2}){1,2}(?![\d.]*\d)"
MARK = r"[RED]\d{1,3}"  # a ruling, an example, a decision
WHOLE = r"(?:[1-9]\d?|[AB])"
ANY = rf"(?:{DOTTED}|{MARK}|{WHOLE})\b(?!\.\d)"
AFTER_NAME = re.compile(rf"\brules\.md:? ((?:{ANY}(?:, |-| and )?)+)")
SECTION = re.compile(rf"\b[Ss]ections? ({DOTTED}|{WHOLE})\b")
BRACKETS = re.compile(rf"\(((?:{DOTTED}|{MARK})(?:, (?:{ANY}))*)[;,:)]")
WHOLE_IN_BRACKETS = re.compile(rf"\(({WHOLE})\)")  # in a text that names the file: `set-up (3), phases (4)`
COMMENT = re.compile(rf"^#+ ((?:{DOTTED}|{MARK})(?:, {ANY})*)(?:$|[,;: ])")
COMMENT_WHOLE = re.compile(rf"^#+ ({WHOLE})(?:$|, (?:step|row|point) )")
RULING = re.compile(r"\bruling (R\d+)")
INVARIANT = re.compile(r"\binvariant (\d+)")
ELSEWHERE = re.compile(rf"(\w+)/rules\.md ((?:{ANY}(?:, )?)+)")


def rules_text(game: str) -> str:
    return (FOLDER / game / "rules.md").read_text(encoding="utf-8")


def things_to_cite(text: str) -> set[str]:
    """Sections by number, rulings, examples and decisions by letter and number, invariants as `invariant 3`.

    A comment that is nothing but a whole number, `# 21`, may mean a section or an invariant.
    """
    sections = set(re.findall(r"^#+ (?:Appendix )?((?:\d+|[AB])(?:\.\d+)*)[. ]", text, re.M))
    marks = set(re.findall(r"^(?:\| |\*\*|\* \*\*)([RED]\d+)\b", text, re.M))
    invariants = _numbered(text, "Invariants")
    return (
        sections
        | marks
        | {f"invariant {n}" for n in invariants}
        | {f"# {n}" for n in [*sections, *invariants]}
    )


def _numbered(text: str, title: str) -> list[str]:
    part = re.search(rf"^## \d+\. {title}.*?(?=^## )", text, re.M | re.S)
    return re.findall(r"^(\d+)\. ", part[0], re.M) if part else []


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """The comments and docstrings of a module; any other file as a whole."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield from enumerate(text.splitlines(), 1)
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            docstring = ast.get_docstring(node)
            if docstring:
                yield getattr(node, "lineno", 1), docstring


def citations(text: str) -> set[str]:
    """What one comment, docstring or line cites."""
    patterns = [AFTER_NAME, SECTION, BRACKETS, COMMENT, RULING]
    if "rules.md" in text:
        patterns.append(WHOLE_IN_BRACKETS)
    found = {match for pattern in patterns for match in pattern.findall(text)}
    single = {part for match in found for part in re.findall(ANY, match)}
    whole = {f"# {number}" for number in COMMENT_WHOLE.findall(text)}
    return single | whole | {f"invariant {number}" for number in INVARIANT.findall(text)}


def files_of(game: str) -> list[Path]:
    folders = [FOLDER / game, ROOT / "tests" / "games" / game]
    kinds = {".py", ".toml", ".json", ".csv", ".md"}
    return [
        path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in kinds and path.name != "rules.md" and "__pycache__" not in path.parts
    ]


def shared_files() -> list[Path]:
    inside = {path for game in GAMES for path in files_of(game)}
    folders = (ROOT / "src" / "burgomaster", ROOT / "tests", ROOT / "bench")
    everything = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    shared = [path for path in everything if path not in inside and path != Path(__file__).resolve()]
    return [path for path in shared if "rules.md" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("game", GAMES)
def test_everything_a_game_cites_stands_in_its_rules(game: str) -> None:
    known = things_to_cite(rules_text(game))
    wrong, n_found = [], 0
    for path in files_of(game):
        for line, text in prose(path):
            cited = citations(text)
            n_found += len(cited)
            wrong += [f"{path.relative_to(ROOT)}:{line}: {name}" for name in sorted(cited - known)]
    assert not wrong, "\n".join(wrong)
    assert n_found > 50  # the patterns still find what code and tests cite


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_cite_only_what_they_contain(game: str) -> None:
    text = rules_text(game)
    known = things_to_cite(text)
    pattern = re.compile(rf"\b[Ss]ections? ({DOTTED}|{WHOLE})\b|\b(R\d+)\b(?!>)|\(({DOTTED})\)")
    plain = re.sub(r"`[^`]*`", "", text)  # an effect such as S1>R1 is no ruling
    cited = {part for match in pattern.findall(plain) for part in match if part}
    assert not cited - known


def test_shared_files_say_whose_rules_they_cite() -> None:
    wrong, n_found = [], 0
    for path in shared_files():
        for line, text in prose(path):
            if not AFTER_NAME.search(text):
                continue
            named = ELSEWHERE.findall(text)
            known = {game: things_to_cite(rules_text(game)) for game, _ in named if game in GAMES}
            cited = [(game, part) for game, parts in named for part in re.findall(ANY, parts)]
            n_found += 1
            if not named or any(part not in known.get(game, ()) for game, part in cited):
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {text.strip()}")
    assert not wrong and n_found, "\n".join(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_rulings_are_numbered_once_and_without_gaps(game: str) -> None:
    numbers = [int(number) for number in re.findall(r"^\| R(\d+) \|", rules_text(game), re.M)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_patterns_find_every_form_of_citation() -> None:
    assert citations("# 4.5.1, R51") == {"4.5.1", "R51"}
    assert citations("# 3, step 2: the piles") == {"# 3"}
    assert citations("The price (rules.md 5.1, 5.3); more in section 7.4.") == {"5.1", "5.3", "7.4"}
    assert citations("By rules.md: set-up (3), phases (4)") == {"3", "4"}
    assert citations("Characters (rules.md 8-11), in order") == {"8", "11"}
    assert citations("Discard down to three (8.6, R8), by invariant 7") == {"8.6", "R8", "invariant 7"}
    assert citations("seen 0.25 of 3.2 times (2 of them)") == set()
