"""The cards in a browser: every picture is drawn, no word of a name is broken, nothing runs over its card."""

from __future__ import annotations

import pytest

from tests.cases import never, sweep
from tests.server.fixtures import until
from tests.web.fixtures import Visit

# The gallery shows every card; it is made as narrow as the board of a small phone
LOOK = """(width) => {
  const gallery = document.querySelector(".gallery");
  gallery.style.container = "board / inline-size";
  gallery.style.setProperty("--w", width + "px");
  const wrong = [];
  for (const card of gallery.querySelectorAll(".card")) {
    const text = card.querySelector(":scope > .name").firstChild;
    for (const word of text.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const tops = [...range.getClientRects()].map((line) => line.top);
      if (Math.max(...tops) - Math.min(...tops) > 4) wrong.push("broken: " + word[0] + " in " + text.data);
    }
    if (card.scrollWidth > card.clientWidth + 1) wrong.push("too wide: " + text.data);
    const picture = card.querySelector(".art use").getBBox();
    if (picture.width < width / 2) wrong.push("no picture: " + text.data);
  }
  return [gallery.querySelectorAll(".card").length, wrong];
}"""


@pytest.mark.parametrize("language", sweep(["en", "ru"], quick=never, slow=lambda language: language == "ru"))
def test_every_face_is_whole_on_the_smallest_phone(visit: Visit, language: str) -> None:
    visitor = visit(language=language, size={"width": 360, "height": 740})
    visitor.go("/cards/petersburg")
    picture = visitor.page.locator(".art use").first
    until(lambda: picture.evaluate("(use) => use.getBBox().width") > 50)  # a policy forbids to wait by script
    assert visitor.page.evaluate("document.fonts.ready.then(() => document.fonts.check('600 12px Vollkorn'))")
    for width in (68, 80):
        n_cards, wrong = visitor.page.evaluate(LOOK, width)
        assert wrong == [] and n_cards > 100
