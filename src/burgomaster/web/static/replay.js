// A replay: keys, playing by itself, the list of moves, a link to the moment. Without it everything is a link.
(() => {
  "use strict";
  const FAST = "bm.replay-speed";
  const replay = () => document.getElementById("replay");
  const store = {
    get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
    set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* private mode */ } },
  };
  let timer = 0;
  let isPlaying = false;

  function go(address) {
    return htmx.ajax("GET", address, { source: replay(), target: "#replay", swap: "morph:outerHTML" });
  }

  const isAtEnd = () => replay().dataset.place === replay().dataset.last;
  const seconds = () => Number(document.getElementById("replay-speed").value);

  // Playing

  function play(wanted) {
    isPlaying = wanted;
    clearTimeout(timer);
    show();
    if (!wanted) return;
    if (isAtEnd()) go(document.querySelector('[data-key="Home"]').getAttribute("href"));
    else timer = setTimeout(step, 250);
  }

  function step() {
    if (!isPlaying || document.hidden) return play(false);
    if (isAtEnd()) return play(false);
    return go(document.querySelector('[data-key="ArrowRight"]').getAttribute("href"));
  }

  // What the page shows of this: the button, the place in the list, the address.
  function show() {
    const button = document.getElementById("replay-play");
    const word = isPlaying ? button.dataset.pause : button.dataset.play;
    button.querySelector(".word").textContent = word;
    button.setAttribute("aria-label", word);
    button.dataset.playing = isPlaying ? "1" : "";
    const speed = document.getElementById("replay-speed");
    const kept = store.get(FAST);
    if (kept && [...speed.options].some((one) => one.value === kept)) speed.value = kept;
  }

  function follow() {
    const { place, address } = replay().dataset;
    history.replaceState(history.state, "", address);
    const list = document.querySelector(".replay-moves");
    for (const link of list.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
    const link = list.querySelector(`[data-go="${place}"]`);
    if (link) {
      link.setAttribute("aria-current", "step");
      const [box, frame] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
      if (box.top < frame.top || box.bottom > frame.bottom) list.scrollTop += box.top - frame.top - frame.height / 2;
    }
    for (const field of document.querySelectorAll("input[data-place]")) field.value = place;
  }

  document.addEventListener("htmx:afterSettle", (event) => {
    if (!replay() || !event.target.closest("#replay")) return;
    show();
    follow();
    if (isPlaying) timer = setTimeout(step, seconds() * 1000);
  });
  document.addEventListener("htmx:responseError", () => { if (replay()) play(false); });
  document.addEventListener("htmx:sendError", () => { if (replay()) play(false); });

  document.addEventListener("click", (event) => {
    const target = event.target.closest?.("#replay-play, #replay-share, [data-go], [data-key]");
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (target.id === "replay-play") return play(!isPlaying);
    if (isPlaying && target.id !== "replay-share") play(false);
    if (target.id === "replay-share") {
      event.preventDefault();
      copy(target);
    } else if (target.dataset.go !== undefined) {
      event.preventDefault();
      go(target.getAttribute("href"));
    }
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "replay-speed") store.set(FAST, event.target.value);
    if (event.target.id === "ply" && isPlaying) play(false);
    event.target.closest?.("[data-submits]")?.requestSubmit();
  });
  document.addEventListener("input", (event) => {
    if (event.target.id === "ply") document.querySelector("#replay output").textContent = `${event.target.value} / ${replay().dataset.last}`;
  });

  async function copy(link) {
    const address = new URL(link.getAttribute("href"), location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      notice(link.dataset.copied);
    } catch {
      window.prompt(link.dataset.copyThis, address);
    }
  }
  function notice(text) {
    const place = document.getElementById("notice");
    place.textContent = text;
    setTimeout(() => { if (place.textContent === text) place.textContent = ""; }, 4000);
  }

  // Keys

  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input:not([type=range]), select, textarea, .replay-moves, .map, .map *");
    if (!replay() || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && !event.target.closest("a, button, summary, label")) {
      event.preventDefault();
      return play(!isPlaying);
    }
    const link = document.querySelector(`#replay [data-key="${CSS.escape(event.key)}"]`);
    if (!link || event.target.matches("input")) return;
    event.preventDefault();
    if (isPlaying) play(false);
    go(link.getAttribute("href"));
  });

  document.addEventListener("DOMContentLoaded", () => {
    if (!replay()) return;
    show();
    follow();
  });
})();
