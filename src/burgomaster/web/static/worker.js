// The service worker: messages with the page closed, and what was seen last without a network. It decides nothing.
"use strict";
const VERSION = "@version@"; // of all static files: when they change, this file does
const ROOT = new URL("./", self.location).pathname;
const FILES = "bm-files-" + VERSION, PAGES = "bm-pages", MOST_PAGES = 12;
const OFFLINE = ROOT + "offline";
const isFile = (path) => path.startsWith(ROOT + "static/~");
const isTable = (path) => path.startsWith(ROOT + "t/") && !path.slice(ROOT.length + 2).includes("/");

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const files = await caches.open(FILES), page = await fetch(OFFLINE, { cache: "no-store" });
    const text = await page.clone().text();
    await files.put(OFFLINE, page);
    const named = [...text.matchAll(/(?:href|src)="([^"]*\/static\/~[^"#]+)/g)].map((found) => found[1]);
    await Promise.all([...new Set(named)].map((name) => files.add(name).catch(() => {})));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("bm-files-") && name !== FILES) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method === "GET" && isFile(url.pathname)) event.respondWith(fileOf(request));
  else if (request.mode === "navigate") event.respondWith(pageOf(request, url));
});

async function fileOf(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.status === 200) (await caches.open(FILES)).put(request, answer.clone()).catch(() => {});
  return answer;
}

// Pages come from the server. Without one, a table is shown as it was seen last and says so; a form is never kept for later.
async function pageOf(request, url) {
  try {
    const answer = await fetch(request);
    if (request.method === "GET" && answer.ok && !answer.redirected && isTable(url.pathname) && !url.searchParams.has("key"))
      await keep(url.pathname, answer.clone());
    return answer;
  } catch (error) {
    const kept = request.method === "GET" ? await (await caches.open(PAGES)).match(ROOT + url.pathname.slice(ROOT.length)) : null;
    return kept ? asOld(kept) : (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function keep(path, answer) {
  const pages = await caches.open(PAGES), headers = new Headers(answer.headers);
  headers.set("X-Kept", String(Date.now()));
  await pages.delete(path);
  await pages.put(path, new Response(await answer.text(), { headers }));
  for (const old of (await pages.keys()).slice(0, -MOST_PAGES)) await pages.delete(old);
}

async function asOld(kept) {
  const headers = new Headers(kept.headers), at = Number(headers.get("X-Kept")) || 0;
  const text = (await kept.text()).replace(/<html(?: data-old="\d*")?/, `<html data-old="${at}"`);
  return new Response(text, { headers });
}

// Messages. What they say came encrypted; where they lead is a path of this server and nothing else.
self.addEventListener("push", (event) => {
  const told = (() => { try { return event.data.json(); } catch { return {}; } })();
  const shown = {
    body: String(told.body ?? ""), tag: String(told.tag ?? "burgomaster"), data: { path: String(told.path ?? "/") },
    icon: ROOT + `static/~${VERSION}/icon-192.png`, badge: ROOT + `static/~${VERSION}/badge-96.png`, renotify: true,
  };
  event.waitUntil(self.registration.showNotification(String(told.title ?? "Burgomaster"), shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data?.path ?? "/", local = path.startsWith("/") && !path.startsWith("//") ? path.slice(1) : "";
  const goal = new URL(ROOT + local, self.location.origin);
  event.waitUntil((async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const open = pages.find((page) => new URL(page.url).pathname === goal.pathname);
    return open ? open.focus() : self.clients.openWindow(goal.href);
  })());
});
