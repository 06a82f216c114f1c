// The lobby: the set-up of a game opens in the page, offers what fits, and the lists bring themselves up to date.
(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const preset = (form) => form.querySelector("input[name=preset]:checked, input[name=preset][type=hidden]");

  // Numbers of players, seats and options that fit the chosen edition.
  function fitPlayers(form) {
    const fitting = preset(form).dataset.players.split(" ");
    const choices = all("input[name=players]", form);
    for (const choice of choices) choice.disabled = !fitting.includes(choice.value);
    if (choices.some((choice) => choice.checked && !choice.disabled)) return;
    const nearest = choices.find((choice) => !choice.disabled && choice.value === "3") ?? choices.findLast((choice) => !choice.disabled);
    if (nearest) nearest.checked = true;
  }
  function fitSeats(form) {
    const players = Number(form.querySelector("input[name=players]:checked")?.value ?? 2);
    const seats = form.elements.my_seat;
    for (const option of seats.options) option.disabled = option.hidden = option.value !== "random" && Number(option.value) >= players;
    if (seats.selectedOptions[0].disabled) seats.value = "random";
  }
  function fitOptions(form) {
    const chosen = preset(form).value, place = Number(chosen.split("|")[1]);
    for (const option of all(".option[data-presets]", form)) {
      option.hidden = !option.dataset.presets.split(" ").includes(chosen);
      if (option.hidden) option.querySelector("select").value = "";
    }
    for (const usual of all("[data-defaults]", form))
      usual.textContent = usual.dataset.template.replace("*", usual.dataset.defaults.split("|")[place]);
  }
  function fit(form) {
    fitPlayers(form);
    fitOptions(form);
    if (!form.matches(".setup")) return; // the form of a tournament seats nobody
    fitSeats(form);
    showLevels(form);
  }
  // The face and manner of a chosen opponent; several of one level have different names.
  function showLevels(form) {
    const met = {};
    for (const levels of all("[data-levels]", form)) {
      const sitter = levels.closest(".sitter"), { manner, names } = levels.selectedOptions[0].dataset;
      const number = met[levels.value] = (met[levels.value] ?? -1) + 1;
      for (const face of all("[data-bot]", sitter)) face.hidden = face.dataset.bot !== levels.value;
      sitter.querySelector("[data-name]").textContent = names.split(", ")[number] ?? "";
      sitter.querySelector(".manner").textContent = manner;
    }
  }
  let clockTouched = false;
  function fitClock(form) {
    const clock = form.elements.clock;
    if (clockTouched) return;
    clock.value = form.elements.how.value === "open" ? clock.dataset.open : "none";
  }
  document.addEventListener("change", (event) => {
    const form = event.target.closest?.(".setup, .cup-form");
    if (!form) return;
    if (["preset", "players"].includes(event.target.name)) fit(form);
    if (!form.matches(".setup")) return;
    if (event.target.name === "clock") clockTouched = true;
    if (event.target.name === "how") fitClock(form);
    if (event.target.matches("[data-levels]")) showLevels(form);
  });

  // A tile opens its set-up in this page; without a script it is a page of its own.
  async function openSetup(address, remember) {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(answer.status);
    const other = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.getElementById("setup").replaceWith(other.getElementById("setup"));
    for (const tile of all(".tile")) {
      const twin = other.getElementById(tile.id);
      tile.className = twin.className;
      tile.querySelector(".tile-play").toggleAttribute("aria-current", twin.classList.contains("chosen"));
    }
    document.title = other.title;
    if (remember) history.pushState(null, "", address);
    begin(remember);
  }
  function begin(isAsked) {
    const form = document.querySelector(".setup, .cup-form");
    clockTouched = false;
    if (!form) return;
    fit(form);
    if (!isAsked) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    form.scrollIntoView({ behavior: calm ? "auto" : "smooth", block: "start" });
    document.getElementById("setup-title").focus({ preventScroll: true });
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-setup]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    openSetup(link.getAttribute("href"), true).catch(() => { location.href = link.href; });
  });
  window.addEventListener("popstate", () => {
    if (document.getElementById("setup")) openSetup(location.pathname + location.search, false).catch(() => location.reload());
  });

  // The lists, while somebody looks at them.
  const PAUSE = 4000; // milliseconds
  function refresh() {
    const lists = document.querySelector("[data-lists]");
    if (lists && !document.hidden) htmx.ajax("GET", lists.dataset.lists + lists.dataset.seen, { target: lists, swap: "morph:outerHTML" });
  }
  function tellAges() {
    const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
    for (const time of all("[data-ago]")) {
      const seconds = Number(time.dataset.ago) - Date.now() / 1000;
      const [size, unit] = [[86400, "day"], [3600, "hour"], [60, "minute"]].find(([size]) => -seconds >= size) || [60, "minute"];
      const said = words.format(Math.round(seconds / size), unit);
      if (time.textContent !== said) time.textContent = said;
    }
  }

  function tellTurns() {
    const link = document.getElementById("turns"), lists = document.querySelector("[data-lists]");
    if (!link || !lists || link.textContent === lists.dataset.turns) return;
    link.textContent = lists.dataset.turns;
    link.hidden = !link.textContent;
  }

  document.addEventListener("htmx:afterSwap", () => { tellAges(); tellTurns(); });
  document.addEventListener("visibilitychange", refresh);
  document.addEventListener("DOMContentLoaded", () => {
    begin(false);
    tellAges();
    tellTurns();
    setInterval(refresh, PAUSE);
    setInterval(tellAges, 30000);
  });
})();
