// Marks on the board what makes a move: used by lessons and hints. It knows no board, only controls that carry the
// move's notation, and what leads to those that are hidden: links, tabs, and places of a map.
window.Marks = (() => {
  "use strict";

  const SIGNS = { played: "•" };
  const quoted = (text) => CSS.escape(text);

  // The buttons that make a move, seen or not.
  function buttonsOf(move) {
    const value = quoted(move);
    return [...document.querySelectorAll(`#board [name="move"][value="${value}"], #board [data-move="${value}"]`)];
  }

  // What leads to a button: a link to a part of the page it is in, the tab of its topic, its place on a map.
  function waysTo(button) {
    const found = [];
    for (let place = button.closest("[id]"); place && place.id !== "board"; place = place.parentElement?.closest("[id]"))
      found.push(...document.querySelectorAll(`#board a[href="#${quoted(place.id)}"]`));
    const topic = button.closest("[data-topic]");
    const tab = topic && button.closest(".pick")?.querySelector(`.tab[data-topic="${quoted(topic.dataset.topic)}"]`);
    if (tab) found.push(tab);
    const isOpen = topic?.classList.contains("open") && button.closest(".pick")?.open;
    if (button.dataset.cell && isOpen) found.push(...document.querySelectorAll(`#board .map.mine .can[data-cell="${quoted(button.dataset.cell)}"]`));
    return found;
  }

  function controlsOf(move) {
    const buttons = buttonsOf(move);
    return [...new Set([...buttons, ...buttons.flatMap(waysTo)])];
  }

  const isSeen = (element) => element.getClientRects().length > 0;

  // A panel that has just been opened answers its questions as the move does, and shows the button.
  function preselect(button) {
    const panel = button.closest(".pick");
    const choice = button.closest(".choice");
    for (const part of panel.querySelectorAll("[data-part]")) {
      const wanted = choice?.dataset[part.dataset.part]?.split(" ")[0];
      const input = wanted !== undefined && part.querySelector(`input[value="${quoted(wanted)}"]`);
      if (!input || input.checked) continue;
      input.checked = true;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }
    const topic = button.closest("[data-topic]");
    const tab = topic && panel.querySelector(`.tab[data-topic="${quoted(topic.dataset.topic)}"]`);
    if (tab && tab.getAttribute("aria-pressed") !== "true") tab.click();
  }

  // Where the page is free: below what is fixed above, above a panel that lies over the board.
  function room() {
    const over = [...document.querySelectorAll("header.top, #lesson, #hint[data-shown]")].map((one) => one.getBoundingClientRect());
    const above = over.filter((box) => box.width > innerWidth / 2).map((box) => box.bottom);
    const panel = document.querySelector("#board .actions");
    const isOver = panel && getComputedStyle(panel).position === "sticky";
    return { top: Math.max(0, ...above) + 8, bottom: (isOver ? Math.min(panel.getBoundingClientRect().top, innerHeight) : innerHeight) - 8 };
  }

  // Scroll just so far that the elements are seen, the first of them before all others.
  function reveal(elements) {
    const boxes = elements.filter(isSeen).map((one) => one.getBoundingClientRect());
    if (!boxes.length) return;
    const free = room();
    let { top, bottom } = boxes[0];
    for (const box of boxes.slice(1)) {
      const [up, down] = [Math.min(top, box.top), Math.max(bottom, box.bottom)];
      if (down - up <= free.bottom - free.top) [top, bottom] = [up, down];
    }
    const by = top < free.top ? top - free.top : bottom > free.bottom ? Math.min(bottom - free.bottom, top - free.top) : 0;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (Math.abs(by) > 1) window.scrollBy({ top: by, behavior: isCalm ? "auto" : "smooth" });
  }

  // Inside a panel that scrolls by itself, and inside the column that the panel stands in.
  function revealInPanel(button) {
    for (let frame = button.parentElement; frame && frame.id !== "board"; frame = frame.parentElement) {
      if (frame.scrollHeight <= frame.clientHeight || getComputedStyle(frame).overflowY === "visible") continue;
      const [box, seen] = [button.getBoundingClientRect(), frame.getBoundingClientRect()];
      if (box.bottom > seen.bottom - 8) frame.scrollTop += box.bottom - seen.bottom + 16;
      else if (box.top < seen.top + 8) frame.scrollTop += box.top - seen.top - 16;
    }
  }

  // Moves with ranks: every control keeps the rank of the first move that it leads to.
  function ranksOf(moves) {
    const ranks = new Map();
    for (const [move, rank] of moves) for (const control of controlsOf(move)) if (!ranks.has(control)) ranks.set(control, rank);
    return ranks;
  }

  function badge(rank, isSvg) {
    const make = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);
    const made = isSvg ? make("g") : document.createElement("b");
    made.setAttribute("class", `hint-badge rank-${rank}`);
    made.setAttribute("aria-hidden", "true");
    const text = isSvg ? make("text") : made;
    text.textContent = SIGNS[rank] ?? rank;
    if (!isSvg) return made;
    const disc = make("circle");
    disc.setAttribute("r", "13");
    disc.setAttribute("cy", "-30");
    text.setAttribute("y", "-25");
    made.append(disc, text);
    return made;
  }

  // Draws ranks on the board, and takes away those that are not wanted any more.
  function draw(ranks) {
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
  }

  return { buttonsOf, controlsOf, draw, ranksOf, isSeen, preselect, reveal, revealInPanel };
})();
