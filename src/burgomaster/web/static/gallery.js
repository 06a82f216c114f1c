// Search among the cards of a gallery: a card stays if every word stands in its text. Without it all cards are shown.
(() => {
  "use strict";
  document.addEventListener("DOMContentLoaded", () => {
    const form = document.getElementById("card-search");
    const cards = [...document.querySelectorAll(".gallery li[id], .cards > [id]")];
    if (!form || !cards.length) return;
    const input = form.querySelector("input"), told = form.querySelector("output");
    const plain = (text) => text.toLocaleLowerCase().replaceAll("ё", "е").replaceAll("\u00ad", "");
    const texts = cards.map((card) => plain(card.textContent));
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    input.addEventListener("input", () => {
      const words = plain(input.value).split(/\s+/).filter(Boolean);
      let n = 0;
      cards.forEach((card, place) => {
        card.hidden = !words.every((word) => texts[place].includes(word));
        n += card.hidden ? 0 : 1;
      });
      for (const shelf of document.querySelectorAll(".gallery section")) shelf.hidden = !shelf.querySelector("li[id]:not([hidden])");
      told.textContent = words.length ? n + " / " + cards.length : "";
    });
  });
})();
