// An analysis: the chart, its signs, the list and the buttons all choose a move; the board beside them shows it.
(() => {
  "use strict";
  const study = () => document.getElementById("study");
  let whose = "";
  let wanted = 0; // the move that was asked for last
  let isTold = null; // whether the reasons are to be open; null until somebody opened or closed them

  function select(ply) {
    const moves = Number(document.getElementById("chances").dataset.moves);
    wanted = Math.min(Math.max(1, ply), moves);
    const address = `${location.pathname}?ply=${wanted}`;
    history.replaceState(history.state, "", address);
    htmx.ajax("GET", `${address}&part=move`, { source: study(), target: "#study", swap: "morph:outerHTML" });
  }

  // The nearest move that gave something away, of everybody or of one player.
  function slip(from, way) {
    const rows = [...document.querySelectorAll("[data-slip]")].filter((row) => whose === "" || row.dataset.seat === whose);
    const plies = rows.map((row) => Number(row.dataset.row));
    return way > 0 ? plies.find((ply) => ply > from) : plies.findLast((ply) => ply < from);
  }

  function show() {
    const now = study();
    if (!now) return;
    const moves = [[now.dataset.better, "1"], [now.dataset.played, now.dataset.better ? "played" : "1"]];
    Marks.draw(Marks.ranksOf(moves.filter(([move]) => move)));
    const cursor = document.getElementById("chances-cursor");
    for (const name of ["x1", "x2"]) if (cursor.getAttribute(name) !== now.dataset.x) cursor.setAttribute(name, now.dataset.x);
    for (const row of document.querySelectorAll("[data-row]")) row.classList.toggle("now", row.dataset.row === now.dataset.now);
    document.getElementById("study-whose").value = whose;
    const why = document.getElementById("study-why");
    if (why && isTold !== null && why.open !== isTold) why.open = isTold;
    const place = Number(now.dataset.now);
    for (const [name, way] of [["slip_back", -1], ["slip_on", 1]]) {
      const button = document.getElementById(`study-${name}`);
      const isOff = String(slip(place, way) === undefined);
      if (button.getAttribute("aria-disabled") !== isOff) button.setAttribute("aria-disabled", isOff);
    }
  }

  function press(target) {
    const place = Number(study().dataset.now);
    const step = target.dataset.step;
    const ply = step === "slip_back" ? slip(place, -1) : step === "slip_on" ? slip(place, 1) : Number(target.dataset.ply);
    if (ply) select(ply);
    if (!step && innerWidth < 1100) study().scrollIntoView({ block: "start" });
  }

  document.addEventListener("click", (event) => {
    if (!study() || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const summary = event.target.closest?.("#study-why > summary");
    if (summary) isTold = !summary.parentElement.open;
    const target = event.target.closest?.("[data-ply], [data-step]");
    const chart = event.target.closest?.("#chances");
    if (target) {
      event.preventDefault();
      press(target);
    } else if (chart) {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(chart.getScreenCTM().inverse());
      const [left, right, moves] = ["left", "right", "moves"].map((name) => Number(chart.dataset[name]));
      select(1 + Math.round(((at.x - left) / (right - left)) * (moves - 1)));
    }
  });
  document.addEventListener("change", (event) => {
    if (event.target.id !== "study-whose") return;
    whose = event.target.value;
    show();
  });
  document.addEventListener("keydown", (event) => {
    if (!study() || event.target.closest("input, select, textarea, .map") || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    select((wanted || Number(study().dataset.now)) + way);
  });
  document.addEventListener("submit", (event) => { if (event.target.closest(".study-board")) event.preventDefault(); }, true);

  let waiting = false;
  function soon() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; show(); });
  }
  document.addEventListener("DOMContentLoaded", () => {
    new MutationObserver(soon).observe(document.getElementById("main"), { subtree: true, childList: true, attributes: true, attributeFilter: ["data-now", "open", "class"] });
    show();
  });
})();
