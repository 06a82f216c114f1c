// The installed app: registers the service worker, keeps the table that is looked at, and says openly when it is offline.
(() => {
  "use strict";
  const { worker, oldText, notSent } = document.body?.dataset ?? {};
  const PAGES = "bm-pages", root = document.documentElement;
  const isOld = root.dataset.old !== undefined;
  if (worker && "serviceWorker" in navigator && window.isSecureContext)
    window.addEventListener("load", () => navigator.serviceWorker.register(worker).catch(() => { /* private mode */ }));

  // What somebody saw last of a table stays on this device; whoever logs in or out takes nothing over.
  let keeping = 0;
  async function keep() {
    const page = document.querySelector("[data-live]");
    if (!page || isOld || !navigator.serviceWorker?.controller) return;
    const headers = { "Content-Type": "text/html; charset=utf-8", "X-Kept": String(Date.now()) };
    await (await caches.open(PAGES)).put(location.pathname, new Response("<!doctype html>" + root.outerHTML, { headers }));
  }
  const keepSoon = () => { clearTimeout(keeping); keeping = setTimeout(() => keep().catch(() => { /* no room */ }), 1500); };
  document.addEventListener("htmx:afterSettle", keepSoon);
  document.addEventListener("submit", (event) => {
    if (/\/account\/(login|register|logout|delete)$/.test(event.target.action ?? "") && window.caches) caches.delete(PAGES);
  });

  // A page that was kept: nothing can be done on it, and it is loaded again as soon as that is possible.
  function say(text) {
    const place = document.getElementById("notice");
    if (place) place.textContent = text;
  }
  if (isOld) {
    const note = document.createElement("p");
    note.className = "old-note";
    note.setAttribute("role", "status");
    note.textContent = oldText.replace("*", new Date(Number(root.dataset.old)).toLocaleString(root.lang, { dateStyle: "medium", timeStyle: "short" }));
    document.getElementById("main")?.prepend(note);
    const refuse = (event) => { event.preventDefault(); event.stopImmediatePropagation(); say(notSent); };
    document.addEventListener("submit", refuse, true);
    document.addEventListener("htmx:beforeRequest", refuse, true);
    const again = async () => { if ((await fetch(worker, { method: "HEAD", cache: "no-store" })).ok) location.reload(); };
    window.addEventListener("online", () => again().catch(() => { /* not yet */ }));
    setInterval(() => again().catch(() => { /* not yet */ }), 15000);
  }
  document.addEventListener("htmx:sendError", (event) => { if (event.detail.requestConfig?.verb !== "get") setTimeout(() => say(notSent)); });
})();
