// In a lesson: shows on the board what is spoken of and what is suggested, turns back to earlier steps, folds the text.
(() => {
  "use strict";
  const MARK = "lesson-hint", RING = "lesson-ring";
  const FOLDED = "bm.lesson-folded";
  const box = () => document.getElementById("lesson");
  const store = {
    get: (key) => { try { return sessionStorage.getItem(key); } catch { return null; } },
    set: (key, value) => { try { sessionStorage.setItem(key, value); } catch { /* private mode */ } },
  };
  let step = ""; // the step that was pointed at last
  let opened = ""; // the panel that was answered last
  let shown = 0; // the page that is read again; 0: the newest

  function put(element, name, value) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }

  function setClass(name, wanted) {
    for (const old of document.querySelectorAll("." + name)) if (!wanted.has(old)) old.classList.remove(name);
    for (const one of wanted) if (!one.classList.contains(name)) one.classList.add(name);
  }

  // Pages

  function turn(lesson) {
    const pages = [...lesson.querySelectorAll("[data-page]")];
    const newest = pages.length;
    if (shown >= newest) shown = 0;
    const at = (shown || newest) - 1;
    pages.forEach((page, place) => { if (page.hidden !== (place !== at)) page.hidden = place !== at; });
    const [title, label] = [lesson.querySelector("h2"), lesson.querySelector(".lesson-step, .lesson-done")];
    const { title: heading, step: name } = pages[at].dataset;
    if (heading && title.textContent !== heading) title.textContent = heading;
    if (heading && label.textContent !== name) label.textContent = name;
    lesson.classList.toggle("rereads", at < newest - 1);
    lesson.querySelector("[data-lesson=back]").disabled = at < 1;
    lesson.querySelector("[data-lesson=on]").disabled = at >= newest - 1;
  }

  function fold(lesson) {
    const isFolded = store.get(FOLDED) === "1";
    lesson.classList.toggle("folded", isFolded);
    put(lesson.querySelector("[data-lesson=fold]"), "aria-expanded", String(!isFolded));
    const isClosed = store.get("bm.lesson-closed") === location.pathname && lesson.classList.contains("at-end");
    if (lesson.hidden !== isClosed) lesson.hidden = isClosed;
  }

  document.addEventListener("click", (event) => {
    const lesson = box();
    const wanted = event.target.closest?.("#lesson [data-lesson]")?.dataset.lesson;
    if (!lesson || !wanted) return;
    const newest = lesson.querySelectorAll("[data-page]").length;
    if (wanted === "back") shown = Math.max(1, (shown || newest) - 1);
    if (wanted === "on") shown = (shown || newest) + 1;
    if (wanted === "fold") store.set(FOLDED, lesson.classList.contains("folded") ? "" : "1");
    if (wanted === "close") store.set("bm.lesson-closed", location.pathname);
    if (wanted === "back" || wanted === "on") lesson.querySelector(".lesson-words").scrollTop = 0;
    mark();
  });
  document.addEventListener("keydown", (event) => {
    const menu = document.querySelector("#lesson .lesson-menu[open]");
    if (event.key !== "Escape" || !menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  // The board

  let waiting = false;
  function mark() {
    waiting = false;
    const lesson = box();
    const move = lesson?.dataset.suggested;
    const controls = move ? Marks.controlsOf(move) : [];
    const places = lesson?.dataset.show ? [...document.querySelectorAll(lesson.dataset.show)].filter((one) => one.closest("#board")) : [];
    setClass(MARK, new Set(controls));
    setClass(RING, new Set(places));
    if (!lesson) return;
    const now = lesson.dataset.number + " " + move;
    if (now !== step) shown = 0;
    turn(lesson);
    fold(lesson);
    if (now !== step && move) point(controls, places);
    step = now;
    answer(move);
  }

  // A new step: what it speaks of comes into sight, first of all what is to be pressed.
  function point(controls, places) {
    box().querySelector(".lesson-words").scrollTop = 0;
    const onBoard = controls.filter((one) => !one.closest(".actions"));
    const inPanel = controls.find((one) => one.closest(".actions") && Marks.isSeen(one));
    setTimeout(() => {
      if (inPanel) Marks.revealInPanel(inPanel);
      Marks.reveal([...onBoard.slice(0, 1), ...places]);
    }, 60);
  }

  // An opened panel with the suggested button is answered as the lesson means it, once.
  function answer(move) {
    const button = move && Marks.buttonsOf(move).find((one) => one.closest(".pick[open]"));
    const key = button ? step + button.closest(".pick").id : "";
    if (key === opened) return;
    opened = key;
    if (!button) return;
    Marks.preselect(button);
    requestAnimationFrame(() => Marks.revealInPanel(button));
  }

  function soon() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(mark);
  }

  // The text lies below the head of the page, however high that is.
  function measure() {
    const head = document.querySelector("header.top");
    const high = head && getComputedStyle(head).position === "sticky" ? head.offsetHeight : 0;
    document.documentElement.style.setProperty("--head-height", `${high}px`);
  }

  document.addEventListener("DOMContentLoaded", () => {
    const page = document.querySelector(".table-page");
    if (!page || !box()) return;
    measure();
    window.addEventListener("resize", measure);
    new MutationObserver(soon).observe(page, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-suggested", "data-number", "class", "value", "open", "hidden"] });
    mark();
  });
})();
