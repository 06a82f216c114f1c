// The little that pages need beyond htmx: errors as notices, clocks, keys, signals. It knows no rules.
(() => {
  "use strict";
  const preferences = {
    get: (name) => { try { return localStorage.getItem("bm." + name) === "1"; } catch { return false; } },
    set: (name, on) => { try { localStorage.setItem("bm." + name, on ? "1" : ""); } catch { /* private mode */ } },
  };

  // What somebody is typing, has chosen or has unfolded stays when the page is brought up to date.
  const KEPT = { value: "input:not([type=hidden], [type=range], [readonly])", selected: "option", checked: "input", open: "details" };
  if (window.Idiomorph) Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) => !(name in KEPT && node.matches?.(KEPT[name]));

  // Errors of the server, in the visitor's language, as a notice that goes away by itself.
  let hiding = 0;
  function notice(text) {
    const place = document.getElementById("notice");
    place.textContent = text;
    clearTimeout(hiding);
    hiding = setTimeout(() => { place.textContent = ""; }, 6000);
  }
  document.addEventListener("htmx:responseError", (event) => {
    notice(event.detail.xhr.responseText.slice(0, 400));
    if (event.detail.xhr.status === 409) catchUp();
  });
  document.addEventListener("htmx:sendError", () => notice(document.body.dataset.offline));

  // A page that fell behind catches up by itself: after an error, when the network is back, when it is looked at again.
  function catchUp() {
    document.dispatchEvent(new Event("bm:catch-up"));
    const page = document.querySelector("[data-live]");
    if (page) htmx.ajax("GET", page.dataset.live, { source: page, target: "#table", swap: "morph:outerHTML" });
  }
  // A stream that has been silent for too long is dead, even if nobody said so: it is opened again.
  const SILENCE = 40000, NAP = 20000; // milliseconds; the server gives a sign of life every 15 seconds
  let wasLost = false, source = null, heardAt = performance.now();
  const hear = () => { heardAt = performance.now(); };
  function countWatchers(event) { // signs of life say how many watch without sitting here
    const shown = document.getElementById("watchers");
    if (!shown || !/^\d+$/.test(event.data)) return;
    shown.hidden = event.data === "0";
    shown.querySelector("b").textContent = event.data;
  }
  document.addEventListener("htmx:sseError", () => { wasLost = true; document.body.classList.add("offline"); });
  document.addEventListener("htmx:sseOpen", (event) => {
    if (isAsleep) { source = event.detail.source; source.close(); return; }
    wasLost = false;
    document.body.classList.remove("offline");
    hear();
    if (source === event.detail.source) return;
    source = event.detail.source;
    for (const name of ["alive", "table"]) source.addEventListener(name, hear);
    source.addEventListener("alive", countWatchers);
  });
  document.addEventListener("htmx:configRequest", (event) => {
    if (source?.readyState === EventSource.OPEN && !wasLost) event.detail.headers["X-Stream"] = "open"; // needs no answer
  });
  function reopen(patience) {
    if (isAsleep || !source || source.readyState !== EventSource.OPEN || performance.now() - heardAt < patience) return;
    source.close();
    source.onerror(new Event("error"));
  }
  // A game by post that nobody looks at: after a while the page hangs up, so that the server calls its owner elsewhere.
  const DOZE = 60000;
  let dozing = 0, isAsleep = false;
  function doze() {
    if (!document.hidden || !source || document.getElementById("table")?.dataset.slow !== "1") return;
    isAsleep = true;
    source.close();
  }
  document.addEventListener("visibilitychange", () => {
    clearTimeout(dozing);
    if (document.hidden) { dozing = setTimeout(doze, DOZE); return; }
    if (!isAsleep) return;
    isAsleep = false;
    source.onerror(new Event("error"));
    catchUp();
  });
  setInterval(() => reopen(SILENCE), 5000);
  window.addEventListener("online", () => { catchUp(); reopen(NAP); });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    if (wasLost) catchUp();
    reopen(NAP);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.xhr?.status === 204 && wasLost) catchUp();
    if (event.detail.successful && event.target.matches("[data-clears]")) event.target.querySelector("[name=text]").value = "";
  });
  document.addEventListener("htmx:confirm", (event) => {
    const button = event.detail.triggeringEvent?.submitter;
    if (!preferences.get("confirm") || button?.name !== "move") return;
    event.preventDefault();
    if (window.confirm(button.innerText.trim())) event.detail.issueRequest(true);
  });

  // My turn: title, icon, sound, notification.
  let wasTurn = null;
  function signal() {
    const table = document.getElementById("table");
    if (!table) return;
    const turn = table.dataset.turn === "1";
    const icon = document.querySelector("link[rel=icon]");
    icon.href = turn ? icon.dataset.turn : icon.dataset.quiet;
    document.title = (turn ? "● " + table.dataset.yourTurn + " · " : "") + table.dataset.title + " · Burgomaster";
    if (turn && wasTurn === false) {
      if (preferences.get("sound")) chime();
      if (preferences.get("notify") && document.hidden && "Notification" in window && Notification.permission === "granted")
        new Notification(table.dataset.yourTurn, { body: table.dataset.title, tag: location.pathname });
    }
    wasTurn = turn;
  }
  function chime() {
    const sound = new AudioContext();
    [523.25, 659.25].forEach((pitch, place) => {
      const tone = sound.createOscillator(), volume = sound.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.12, sound.currentTime + place * 0.14);
      volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + place * 0.14 + 0.4);
      tone.connect(volume).connect(sound.destination);
      tone.start(sound.currentTime + place * 0.14);
      tone.stop(sound.currentTime + place * 0.14 + 0.45);
    });
  }

  // Clocks run here too, between two updates, by the server's time: the clock of a device may be wrong.
  let ahead = null; // milliseconds by which the server's clock is ahead of this device's; null until it is asked
  async function askTime() {
    ahead = 0;
    const answer = await fetch(document.querySelector("link[rel=icon]").href, { method: "HEAD", cache: "no-store" });
    const told = Date.parse(answer.headers.get("Date")) + 500 - Date.now(); // told in whole seconds
    if (Math.abs(told) > 1500) ahead = told;
  }
  setInterval(() => {
    const clocks = document.querySelectorAll("[data-deadline]");
    if (clocks.length && ahead === null) askTime().catch(() => { ahead = null; });
    for (const clock of clocks) {
      const left = Math.max(0, Math.round(Number(clock.dataset.deadline) - (Date.now() + ahead) / 1000));
      if (left < 86400) clock.textContent = (left < 3600 ? "" : Math.floor(left / 3600) + ":") + String(Math.floor(left / 60) % 60).padStart(left < 3600 ? 1 : 2, "0") + ":" + String(left % 60).padStart(2, "0");
      clock.classList.toggle("low", left < 15);
    }
  }, 500);

  // Preferences, links to copy.
  document.addEventListener("change", (event) => {
    const { preference } = event.target.dataset ?? {};
    if (!preference) return;
    preferences.set(preference, event.target.checked);
    if (preference === "notify" && event.target.checked && "Notification" in window) Notification.requestPermission();
  });
  document.addEventListener("click", async (event) => {
    if (!event.target.matches("[data-copy]")) return;
    event.target.select();
    // Without https browsers lend no clipboard: the text is selected, and nothing is promised.
    await navigator.clipboard?.writeText(event.target.value).then(() => notice(document.body.dataset.copied), () => {});
  });
  document.addEventListener("DOMContentLoaded", () => {
    for (const box of document.querySelectorAll("[data-preference]")) box.checked = preferences.get(box.dataset.preference);
    const page = document.querySelector(".table-page");
    if (page) new MutationObserver(signal).observe(page, { subtree: true, attributes: true, attributeFilter: ["data-turn", "data-title"] });
    signal();
  });
})();
