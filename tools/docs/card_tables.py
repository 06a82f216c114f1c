"""Tables of every card, tile and goal, from the csv files that the rules read, in both languages."""

from __future__ import annotations

from pathlib import Path

from burgomaster.core.options import read_csv
from burgomaster.core.registry import game_info, game_names
from burgomaster.web.game_pages import card_list
from tools.docs.markdown import code, table
from tools.docs.places import ROOT

WORDS = {
    "en": {
        "title": "{game}: every card",
        "about": "Made from the files that the rules read, with the sentences that players see. "
        "A column that no row uses is left out; `confidence` says how sure the numbers are.",
        "name": "Name",
        "does": "What it does",
    },
    "ru": {
        "title": "{game}: все карты",
        "about": "Таблицы составлены из тех же файлов, что читает программа, "
        "и с теми же фразами, которые видят игроки. Столбцы названы так, как в файлах.",
        "name": "Название",
        "does": "Что делает",
    },
}
LEFT_OUT = {"name_en", "name_ru", "same_as"}


def pages() -> dict[str, str]:
    """Make a page for each game and language."""
    found = {}
    for game in game_names():
        for language, folder in (("en", "games"), ("ru", "ru/games")):
            found[f"{folder}/{game}/cards.md"] = page(game, language)
    return found


def page(game: str, language: str) -> str:
    """Make the page of one game."""
    words = WORDS[language]
    title = words["title"].format(game=game_info(game).title(language))
    paths = sorted((ROOT / "src/burgomaster/games" / game / "rules").glob("*.csv"))
    return "\n".join(
        [f"# {title}\n", words["about"] + "\n", *(one_file(game, path, language) for path in paths)]
    )


def one_file(game: str, path: Path, language: str) -> str:
    """Make the table of one file: the id, the name, what it does, and what is printed."""
    rows = read_csv(path)
    said = sentences_of(game, path.stem, language)
    columns = [name for name in rows[0] if name not in LEFT_OUT and any(row[name] for row in rows)]
    if "name_en" not in rows[0]:
        return f"## `{path.name}`\n\n{table(columns, ([row[name] for name in columns] for row in rows))}"
    first, *others = columns
    heads = [first, WORDS[language]["name"], WORDS[language]["does"], *others]
    lines = (
        [
            code(row[first]),
            row[f"name_{language}"],
            wide(said.get(row[first], "")),
            *(row[name] for name in others),
        ]
        for row in rows
    )
    return f"## `{path.name}`\n\n{table(heads, lines)}"


def sentences_of(game: str, file: str, language: str) -> dict[str, str]:
    """Find what each row does; where a game tells kinds apart, an id begins with its file: `goal-builder`."""
    found = {card.id: " ".join(card.sentences) for card in card_list(game, language)}
    kind = f"{file.removesuffix('s')}-"
    return found | {key.removeprefix(kind): said for key, said in found.items() if key.startswith(kind)}


def wide(sentences: str) -> str:
    """Give sentences room among narrow columns."""
    return f'<span class="said">{sentences}</span>' if sentences else ""
