// The waiting room: copying the link, and the share sheet of the system where there is one.
(() => {
  "use strict";
  const SHOWN = 2500;  // milliseconds
  let copied = -SHOWN;  // when the link was copied last
  // The room is drawn anew whenever somebody comes: a button says "Copied" there as well.
  function offer() {
    for (const button of document.querySelectorAll("[data-copy-link]")) {
      button.hidden = false;
      button.dataset.label ??= button.textContent;
      button.textContent = Date.now() - copied < SHOWN ? button.dataset.done : button.dataset.label;
    }
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  }
  // Without https, as in a local network, browsers lend no clipboard: there the old way is left.
  async function copy(link) {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      document.querySelector(".invite input").select();
      document.execCommand("copy");
    }
  }
  document.addEventListener("click", async (event) => {
    const { copyLink, share, title, text } = event.target.dataset ?? {};
    if (copyLink) {
      await copy(copyLink);
      copied = Date.now();
      offer();
      setTimeout(offer, SHOWN + 100);
    }
    if (share) navigator.share({ title, text, url: share }).catch(() => { /* closed without sending */ });
  });
  document.addEventListener("htmx:afterSettle", offer);
  document.addEventListener("htmx:afterSwap", offer);
  document.addEventListener("DOMContentLoaded", offer);
})();
