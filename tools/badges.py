"""Draw the badges of the README from the numbers of the pages that tell them: `python -m tools.badges`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "badges"
LETTER = 6.6  # the width of one, on average
PADDING = 12
PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="22" role="img" aria-label="{label}: {said}">
<title>{label}: {said}</title>
<rect width="{width:.0f}" height="22" rx="4" fill="#2f5d8a"/><path d="M0 4a4 4 0 0 1 4-4h{left:.0f}v22H4a4 4 0 0 1-4-4z" fill="#444b54"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle"><text x="{first:.0f}" y="15">{label}</text><text x="{second:.0f}" y="15">{said}</text></g>
</svg>
"""  # noqa: E501


@dataclass(frozen=True)
class Badge:
    """A measured number: where it is told, and how it is found there."""

    label: str
    said: str  # with {} for the number
    page: str
    pattern: str

    def text(self) -> str:
        """Read the number from its page."""
        found = re.search(self.pattern, (ROOT / self.page).read_text(encoding="utf-8"))
        if found is None:
            raise SystemExit(f"{self.page} does not tell {self.pattern}")
        return self.said.format(*found.groups())


RELIABILITY = "docs/reliability.md"
BADGES = {
    "rules": Badge(
        "rules", "{} checked steps, 0 broken", RELIABILITY, r"([\d,]+) steps of [\d,]+ games on one H200"
    ),
    "secrets": Badge("hidden information", "{} worlds, 0 leaks", RELIABILITY, r"\| ([\d,]+) worlds of"),
    "kills": Badge("servers killed", "{} times, nothing lost", RELIABILITY, r"\| ([\d,]+) kills "),
    "attacks": Badge("hostile requests", "{}, 0 findings", RELIABILITY, r"\| ([\d,]+) requests: "),
    "python": Badge("Python", "{}", "docs/install.md", r"\| (3\.11[\d., ]+) \| tried"),
    "licence": Badge("licence", "{}", "NOTICE.md", r"\| (MIT), \[LICENSE\]"),
}


def draw(badge: Badge) -> str:
    """Draw one badge; nothing in it is loaded from elsewhere."""
    said = badge.text()
    left, right = (len(words) * LETTER + PADDING for words in (badge.label, said))
    middle = {"first": left / 2, "second": left + right / 2}
    return PICTURE.format(width=left + right, left=left - 4, label=badge.label, said=said, **middle)


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name, badge in BADGES.items():
        (FOLDER / f"{name}.svg").write_text(draw(badge), encoding="utf-8")
        print(f"{name}: {badge.text()}")


if __name__ == "__main__":
    main()
