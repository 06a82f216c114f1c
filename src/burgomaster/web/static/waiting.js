// The waiting room: copying the link, and the share sheet of the system where there is one.
(() => {
  "use strict";
  function offer() {
    for (const button of document.querySelectorAll("[data-copy-link]")) button.hidden = !navigator.clipboard;
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  }
  document.addEventListener("click", async (event) => {
    const { copyLink, done, share, title, text } = event.target.dataset ?? {};
    if (copyLink) {
      await navigator.clipboard.writeText(copyLink);
      const label = event.target.textContent;
      event.target.textContent = done;
      setTimeout(() => { event.target.textContent = label; }, 2500);
    }
    if (share) navigator.share({ title, text, url: share }).catch(() => { /* closed without sending */ });
  });
  document.addEventListener("htmx:afterSettle", offer);
  document.addEventListener("htmx:afterSwap", offer);
  document.addEventListener("DOMContentLoaded", offer);
})();
