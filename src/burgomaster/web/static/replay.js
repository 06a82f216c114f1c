// The keys of a replay.
(() => {
  "use strict";
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const link = document.querySelector('#replay [data-key="' + event.key + '"]');
    if (!link) return;
    event.preventDefault();
    htmx.ajax("GET", link.getAttribute("href"), { target: "#replay", swap: "morph:outerHTML" });
  });
})();
