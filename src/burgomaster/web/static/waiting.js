// The waiting room: copying the link, and the share sheet of the system where there is one.
(() => {
  "use strict";
  function offer() {
    for (const button of document.querySelectorAll("[data-copy-link]")) button.hidden = false;
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  }
  // Without https, as in a local network, browsers lend no clipboard: there the old way is left.
  async function copy(link) {
    if (navigator.clipboard) return navigator.clipboard.writeText(link);
    document.querySelector(".invite input").select();
    document.execCommand("copy");
  }
  document.addEventListener("click", async (event) => {
    const { copyLink, done, share, title, text } = event.target.dataset ?? {};
    if (copyLink) {
      await copy(copyLink);
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
