// A replay in a frame: steps without loading the page again, and keys. Without it everything is a link.
(() => {
  "use strict";
  let isLoading = false;

  async function go(link) {
    if (isLoading || !link || link.getAttribute("aria-disabled") === "true") return;
    isLoading = true;
    const key = link.dataset.key;
    try {
      const answer = await fetch(link.href, { headers: { "X-Part": "1" }, credentials: "omit" });
      if (!answer.ok) throw new Error(answer.status);
      const part = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("embed");
      document.getElementById("embed").replaceWith(document.adoptNode(part));
      document.querySelector(`[data-key="${key}"]`)?.focus({ preventScroll: true });
    } catch {
      location.href = link.href;
    } finally {
      isLoading = false;
    }
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest(".embed-steps a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(link);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const link = document.querySelector(`.embed-steps [data-key="${CSS.escape(event.key)}"]`);
    if (!link) return;
    event.preventDefault();
    go(link);
  });
})();
