// In a lesson: shows on the board what is suggested. It knows no board, only controls that carry the move's notation.
(() => {
  "use strict";
  const MARK = "lesson-hint";

  // The controls that make a move, and what leads to those that are hidden: a link to the part of the page they are in.
  function controls(move) {
    const value = CSS.escape(move);
    const found = [...document.querySelectorAll(`#board [name="move"][value="${value}"], #board [data-move="${value}"]`)];
    for (const control of [...found])
      for (let place = control.closest("[id]"); place && place.id !== "board"; place = place.parentElement?.closest("[id]"))
        found.push(...document.querySelectorAll(`#board a[href="#${CSS.escape(place.id)}"]`));
    return found;
  }

  let waiting = false;
  function mark() {
    waiting = false;
    const move = document.getElementById("lesson")?.dataset.suggested;
    const wanted = new Set(move ? controls(move) : []);
    for (const old of document.querySelectorAll("." + MARK)) if (!wanted.has(old)) old.classList.remove(MARK);
    for (const control of wanted) if (!control.classList.contains(MARK)) control.classList.add(MARK);
  }
  function soon() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(mark);
  }
  document.addEventListener("DOMContentLoaded", () => {
    const page = document.querySelector(".table-page");
    if (!page) return;
    new MutationObserver(soon).observe(page, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-suggested", "class", "value"] });
    mark();
  });
})();
