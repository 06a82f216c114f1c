"""Signs and names as every board draws them, and where a long word may be broken.

They are functions: macros would take twice the time. Soft hyphens are seen only where a line ends there.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from markupsafe import Markup

MOST_NAMES = 4096
LONG_WORD = 10  # letters from which a word may be broken
WORD_ENDS = re.compile("[-\u00ad]")  # a word may be broken at a hyphen, also at one that is not shown
SOFT_HYPHEN = "\u00ad"
SHORTEST = 7  # letters; shorter words are never broken into syllables
LEAST_BEFORE, LEAST_BEHIND = 2, 2  # letters that stay together at the ends of a word

WORD = re.compile(rf"[^\W\d_]{{{SHORTEST},}}")
VOWELS = "аеёиоуыэюя"
CONSONANTS = "бвгджзклмнпрстфхцчшщ"
V, C, M = f"[{VOWELS}]", f"[{CONSONANTS}]", "[йьъ]"  # vowels, consonants, and signs that end a syllable
PAIR = "[бвгдкптфх][лр]"  # two consonants that begin a syllable together
SYLLABLES = [
    re.compile(f"(?<={before})(?={behind})")
    for before, behind in (
        (M, "[а-яё]{2}"),
        (V, f"{V}[а-яё]"),
        (V, PAIR + V),
        (f"{V}(?!{PAIR}){C}", C + V),
        (V, C + V),
        (V + C, C + C + V),
        (V + C + C, C + C + V),
    )
]
# What a compound begins with: there it is broken first
BEGINNINGS = re.compile(
    "авиа|авто|водо|гидро|градо|земле|кино|между|микро|много|мусоро|небо|ското|трёх|электро"
)
# English goes by no rule: the long words of our games, as dictionaries break them
ENGLISH_BREAKS = """
admin-is-trator apart-ments aqua-pho-bian archi-tect assist-ant associ-ation auto-ma-tion billion-aire
break-fast bureau-cracy bureau-crat capital-isa-tion capital-ist carpen-ter cathe-dral cath-erine cere-monies
commu-nity condo-min-ium control-ler conve-nience dealer-ship devel-oper domes-tic dona-tion elemen-tary
employ-er engi-neer engi-neer-ing environ-mental-ist fabri-ca-tion finan-cier fire-house geolo-gist
harbor-master hermi-tage home-owner indus-trial-ist inter-na-tional labora-tory liber-tar-ian lieu-tenant
lumber-jack munici-pal obser-va-tory offi-cial patri-arch pick-pocket potem-kin recy-cling resi-dence
restau-rant resur-rec-tion retire-ment secre-tary sky-scraper slaughter-house spend-thrift super-star
syco-phant taylor-ism uni-ver-sity vege-table ware-house water-front wind-fall work-shop
"""
ENGLISH = {word.replace("-", ""): word for word in ENGLISH_BREAKS.split()}


@cache
def hyphenate(name: str) -> str:
    """Put soft hyphens between all syllables of the long words of a name."""
    return WORD.sub(lambda found: hyphenate_word(found.group()), name)


def hyphenate_word(word: str) -> str:
    places = breaks_of(word.lower())
    return "".join(SOFT_HYPHEN + letter if place in places else letter for place, letter in enumerate(word))


def breaks_of(word: str) -> set[int]:
    """Find the places where a word may be broken."""
    if word in ENGLISH:
        parts = ENGLISH[word].split("-")
        return {sum(map(len, parts[:n])) for n in range(1, len(parts))}
    beginning = BEGINNINGS.match(word)
    start = beginning.end() if beginning else 0
    inside = range(max(LEAST_BEFORE, start + 1), len(word) - LEAST_BEHIND + 1)
    found = {match.start() + start for syllable in SYLLABLES for match in syllable.finditer(word[start:])}
    alone = {start + 1} if start else set()  # one letter behind a beginning goes with the next syllable
    return {place for place in found - alone if place in inside} | ({start} if start else set())


@cache
def icon(sheet: str, name: str, css: str = "icon") -> Markup:
    html = '<svg class="{}" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>'
    return Markup(html).format(css, sheet, name)


@cache
def seat_mark(sheet: str, seat: int) -> Markup:
    return icon(sheet, f"seat-{seat}", f"seat seat-{seat}")


@lru_cache(maxsize=MOST_NAMES)
def name_class(name: str, limits: tuple[int, int, int]) -> str:
    """Choose the class that sets a name smaller, so that its longest word need not be broken.

    The limits are the letters up to which a word is of the usual size, longish and long.
    """
    longish, long, longest = limits
    letters = max(map(len, WORD_ENDS.sub(" ", name).split()), default=0)
    if letters > longest:
        return " longest"
    return " long" if letters > long else " longish" if letters > longish else ""


def soften(name: str, long_word: int = LONG_WORD) -> str:
    """Put soft hyphens into the long words of a name, where a syllable ends."""
    return "".join(soft_word(word, long_word) for word in re.split("([ -])", name))


def soft_word(word: str, long_word: int) -> str:
    """Put soft hyphens into a long word, nearest to its middle first."""
    places = breaks_of(word.lower())
    if len(word) < long_word or not places:
        return word
    middle = min(places, key=lambda place: abs(2 * place - len(word)))
    return soft_word(word[:middle], long_word) + SOFT_HYPHEN + soft_word(word[middle:], long_word)
