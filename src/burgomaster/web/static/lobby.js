// The lobby: numbers of players that fit the chosen game, and how long ago a table changed.
(() => {
  "use strict";
  function fitPlayers() {
    const chosen = document.querySelector("input[name=preset]:checked");
    if (!chosen) return;
    const fitting = chosen.dataset.players.split(" ");
    const choices = [...document.querySelectorAll("input[name=players]")];
    for (const choice of choices) choice.disabled = !fitting.includes(choice.value);
    if (!choices.some((choice) => choice.checked && !choice.disabled)) {
      const last = choices.filter((choice) => !choice.disabled).pop();
      if (last) last.checked = true;
    }
  }
  function tellAges() {
    const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
    for (const time of document.querySelectorAll("[data-ago]")) {
      const seconds = Number(time.dataset.ago) - Date.now() / 1000;
      const [size, unit] = [[86400, "day"], [3600, "hour"], [60, "minute"]].find(([size]) => -seconds >= size) || [60, "minute"];
      time.textContent = words.format(Math.round(seconds / size), unit);
    }
  }

  document.addEventListener("change", (event) => {
    if (event.target.name === "preset") fitPlayers();
  });
  document.addEventListener("DOMContentLoaded", () => {
    fitPlayers();
    tellAges();
  });
})();
