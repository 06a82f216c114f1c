// Menus that close, keys, focus that is not lost, and what is said to a screen reader. It knows no rules.
(() => {
  "use strict";
  const KEYS_OFF = "bm.nokeys";
  const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* private mode */ } };
  const seen = (node) => node.checkVisibility?.({ visibilityProperty: true }) ?? true;
  const first = (selector) => [...document.querySelectorAll(selector)].find((node) => seen(node) && !node.disabled) ?? null;
  const table = () => document.getElementById("table");

  // Menus: one at a time; Escape, a press elsewhere and a choice close them.
  const menus = () => document.querySelectorAll("details.menu[open]");
  function closeMenus(except) {
    for (const menu of menus()) if (menu !== except) menu.open = false;
  }
  document.addEventListener("toggle", (event) => {
    if (event.target.matches?.("details.menu") && event.target.open) closeMenus(event.target);
  }, true);
  document.addEventListener("click", (event) => {
    const menu = event.target.closest("details.menu");
    const chosen = event.target.closest("[data-closes] button, [data-closes] a");
    if (!menu) closeMenus();
    else if (chosen) { menu.querySelector("summary").focus({ preventScroll: true }); closeMenus(); }
  });

  // Keys, by their place on the keyboard: the layout does not matter.
  const CHOICES = '#board a[data-pick], #board button[name="move"]';
  const choices = () => [...document.querySelectorAll(CHOICES)].filter((node) => seen(node) && !node.disabled);
  function step(by) {
    const all = choices();
    if (!all.length) return;
    const at = all.indexOf(document.activeElement);
    const next = all[(at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by + all.length) % all.length];
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  }
  function press(selector) {
    const found = first(selector);
    if (found) found.click();
    return Boolean(found);
  }
  function goTo(selector) {
    const found = first(selector);
    if (!found) return;
    if (found.tabIndex < 0 && !found.hasAttribute("tabindex")) found.tabIndex = -1;
    found.focus({ preventScroll: true });
    found.scrollIntoView({ block: "nearest" });
  }
  const skip = () => CSS.escape(document.getElementById("controls")?.dataset.skip || "pass");
  const KEYS = {
    KeyJ: () => step(1),
    KeyK: () => step(-1),
    KeyP: () => press(`#board button[name="move"][value="${skip()}"]`),
    KeyU: () => press("#control-undo button"),
    KeyH: () => press("#control-hint"),
    KeyB: () => (choices().length ? choices()[0].focus() : goTo("#actions, #board")),
    KeyL: () => goTo(".log ol"),
    KeyC: () => goTo(".say input[name=text]"),
    KeyM: () => { const menu = first("#control-menu > summary"); if (menu) { menu.focus(); menu.click(); } },
  };
  const isTyping = (node) => node.isContentEditable || node.matches?.("textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=range])");
  const helpSheet = () => document.getElementById("help");
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && menus().length) {
      const menu = menus()[0];
      closeMenus();
      menu.querySelector("summary").focus({ preventScroll: true });
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (kept(KEYS_OFF) || !table()) return;
    if (event.key === "?" || (event.shiftKey && event.code === "Slash")) {
      helpSheet()?.togglePopover?.();
      event.preventDefault();
    } else if (!event.shiftKey && !event.repeat && KEYS[event.code] && !document.querySelector(".sheet:popover-open")) {
      event.preventDefault();
      KEYS[event.code]();
    }
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches?.("[data-keys]")) keep(KEYS_OFF, event.target.checked ? "" : "1");
  });
  document.addEventListener("toggle", (event) => {
    if (event.target.matches?.(".sheet") && event.newState === "open") event.target.querySelector("button")?.focus({ preventScroll: true });
  }, true);

  // Focus: what had it may be gone with an update; then it goes to where the game goes on, not back to the top.
  let last = null; // what had the focus inside the table
  document.addEventListener("focusin", (event) => { last = event.target.closest?.("#table") ? event.target : null; });
  document.addEventListener("pointerdown", () => { last = null; }, true);
  function rescue() {
    const lost = last;
    const now = document.activeElement;
    if (!lost || (now && now !== document.body && !now.disabled && now.isConnected)) return;
    const isOwn = table()?.dataset.turn === "1";
    const same = lost.id && document.getElementById(lost.id);
    const target = (same && !same.disabled && seen(same) && same)
      || (lost.closest("#controls") && first("#controls .tool:not(:disabled)"))
      || (isOwn && choices()[0]) || first("#end .tool, #actions, #board");
    if (!target) return;
    if (target.tabIndex < 0 && !target.hasAttribute("tabindex")) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }

  // What happened is said once, in short sentences: the new lines of the log, and whose turn it is.
  const MOST_SAID = 8, COMPARED = 4;
  let lines = null, wasTurn = null, saying = 0;
  const readLog = () => [...document.querySelectorAll("#table .log li")].map((line) => line.textContent.trim());
  function news(before, after) {
    const mark = before.slice(0, COMPARED).join("\n");
    for (let place = 0; place < after.length; place++)
      if (after.slice(place, place + Math.min(COMPARED, before.length)).join("\n") === mark) return after.slice(0, place).reverse();
    return [];
  }
  function announce() {
    const place = document.getElementById("announcer");
    if (!place || !table()) return;
    const now = readLog(), isTurn = table().dataset.turn === "1";
    const said = lines && now.length >= lines.length ? news(lines, now).slice(-MOST_SAID) : [];
    if (isTurn && wasTurn === false) said.push(table().dataset.yourTurn);
    [lines, wasTurn] = [now, isTurn];
    if (said.length) place.textContent = said.map((line) => (/[.!?…]$/.test(line) ? line : line + ".")).join(" ");
  }

  function changed() {
    cancelAnimationFrame(saying);
    saying = requestAnimationFrame(() => { rescue(); announce(); });
  }
  document.addEventListener("DOMContentLoaded", () => {
    for (const box of document.querySelectorAll("[data-keys]")) box.checked = !kept(KEYS_OFF);
    const page = document.querySelector(".table-page");
    if (!page) return;
    announce();
    new MutationObserver(changed).observe(page, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-turn", "disabled", "data-number"] });
  });
})();
