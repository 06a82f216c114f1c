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
    if (!event.target.matches?.("details.menu") || !event.target.open) return;
    closeMenus(event.target);
    const list = event.target.querySelector(".menu-list"), bar = event.target.getBoundingClientRect();
    list.classList.toggle("up", bar.bottom + list.offsetHeight + 8 > innerHeight && bar.top - list.offsetHeight > 60);
  }, true);
  document.addEventListener("click", (event) => {
    const menu = event.target.closest("details.menu");
    const chosen = event.target.closest("[data-closes] button, [data-closes] a");
    if (!menu) closeMenus();
    else if (chosen) setTimeout(() => { // when the form is sent: it must know which of its buttons was pressed
      if (menu.contains(document.activeElement)) menu.querySelector("summary").focus({ preventScroll: true });
      closeMenus();
    });
  });

  // Sharing: the system's own sheet where there is one; else the link is copied.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-share]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const words = link.querySelector("span"), label = words.textContent;
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) return await navigator.share({ title: link.dataset.share, url: link.href });
      await navigator.clipboard.writeText(link.href);
      words.textContent = link.dataset.copied;
      speak(link.dataset.copied);
      setTimeout(() => { words.textContent = label; }, 2500);
    } catch (error) {
      if (error.name !== "AbortError") location.href = link.href; // neither is allowed here: show it instead
    }
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
      || (isOwn && choices()[0]) || first("#ending .tool") || first("#actions") || first("#board");
    if (!target) return;
    if (target.tabIndex < 0 && !target.hasAttribute("tabindex")) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }

  // One place speaks to screen readers: moves are told there by the stage, whose turn it is and what was copied here.
  let told = "", turnAt = null, saying = 0; // turnAt: the position in which it was one's turn, "" if it was not
  function speak(words) {
    const voice = document.getElementById("stage-voice");
    if (!voice) return;
    const isFresh = voice.textContent !== told; // the moves that led to it: both are said together
    voice.textContent = told = isFresh && voice.textContent ? `${voice.textContent}. ${words}` : words;
  }
  function announceTurn() {
    const now = table()?.dataset.turn === "1" ? document.getElementById("board")?.dataset.number ?? "" : "";
    if (now && turnAt !== null && now !== turnAt) speak(table().dataset.yourTurn);
    turnAt = now;
    told = document.getElementById("stage-voice")?.textContent ?? "";
  }

  function changed() {
    cancelAnimationFrame(saying);
    saying = requestAnimationFrame(() => { rescue(); announceTurn(); });
  }
  document.addEventListener("DOMContentLoaded", () => {
    for (const box of document.querySelectorAll("[data-keys]")) box.checked = !kept(KEYS_OFF);
    const page = document.querySelector(".table-page");
    if (!page) return;
    announceTurn();
    new MutationObserver(changed).observe(page, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-turn", "disabled", "data-number"] });
  });
})();
