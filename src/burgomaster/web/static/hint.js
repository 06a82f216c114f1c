// A hint: asked for and put away with one button, said to be thought of while it is, drawn on the board.
(() => {
  "use strict";
  const PATIENCE = 300; // milliseconds until it is said that somebody thinks
  const button = () => document.getElementById("control-hint");
  const card = () => document.querySelector("#hint[data-shown]");
  let timer = 0;
  let shown = ""; // the position that the hint is for
  let opened = ""; // the panel that was answered last
  let words = ""; // what is said while it is thought of

  const position = () => document.getElementById("board")?.dataset.number ?? "";

  // Asking and hiding

  function hide() {
    const found = card();
    if (!found) return;
    const empty = document.createElement("div");
    empty.id = "hint";
    empty.dataset.thinking = words;
    found.replaceWith(empty);
    mark();
  }

  // The page begins below it: what was seen stays where it was, or moves down when the page is at its top.
  function makeRoom() {
    const before = document.getElementById("board")?.getBoundingClientRect().top ?? 0;
    const head = document.querySelector("header.top");
    document.documentElement.style.setProperty("--head-height", `${head && getComputedStyle(head).position === "sticky" ? head.offsetHeight : 0}px`);
    document.documentElement.style.setProperty("--hint-measured", `${card().offsetHeight}px`);
    const moved = (document.getElementById("board")?.getBoundingClientRect().top ?? 0) - before;
    if (window.scrollY > 0 && moved > 0) window.scrollBy(0, moved);
  }

  function busy(isBusy) {
    clearTimeout(timer);
    const asked = button();
    if (!asked) return;
    asked.toggleAttribute("aria-busy", isBusy);
    if (isBusy) asked.setAttribute("aria-busy", "true");
    const place = document.getElementById("hint");
    const isThinking = place?.classList.contains("hint-thinking");
    words = place?.dataset.thinking || words;
    if (isBusy && place && !place.dataset.shown) {
      place.className = "hint-thinking";
      place.setAttribute("role", "status");
      place.textContent = words;
    } else if (!isBusy && isThinking) {
      place.className = "";
      place.textContent = "";
    }
  }

  const isHint = (event) => event.detail.elt?.id === "control-hint" || event.target?.id === "control-hint";
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!isHint(event)) return;
    if (card()) {
      event.preventDefault();
      hide();
      return;
    }
    shown = position();
    words = document.getElementById("hint")?.dataset.thinking || words;
    clearTimeout(timer);
    timer = setTimeout(() => busy(true), PATIENCE);
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.requestConfig?.elt?.id === "control-hint" && position() !== shown) event.detail.shouldSwap = false;
  });
  for (const name of ["htmx:afterRequest", "htmx:responseError", "htmx:sendError"])
    document.addEventListener(name, (event) => { if (isHint(event)) busy(false); });
  document.addEventListener("htmx:afterSettle", () => {
    if (card() && card().dataset.marked !== "1") {
      card().dataset.marked = "1";
      makeRoom();
      mark();
      point(1);
    }
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-hint-close]")) {
      hide();
      button()?.focus({ preventScroll: true });
    }
    const row = event.target.closest?.("[data-hint-move]");
    if (row) point(Number(row.dataset.rank));
  });
  document.addEventListener("toggle", (event) => { if (event.target.id === "hint-why" && card()) makeRoom(); }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && card() && !document.querySelector("#board .pick[open]")) hide();
  });

  // On the board

  function wanted() {
    if (!card() || position() !== shown) return new Map();
    return Marks.ranksOf([...card().querySelectorAll("[data-hint-move]")].map((row) => [row.dataset.hintMove, row.dataset.rank]));
  }

  function mark() {
    Marks.draw(wanted());
    const asked = button();
    if (asked && asked.getAttribute("aria-expanded") !== String(Boolean(card()))) asked.setAttribute("aria-expanded", String(Boolean(card())));
  }

  function point(rank) {
    const row = card()?.querySelector(`[data-rank="${rank}"]`);
    if (!row) return;
    const controls = Marks.controlsOf(row.dataset.hintMove).filter(Marks.isSeen);
    Marks.reveal(controls.filter((one) => !one.closest(".actions")).slice(0, 1));
    for (const one of controls) one.animate?.([{ scale: 1 }, { scale: 1.06 }, { scale: 1 }], { duration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 500 });
  }

  // A panel that is opened with the best move in it answers its questions as that move does, once.
  function answer() {
    const best = card()?.querySelector('[data-rank="1"]')?.dataset.hintMove;
    const found = best && Marks.buttonsOf(best).find((one) => one.closest(".pick[open]"));
    const key = found ? shown + found.closest(".pick").id : "";
    if (key === opened) return;
    opened = key;
    if (found) Marks.preselect(found);
  }

  let waiting = false;
  function soon() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      if (card() && position() !== shown) hide();
      mark();
      answer();
    });
  }
  document.addEventListener("DOMContentLoaded", () => {
    const page = document.querySelector(".table-page");
    if (page) new MutationObserver(soon).observe(page, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-number", "class", "open", "hidden"] });
  });
})();
