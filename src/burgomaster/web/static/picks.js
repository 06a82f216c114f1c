// Choosing a card opens its panel; the choice outlives an update of the page. Answers to the questions of a panel
// leave only the buttons that fit them. Cards that changed their place glide there. Nothing of the rules is known
// here, nor which game it is: it all works on ids and data attributes, and without this script the panels are an
// ordinary list.
(() => {
  "use strict";

  const BOARD = "#board";
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  let chosen = "";
  let folds = {};
  let places = new Map();
  let waiting = false;
  let sent = "";

  const board = () => document.querySelector(BOARD);

  // The choice

  function show(key, takesFocus) {
    chosen = key;
    apply();
    const open = document.getElementById(`pick-${key}`);
    if (open && takesFocus) {
      const target = open.querySelector("button:not([disabled])") || open.querySelector("h3");
      if (target) target.focus({ preventScroll: true });
    }
    if (open) {
      open.closest(".actions").scrollTop = 0;
      uncover(open.closest(".actions"));
    }
    later(remember);
  }

  // On a phone the panel lies over the cards: the one that was chosen stays in sight.
  function uncover(panel) {
    const link = document.querySelector(`${BOARD} [data-pick="${CSS.escape(chosen)}"]`);
    if (!link || panel.contains(link) || getComputedStyle(panel).position !== "sticky") return;
    const hidden = link.getBoundingClientRect().bottom + 12 - panel.getBoundingClientRect().top;
    if (hidden > 0) window.scrollBy({ top: hidden, behavior: still.matches ? "auto" : "smooth" });
  }

  function apply() {
    const root = board();
    if (!root) return;
    if (chosen && !document.getElementById(`pick-${chosen}`)) chosen = "";
    for (const panel of root.querySelectorAll(".pick")) {
      const isOpen = panel.dataset.key === chosen;
      if (panel.open !== isOpen) panel.open = isOpen;
    }
    for (const link of root.querySelectorAll("[data-pick]")) {
      const isOpen = String(link.dataset.pick === chosen);
      if (link.getAttribute("aria-expanded") !== isOpen) link.setAttribute("aria-expanded", isOpen);
    }
    for (const panel of root.querySelectorAll(".pick[open]")) narrow(panel);
    for (const fold of root.querySelectorAll(".fold")) {
      if (fold.id in folds && fold.checked !== folds[fold.id]) fold.checked = folds[fold.id];
    }
  }

  // A panel with questions: of the buttons those are left that belong to the answers.
  function narrow(panel) {
    const answers = {};
    for (const part of panel.querySelectorAll("[data-part]")) {
      const answer = part.querySelector("input:checked") || part.querySelector("input");
      if (!answer.checked) answer.checked = true;
      answers[part.dataset.part] = answer.value;
    }
    for (const choice of panel.querySelectorAll(".choice")) {
      const fits = Object.entries(answers).every(([part, value]) => (choice.dataset[part] ?? value).split(" ").includes(value));
      if (choice.hidden === fits) choice.hidden = !fits;
    }
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest(`${BOARD} [data-pick]`);
    if (link) {
      event.preventDefault();
      const key = link.dataset.pick;
      show(key === chosen ? "" : key, event.detail === 0);
    } else if (event.target.closest(`${BOARD} [data-close]`)) {
      close();
    }
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches(`${BOARD} [data-part] input`)) narrow(event.target.closest(".pick"));
    if (event.target.matches(`${BOARD} .fold`)) {
      folds[event.target.id] = event.target.checked;
      later(remember);
    }
  });

  // A move that was made is done with: its panel closes when the position has changed.
  document.addEventListener("submit", (event) => {
    if (event.target.matches(`${BOARD} form`)) sent = board().dataset.number;
  });

  document.addEventListener("htmx:responseError", () => {
    sent = "";
  });

  document.addEventListener("keydown", (event) => {
    const link = event.target.closest(`${BOARD} [data-pick]`);
    if (event.key === "Escape" && chosen) close();
    if (!link) return;
    if (event.key === " ") {
      event.preventDefault();
      show(link.dataset.pick === chosen ? "" : link.dataset.pick, true);
    }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      const links = [...link.closest("ul, section").querySelectorAll("[data-pick]")];
      const next = links[links.indexOf(link) + step];
      if (next) next.focus();
    }
  });

  function close() {
    const link = document.querySelector(`${BOARD} [data-pick="${CSS.escape(chosen)}"]`);
    show("", false);
    if (link) link.focus({ preventScroll: true });
  }

  // Cards that move

  function look() {
    const found = new Map();
    for (const one of document.querySelectorAll(`${BOARD} [data-place]`)) {
      const box = one.getBoundingClientRect();
      found.set(one.dataset.place, {
        card: one.dataset.card,
        deck: one.dataset.deck,
        count: Number(one.dataset.count),
        x: box.left + window.scrollX,
        y: box.top + window.scrollY,
        isSeen: box.width > 0,
      });
    }
    return found;
  }

  function remember() {
    places = look();
  }

  function glide() {
    const before = places;
    const after = look();
    places = after;
    if (still.matches || before.size === 0) return;
    const left = [];
    for (const [place, old] of before) {
      const n = old.count - (after.has(place) ? after.get(place).count : 0);
      for (let i = 0; i < n; i++) left.push(old);
    }
    for (const [place, now] of after) {
      const n = now.count - (before.has(place) ? before.get(place).count : 0);
      if (n <= 0 || !now.isSeen) continue;
      const index = left.findIndex((old) => old.card === now.card && old.isSeen);
      const from = index >= 0 ? left.splice(index, 1)[0] : pileOf(now.deck);
      if (from) move(document.getElementById(place), from, now);
    }
  }

  function pileOf(deck) {
    const pile = document.getElementById(`pile-${deck}`);
    if (!pile) return null;
    const box = pile.getBoundingClientRect();
    return { x: box.left + window.scrollX, y: box.top + window.scrollY };
  }

  function move(element, from, to) {
    if (!element || !element.animate) return;
    element.animate(
      [
        { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)`, zIndex: 20, opacity: 0.7 },
        { transform: "none", zIndex: 20, opacity: 1 },
      ],
      { duration: 380, easing: "cubic-bezier(.2,.7,.2,1)" },
    );
  }

  // Updates of the page

  function later(work) {
    requestAnimationFrame(() => requestAnimationFrame(work));
  }

  function changed() {
    if (sent && board().dataset.number !== sent) chosen = sent = "";
    apply();
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      glide();
    });
  }

  new MutationObserver((records) => {
    const isOurs = (record) => record.type === "childList" || record.attributeName !== "aria-expanded";
    if (board() && records.some(isOurs)) changed();
  }).observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["open", "hidden", "data-number", "data-count", "aria-expanded"],
  });

  window.addEventListener("resize", () => later(remember));
  apply();
  later(remember);
})();
