// A hint: asked for and put away with one button, said to be thought of while it is, drawn on the board.
(() => {
  "use strict";
  const PATIENCE = 300; // milliseconds until it is said that somebody thinks
  const SVG = "http://www.w3.org/2000/svg";
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
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && card() && !document.querySelector("#board .pick[open]")) hide();
  });

  // On the board

  function badge(rank, isSvg) {
    if (!isSvg) {
      const made = document.createElement("b");
      made.className = `hint-badge rank-${rank}`;
      made.setAttribute("aria-hidden", "true");
      made.textContent = rank;
      return made;
    }
    const made = document.createElementNS(SVG, "g");
    made.setAttribute("class", `hint-badge rank-${rank}`);
    const disc = document.createElementNS(SVG, "circle");
    disc.setAttribute("r", "13");
    disc.setAttribute("cy", "-30");
    const text = document.createElementNS(SVG, "text");
    text.setAttribute("y", "-25");
    text.textContent = rank;
    made.append(disc, text);
    return made;
  }

  // Every control keeps the rank of the best move that it leads to.
  function wanted() {
    const ranks = new Map();
    if (!card() || position() !== shown) return ranks;
    for (const row of card().querySelectorAll("[data-hint-move]"))
      for (const control of Marks.controlsOf(row.dataset.hintMove)) if (!ranks.has(control)) ranks.set(control, row.dataset.rank);
    return ranks;
  }

  function mark() {
    const ranks = wanted();
    for (const old of document.querySelectorAll("[data-hint-rank]")) {
      if (ranks.get(old) === old.dataset.hintRank && old.querySelector(":scope > .hint-badge")) continue;
      old.querySelector(":scope > .hint-badge")?.remove();
      delete old.dataset.hintRank;
    }
    for (const [control, rank] of ranks) {
      if (control.dataset.hintRank === rank) continue;
      control.dataset.hintRank = rank;
      control.append(badge(rank, control instanceof SVGElement));
    }
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
