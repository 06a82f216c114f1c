// The stage: moves of the others are shown one after another, what they changed is marked and told, and points and
// money travel to where they are counted. It knows no rules and no game: it works on ids and data attributes.
(() => {
  "use strict";

  const PAUSES = { instant: 0, normal: 900, slow: 2400 }; // milliseconds between two moves that are shown
  const PATIENT = 3; // so many moves may wait at the full pause; when more do, pauses get shorter
  const MOST = 10; // more are not kept: the oldest are left out, the newest position is always shown
  const TRAVEL = 900; // milliseconds
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const wide = window.matchMedia("(min-width: 1000px)");
  const kept = (name) => { try { return localStorage.getItem("bm." + name); } catch { return null; } };
  const keep = (name, value) => { try { localStorage.setItem("bm." + name, value); } catch { /* private mode */ } };
  const speed = () => (kept("speed") in PAUSES ? kept("speed") : "normal");

  // An update brings the parts that are new, and says where the others stand among those of the last two.
  const listening = document.querySelector("[sse-connect]");
  if (listening) {
    const url = listening.getAttribute("sse-connect");
    listening.setAttribute("sse-connect", `${url}${url.includes("?") ? "&" : "?"}parts=1`);
  }
  let last = [], before = [];
  function whole(data) {
    const kept = last.concat(before);
    const parts = data.split("\x1e").flatMap((part) => {
      if (part[0] !== "\x1f") return [part];
      const [first, n] = part.slice(1).split(",").map(Number);
      return kept.slice(first, first + n);
    });
    [last, before] = [parts, last];
    return parts.join("");
  }

  // Updates wait here until the one before has been seen.
  let queue = [], shownAt = -Infinity, timer = 0; // shownAt: by a clock that nobody can set
  const positionOf = (html) => /data-number="([^"]*)"/.exec(html)?.[1] ?? "";
  const shown = () => document.getElementById("board")?.dataset.number ?? "";

  function show(html) {
    if (positionOf(html) !== shown()) shownAt = performance.now();
    const listener = document.querySelector(".listener");
    htmx.swap(document.getElementById("table"), html, { swapStyle: "morph:outerHTML", swapDelay: 0, settleDelay: 20 }, { contextElement: listener });
  }

  function pause() {
    const usual = PAUSES[speed()];
    return queue.length > PATIENT ? (usual * PATIENT) / queue.length : usual;
  }

  function next() {
    clearTimeout(timer);
    if (!queue.length) return;
    const wait = document.hidden ? 0 : shownAt + pause() - performance.now();
    if (wait > 0) { timer = setTimeout(next, wait); return; }
    show(queue.shift());
    next();
  }

  function skip() {
    if (queue.length) show(queue.pop());
    forget();
  }

  function forget() {
    clearTimeout(timer);
    queue = [];
  }

  document.addEventListener("htmx:sseBeforeMessage", (event) => {
    const html = whole(event.detail.data);
    event.preventDefault();
    const newest = queue.length ? positionOf(queue.at(-1)) : shown();
    if (positionOf(html) === newest) { // nothing was moved: a word, a clock, somebody who sat down
      if (queue.length) queue.splice(-1, 1, html);
      else show(html);
      return;
    }
    queue.push(html);
    queue.splice(0, queue.length - MOST);
    next();
  });
  // Whoever acts is not kept waiting.
  // When their press has been heard: an update before that could move what they press away from under it.
  document.addEventListener("click", () => { if (queue.length) setTimeout(skip); });
  document.addEventListener("keyup", (event) => { if (queue.length && event.key !== "Tab") setTimeout(skip); });
  document.addEventListener("submit", () => { shownAt = -Infinity; }, true);
  document.addEventListener("visibilitychange", () => { if (document.hidden) skip(); });
  document.addEventListener("bm:catch-up", forget);
  // An answer that brings the table is newer than what waits; one without contents ("the stream brings it") is not.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => { if (detail.xhr && detail.shouldSwap && detail.target?.id === "table") forget(); });

  // The list

  const list = () => document.getElementById("happened");
  const moves = () => [...document.querySelectorAll("#happened .happened-move")];
  let known = null; // the moves that have been seen

  function unfold() {
    const open = kept("happened") ?? (wide.matches ? "1" : "");
    if (list() && list().open !== Boolean(open)) list().open = Boolean(open);
  }
  document.addEventListener("click", (event) => {
    const summary = event.target.closest?.("#happened > summary");
    if (summary) keep("happened", summary.parentElement.open ? "" : "1");
  });

  function tell() {
    const all = moves(), isFirst = known === null;
    const fresh = isFirst ? [] : all.filter((move) => !known.has(move.id));
    known = new Set(all.map((move) => move.id));
    for (const move of all) move.classList.toggle("is-new", fresh.includes(move));
    showNewest(fresh.length > 0);
    if (!fresh.length) return;
    const lines = [...fresh.filter((move) => !move.classList.contains("own")), ...document.querySelectorAll("#end-title")];
    const words = lines.map((line) => line.innerText.replace(/\s+/g, " ").trim());
    const voice = document.getElementById("stage-voice"); // the one place that speaks to screen readers
    if (voice && words.length) voice.textContent = words.join(". ");
    if (!still.matches && !document.hidden) fresh.forEach(travel);
  }

  // The newest move is in sight, and no line is cut in half above it. Whoever has scrolled back is left there.
  function showNewest(isFresh) {
    const box = document.querySelector("#happened .happened-moves");
    const isAtEnd = box && box.scrollTop > 0 && box.scrollTop + box.clientHeight > box.scrollHeight - 2;
    if (!box || !(isFresh || isAtEnd)) return;
    box.style.paddingBottom = "";
    box.scrollTop = box.scrollHeight;
    if (!box.scrollTop) return;
    const lines = document.createRange(), { top } = box.getBoundingClientRect();
    lines.selectNodeContents(box);
    const pills = [...box.querySelectorAll(".gain")].map((pill) => pill.getBoundingClientRect()); // higher than their text
    let edge = top;
    for (const line of [...lines.getClientRects(), ...pills].sort((a, b) => a.top - b.top))
      if (line.height < 40 && line.top < edge - 1 && line.bottom > edge + 1) edge = line.bottom;
    box.style.paddingBottom = `calc(0.2em + ${edge - top}px)`;
    box.scrollTop = box.scrollHeight;
  }

  // What a line speaks of lights up on the board.
  function light(move) {
    const places = new Set(move?.dataset.places?.split(" ").filter(Boolean) ?? []);
    for (const old of document.querySelectorAll("#board .lit")) if (!places.has(old.id)) old.classList.remove("lit");
    for (const id of places) document.getElementById(id)?.classList.add("lit");
  }
  for (const name of ["pointerover", "focusin"])
    document.addEventListener(name, (event) => light(event.target.closest?.("#happened .happened-move")));

  // Points and money travel from what was changed, or from the line that tells of them, to their owner's count.
  function counter(kind, seat) {
    const selector = document.getElementById("board")?.dataset[kind];
    return selector ? document.querySelector(`#player-${CSS.escape(seat)} header ${selector}`) : null;
  }

  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const inSight = (box) => box.width > 0 && box.bottom > 0 && box.top < innerHeight;

  function origin(move) {
    const ids = move.dataset.places.split(" ").filter(Boolean);
    const boxes = [...ids.map((id) => document.getElementById(id)), move, document.querySelector("#board .actions header")];
    return boxes.filter(Boolean).map((one) => one.getBoundingClientRect()).find(inSight);
  }

  function travel(move) {
    const from = origin(move);
    if (!from) return;
    [...move.querySelectorAll(".gain")].forEach((gain, place) => {
      const target = counter(gain.dataset.gain, gain.dataset.seat);
      const to = target?.getBoundingClientRect();
      if (to && inSight(to)) fly(gain, middle(from), middle(to), place, target);
    });
  }

  function fly(gain, from, to, place, target) {
    const chip = gain.cloneNode(true);
    chip.classList.add("travelling");
    chip.setAttribute("aria-hidden", "true");
    document.body.append(chip);
    const at = ([x, y], size) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${size})`;
    const made = chip.animate(
      [{ transform: at(from, 0.6), opacity: 0 }, { transform: at(from, 1.25), opacity: 1, offset: 0.2 }, { transform: at(to, 1), opacity: 1, offset: 0.9 }, { transform: at(to, 0.5), opacity: 0 }],
      { duration: TRAVEL, delay: place * 130, easing: "cubic-bezier(.45,.05,.3,1)", fill: "both" },
    );
    made.onfinish = made.oncancel = () => {
      chip.remove();
      target.animate?.([{ scale: 1 }, { scale: 1.35 }, { scale: 1 }], { duration: 320 });
    };
  }

  // Rows keep their height while a round goes on: what is below does not jump when a card goes away.
  const heights = new Map();
  function steady() {
    for (const one of document.querySelectorAll("#board [data-steady]")) {
      const key = `${one.dataset.steady} ${one.clientWidth}`;
      one.style.minHeight = "";
      const height = one.offsetHeight;
      const old = heights.get(one.id);
      const least = old?.key === key ? Math.max(old.height, height) : height;
      heights.set(one.id, { key, height: least });
      if (least > height) one.style.minHeight = `${least}px`;
    }
  }

  // How a game ended stands above the board: whoever sees it end, somewhere below, is brought there. Not who is writing.
  let wasOver = null;
  function end() {
    const isOver = document.getElementById("table")?.dataset.over === "1", isSeen = isOver && wasOver === false;
    wasOver = isOver;
    if (!isSeen || document.activeElement?.matches("input, textarea, select")) return;
    document.getElementById("ending")?.scrollIntoView({ behavior: still.matches ? "auto" : "smooth", block: "start" });
  }

  // A new question begins at the top of the panel.
  let asked = null;
  function ask() {
    const panel = document.getElementById("actions"), question = panel?.querySelector("header")?.textContent;
    if (asked !== null && asked !== question && panel) panel.scrollTop = 0;
    asked = question ?? null;
  }

  function changed() {
    steady();
    ask();
    unfold();
    tell();
    end();
  }

  document.addEventListener("change", (event) => {
    if (!event.target.matches?.("[data-speed]")) return;
    keep("speed", event.target.value);
    next();
  });
  document.addEventListener("DOMContentLoaded", () => {
    for (const select of document.querySelectorAll("[data-speed]")) select.value = speed();
    const page = document.querySelector(".table-page");
    if (!page) return;
    let waiting = false;
    const soon = () => {
      if (waiting) return;
      waiting = true;
      queueMicrotask(() => { waiting = false; changed(); });
    };
    new MutationObserver(soon).observe(page, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-number", "data-steady", "data-places"] });
    changed();
  });
  window.addEventListener("resize", steady);
  wide.addEventListener("change", unfold);
})();
