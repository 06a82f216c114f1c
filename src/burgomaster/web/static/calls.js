// Being called in this browser: asks for leave, subscribes, and tells the server.
(() => {
  "use strict";
  const button = document.querySelector("[data-push-key]");
  if (!button) return;
  const show = (name) => { const place = document.querySelector(`[data-push-${name}]`); if (place) place.hidden = false; };
  const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!can) { show("none"); return; }
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const headers = { "Content-Type": "application/json", ...JSON.parse(document.body.getAttribute("hx-headers")) };

  async function subscribe() {
    if (await Notification.requestPermission() !== "granted") { show("denied"); return; }
    const worker = await navigator.serviceWorker.ready;
    const old = await worker.pushManager.getSubscription();
    await old?.unsubscribe(); // perhaps of another key, or of somebody who has logged out since
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(button.dataset.pushKey) });
    const { endpoint, keys } = made.toJSON();
    const body = JSON.stringify({ channel: "push", address: endpoint, p256dh: keys.p256dh, auth: keys.auth });
    const answer = await fetch(button.dataset.ways, { method: "POST", headers, body });
    if (answer.ok) location.assign(location.pathname + "?done=saved");
    else document.getElementById("notice").textContent = (await answer.json()).error;
  }
  button.addEventListener("click", () => {
    button.disabled = true;
    subscribe().catch(() => show("none")).finally(() => { button.disabled = false; });
  });
  show("place");
})();
