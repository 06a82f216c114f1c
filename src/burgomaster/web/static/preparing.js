// While a game is being compiled: asks how far it is, and goes on to what was asked for when it is ready.
(() => {
  "use strict";
  const INTERVAL = 500; // milliseconds between two questions
  document.addEventListener("DOMContentLoaded", () => {
    const part = document.getElementById("preparing");
    if (!part) return;
    const bar = part.querySelector("progress");
    const count = document.getElementById("preparing-count");
    const form = part.querySelector("form");

    function show({ done, total }) {
      if (!total) return;
      bar.max = total;
      bar.value = done;
      count.textContent = `${done} / ${total}`;
    }
    async function ask() {
      try {
        const answer = await fetch(part.dataset.status, { cache: "no-store" });
        const told = await answer.json();
        show(told);
        if (told.ready) return form ? form.submit() : location.reload();
      } catch {
        // the server is gone for a moment: asked again
      }
      setTimeout(ask, INTERVAL);
    }
    ask();
  });
})();
