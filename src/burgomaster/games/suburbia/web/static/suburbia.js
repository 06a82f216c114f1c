// Choosing in steps: a tile, what to do with it, a place on the map; the choice outlives an update of the page.
// Maps can be moved and enlarged. Nothing of the rules is known here: every place and everything that follows
// from it stands in the page, and without this script the panels are an ordinary list.
(() => {
  "use strict";

  const BOARD = "#board.suburbia";
  const SVG = "http://www.w3.org/2000/svg";
  const MOVED = 8; // pixels after which a touch is no tap any more
  const CLOSE = 0.85; // pixels for a unit of a map above which names are written out
  const TINY = 0.55; // and below which there is no room for short ones
  const LARGEST = 5; // times that a map can be enlarged
  const NEAR = 150; // pixels that nobody takes for a scroll of their own
  const LOOK = 1200; // milliseconds to look at what was built
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");

  let chosen = "";
  let topic = "";
  let cell = "";
  let sent = ""; // the position in which a move was made
  let closed = ""; // the position in which a panel that opens by itself was closed
  const folds = {};
  const boxes = {}; // the part that is seen of maps that are enlarged

  const board = () => document.querySelector(BOARD);
  const panelOf = (key) => (key ? document.getElementById(`pick-${key}`) : null);

  function set(element, name, value) {
    if (value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }

  function make(name, attributes, text) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    return made;
  }

  // The choice

  function choose(key, wanted = "", place = "") {
    [chosen, topic, cell] = [key, wanted, place];
    closed = key ? "" : board().dataset.number;
    apply();
    const panel = panelOf(chosen);
    if (panel) panel.closest(".actions").scrollTop = 0;
    if (panel && panel.querySelector(".topic.open[data-can]")) uncover();
  }

  // The map comes into sight: on a phone above the panel, which lies over the page.
  function uncover() {
    const map = document.querySelector(`${BOARD} .map.mine`);
    if (!map) return;
    const box = map.getBoundingClientRect();
    const over = [...document.querySelectorAll("header.top, #lesson")].map((one) => one.getBoundingClientRect());
    const top = Math.max(0, ...over.filter((one) => one.width > window.innerWidth / 2).map((one) => one.bottom));
    const isCovered = getComputedStyle(document.querySelector(`${BOARD} .actions`)).position === "sticky";
    const up = box.top - top - 6;
    const down = box.bottom + 6 - window.innerHeight;
    const by = isCovered || up < 0 ? up : Math.min(up, Math.max(0, down));
    if (isCovered) left = { from: isWhereLeft() ? left.from : window.scrollY, to: window.scrollY + by };
    window.scrollBy({ top: by, behavior: still.matches ? "auto" : "smooth" });
  }

  // From there the page goes back to the market as soon as something can be chosen again, if nobody scrolled meanwhile.
  let left = null, returning = 0;
  const isWhereLeft = () => left !== null && Math.abs(window.scrollY - left.to) < NEAR;

  function comeBack() {
    if (isWhereLeft()) window.scrollTo({ top: left.from, behavior: still.matches ? "auto" : "smooth" });
    left = null;
  }

  function comeBackSoon(root) {
    clearTimeout(returning);
    if (left && !chosen && root.querySelector(".market :is(.can, .part)")) returning = setTimeout(comeBack, LOOK);
  }

  function apply() {
    const root = board();
    if (!root) return;
    if (sent && root.dataset.number !== sent) [chosen, topic, cell, sent] = ["", "", "", ""];
    if (!panelOf(chosen)) [chosen, topic, cell] = ["", "", ""];
    if (!chosen && root.dataset.auto && closed !== root.dataset.number) chosen = root.dataset.auto;
    for (const panel of root.querySelectorAll(".pick")) {
      const isOpen = panel.dataset.key === chosen;
      if (panel.open !== isOpen) panel.open = isOpen;
    }
    for (const link of root.querySelectorAll("[data-pick]")) set(link, "aria-expanded", String(link.dataset.pick === chosen));
    for (const fold of root.querySelectorAll(".fold")) {
      if (fold.id in folds && fold.checked !== folds[fold.id]) fold.checked = folds[fold.id];
    }
    mark(root, openTopic());
    for (const map of root.querySelectorAll(".map")) show(map);
    comeBackSoon(root);
    watcher.takeRecords();
  }

  function openTopic() {
    const panel = panelOf(chosen);
    if (!panel) return null;
    const topics = [...panel.querySelectorAll(".topic")];
    const open = topics.find((one) => one.dataset.topic === topic) || topics.find((one) => one.dataset.can) || topics[0];
    topic = open ? open.dataset.topic : "";
    for (const one of topics) one.classList.toggle("open", one === open);
    for (const tab of panel.querySelectorAll(".tab")) set(tab, "aria-pressed", String(tab.dataset.topic === topic));
    return open || null;
  }

  // The places of a topic on the map, each with what it brings.
  function mark(root, open) {
    const places = new Map();
    if (open) {
      for (const one of open.querySelectorAll(".outcomes [data-cell]")) places.set(one.dataset.cell, one);
      const refused = open.querySelector(`.refusal[data-cell="${cell}"]`);
      if (cell && !places.has(cell) && !refused) cell = "";
      open.classList.toggle("has-cell", cell !== "");
      for (const one of open.querySelectorAll(".outcome")) one.classList.toggle("shown", Boolean(cell && one.querySelector(`[data-cell="${cell}"]`)));
      for (const one of open.querySelectorAll(".outcomes [data-cell], .refusal")) one.classList.toggle("shown", one.dataset.cell === cell);
    }
    for (const map of root.querySelectorAll(".map")) {
      const isUsed = map.classList.contains("mine");
      map.classList.toggle("choosing", isUsed && places.size > 0);
      const fold = isUsed && places.size ? map.closest(".other")?.querySelector(".fold") : null;
      if (fold && !fold.checked) fold.checked = folds[fold.id] = true;
      for (const one of map.querySelectorAll("[data-cell]")) {
        const place = isUsed ? places.get(one.dataset.cell) : null;
        const isChosen = Boolean(isUsed && cell && one.dataset.cell === cell);
        one.classList.toggle("can", Boolean(place));
        one.classList.toggle("chosen", isChosen);
        if (one.classList.contains("cell")) fill(one, place, isChosen ? open : null);
      }
    }
  }

  // What a free cell shows: the tile that would lie there, or what it would bring.
  function fill(one, place, open) {
    const badge = one.querySelector(".badge");
    const brief = place ? place.closest(".outcome").dataset.brief : "";
    const looks = open ? `tile ${open.dataset.tile}` : place ? `brief ${brief}` : "";
    set(one, "tabindex", place ? "0" : null);
    set(one, "role", place ? "button" : null);
    set(one, "aria-label", place ? spoken(one, place) : null);
    if ((badge.dataset.looks || "") === looks && Boolean(badge.firstChild) === Boolean(looks)) return;
    badge.dataset.looks = looks;
    badge.replaceChildren();
    if (open) {
      badge.append(ghost(open));
    } else if (place) {
      const parts = brief ? brief.split(" ") : [];
      if (!parts.length) badge.append(make("text", { class: "nothing", y: "7" }, "0"));
      parts.forEach((part, at) => badge.append(effect(part, at - (parts.length - 1) / 2, parts.length)));
    }
  }

  // What a screen reader says of a place: what is done there, beside which tiles it lies, and what follows.
  function spoken(one, place) {
    const act = place.matches("button") ? `${place.firstChild.textContent.trim()}, ` : "";
    const causes = place.closest(".outcome").querySelector(".causes")?.innerText || "";
    return `${act}${one.dataset.words}. ${causes}`;
  }

  function ghost(open) {
    const made = make("g", { class: `ghost t-${open.dataset.type}` });
    made.append(make("use", { class: "ground", href: "#hex" }));
    const whole = { x: "-51", y: "-44", width: "102", height: "88" };
    made.append(make("use", { class: "plot", href: open.dataset.plot, ...whole }));
    made.append(make("use", { class: "pic", href: open.dataset.picture, ...whole }));
    made.append(make("use", { class: "rim", href: "#hex" }));
    return made;
  }

  function effect(part, row, rows) {
    const [, name, amount] = part.match(/^([a-z]+)(.*)$/);
    const [size, apart, sort] = rows < 3 ? [21, 27, " few"] : rows < 4 ? [18, 21, ""] : [15, 17, " many"];
    const y = row * apart;
    const icons = document.querySelector(BOARD).dataset.icons;
    const left = -10 - (amount.length - 2) * 6; // so that a long number stays inside
    const made = make("g", { class: `effect s-${name}${amount[0] === "+" ? "" : " less"}${sort}` });
    made.append(make("use", { href: `${icons}#stat-${name}`, x: String(left - 3 - size), y: String(y - size / 2), width: String(size), height: String(size) }));
    made.append(make("text", { x: String(left), y: String(y + size * 0.4) }, amount));
    return made;
  }

  function tap(one) {
    const map = one.closest(".map");
    const panel = panelOf(chosen);
    const open = panel && panel.querySelector(".topic.open");
    const isPlace = map.classList.contains("mine") && open && open.querySelector(`[data-cell="${one.dataset.cell}"]`);
    if (isPlace) {
      cell = cell === one.dataset.cell ? "" : one.dataset.cell;
      apply();
      panel.closest(".actions").scrollTop = 0;
    } else if (one.dataset.tile === "invest") {
      choose("invest", "invest", one.dataset.cell);
    } else if (one.dataset.tile) {
      choose(chosen === one.dataset.tile ? "" : one.dataset.tile);
    }
  }

  function close() {
    const link = chosen && document.querySelector(`${BOARD} [data-pick="${CSS.escape(chosen)}"]`);
    if (cell) {
      cell = "";
      apply();
      return;
    }
    choose("");
    if (link) link.focus({ preventScroll: true });
  }

  document.addEventListener("click", (event) => {
    const root = event.target.closest(BOARD);
    if (!root) return;
    const link = event.target.closest("[data-pick]");
    const one = event.target.closest(".map [data-cell]");
    const tab = event.target.closest(".tab");
    const button = event.target.closest("[data-zoom]");
    if (event.target.closest("button[name=move]")) {
      sent = root.dataset.number;
    } else if (link) {
      event.preventDefault();
      choose(link.dataset.pick === chosen ? "" : link.dataset.pick);
      const panel = panelOf(chosen);
      if (panel && event.detail === 0) panel.querySelector("h3").focus({ preventScroll: true });
    } else if (tab) {
      [topic, cell] = [tab.dataset.topic, ""];
      apply();
    } else if (event.target.closest("[data-close]")) {
      close();
    } else if (button) {
      const map = document.getElementById(`map-${button.dataset.map}`);
      if (button.dataset.zoom === "fit") fit(map);
      else enlarge(map, button.dataset.zoom === "in" ? 1.4 : 1 / 1.4);
    } else if (one && !dragged) {
      tap(one);
    }
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches(`${BOARD} .fold`)) folds[event.target.id] = event.target.checked;
    apply();
  });

  // Maps

  const parse = (box) => box.split(" ").map(Number);
  const whole = (map) => parse(map.dataset.box);
  const seen = (map) => boxes[map.dataset.seat] || whole(map);

  function show(map) {
    const box = seen(map);
    set(map, "viewBox", box.map((n) => Math.round(n * 10) / 10).join(" "));
    map.classList.toggle("zoomed", Boolean(boxes[map.dataset.seat]));
    map.classList.toggle("written", scale(map, box) >= CLOSE);
    map.classList.toggle("tiny", scale(map, box) < TINY);
  }

  function scale(map, box = seen(map)) {
    const frame = map.getBoundingClientRect();
    return Math.min(frame.width / box[2], frame.height / box[3]) || 0;
  }

  function fit(map) {
    delete boxes[map.dataset.seat];
    show(map);
  }

  function look(map, x, y, width, height) {
    const [left, top, wide, high] = whole(map);
    const times = Math.min(1, Math.max(1 / LARGEST, width / wide));
    if (times >= 1) return fit(map);
    const [w, h] = [wide * times, high * times];
    const middle = (at, size, least, most) => Math.min(Math.max(at, least - size / 4), most - (size * 3) / 4);
    boxes[map.dataset.seat] = [middle(x, w, left, left + wide), middle(y, h, top, top + high), w, h];
    show(map);
  }

  // Enlarge around a point, given in parts of the map.
  function enlarge(map, times, at = [0.5, 0.5]) {
    const [x, y, w, h] = seen(map);
    look(map, x + (w - w / times) * at[0], y + (h - h / times) * at[1], w / times, h / times);
  }

  function pan(map, dx, dy) {
    const [x, y, w, h] = seen(map);
    look(map, x + dx, y + dy, w, h);
  }

  const touches = new Map();
  let dragged = false;
  let start = null;

  function spread() {
    const [a, b] = [...touches.values()];
    return { apart: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  document.addEventListener("pointerdown", (event) => {
    const map = event.target.closest(`${BOARD} .map`);
    if (!map) return;
    if (!touches.size) [dragged, start] = [false, { map, x: event.clientX, y: event.clientY }];
    touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });

  document.addEventListener("pointermove", (event) => {
    const last = touches.get(event.pointerId);
    if (!last || !start) return;
    const map = start.map.isConnected ? start.map : document.getElementById(start.map.id);
    const before = touches.size > 1 ? spread() : null;
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
    if (!before && !dragged && Math.hypot(event.clientX - start.x, event.clientY - start.y) < MOVED) return;
    touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!dragged) map.setPointerCapture(event.pointerId);
    dragged = true;
    if (before) {
      const now = spread();
      const frame = map.getBoundingClientRect();
      if (before.apart) enlarge(map, now.apart / before.apart, [(now.x - frame.left) / frame.width, (now.y - frame.top) / frame.height]);
    } else if (boxes[map.dataset.seat]) {
      const size = scale(map) || 1;
      pan(map, -dx / size, -dy / size);
    }
  });

  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, (event) => {
      touches.delete(event.pointerId);
      if (!touches.size) start = null;
    });
  }

  document.addEventListener("wheel", (event) => {
    const map = event.target.closest?.(`${BOARD} .map`);
    if (!map || !event.ctrlKey) return;
    event.preventDefault();
    const frame = map.getBoundingClientRect();
    enlarge(map, Math.exp(-event.deltaY / 300), [(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height]);
  }, { passive: false });

  // Keys: in a map the arrows move it, + − 0 change its size, Enter goes into it; inside, arrows go from hexagon to hexagon.

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function middleOf(one) {
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  }

  function neighbour(one, [dx, dy]) {
    const [x, y] = middleOf(one);
    let [best, least] = [null, Infinity];
    for (const other of one.closest(".map").querySelectorAll("[data-cell][tabindex]")) {
      const [ox, oy] = middleOf(other);
      const [along, aside] = [(ox - x) * dx + (oy - y) * dy, Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx)];
      const far = along + 2 * aside;
      if (along > 4 && far < least) [best, least] = [other, far];
    }
    return best;
  }

  document.addEventListener("keydown", (event) => {
    if (!event.target.closest) return;
    const inside = event.target.closest(`${BOARD} .map [data-cell]`);
    const map = event.target.closest(`${BOARD} .map`);
    const link = event.target.closest(`${BOARD} [data-pick]`);
    if (event.key === "Escape" && chosen) close();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    let isUsed = true;
    if (link && event.key === " ") link.click();
    else if (link && ["ArrowRight", "ArrowLeft"].includes(event.key)) {
      const links = [...link.closest(".market").querySelectorAll("[data-pick]")];
      links[links.indexOf(link) + (event.key === "ArrowRight" ? 1 : -1)]?.focus();
    } else if (inside && (event.key === "Enter" || event.key === " ")) tap(inside);
    else if (inside && event.key in ARROWS) neighbour(inside, ARROWS[event.key])?.focus();
    else if (map && event.key in ARROWS) pan(map, ...ARROWS[event.key].map((n) => (n * seen(map)[2]) / 8));
    else if (map && (event.key === "+" || event.key === "=")) enlarge(map, 1.25);
    else if (map && event.key === "-") enlarge(map, 0.8);
    else if (map && event.key === "0") fit(map);
    else if (map && event.key === "Enter") map.querySelector(".can[tabindex], .tile")?.focus();
    else isUsed = false;
    if (isUsed) event.preventDefault();
  });

  // Updates of the page

  const watcher = new MutationObserver((records) => {
    const isOurs = ({ target }) => target.closest?.(BOARD) || target.querySelector?.(BOARD);
    if (records.some(isOurs)) apply();
  });
  watcher.observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["open", "data-number", "viewBox", "class"],
  });
  window.addEventListener("resize", apply);
  apply();
})();
