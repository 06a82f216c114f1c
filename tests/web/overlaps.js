// Controls and headings that lie upon each other, and those whose words do not fit.
() => {
  const kinds = "button, a.button, select, input:not([type=radio]), .chip, .choice-card, h2, h3";
  const shown = [...document.querySelectorAll(`main :is(${kinds})`)].filter((node) => node.checkVisibility() && !node.closest(".unseen"));
  const boxes = shown.map((node) => [node, node.getBoundingClientRect()]);
  const told = (node) => node.outerHTML.slice(0, 90);
  const wrong = [];
  for (const [one, a] of boxes)
    for (const [other, b] of boxes) {
      if (one === other || one.contains(other) || other.contains(one)) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 2) wrong.push(told(one) + " / " + told(other));
    }
  for (const [node] of boxes)
    if (node.scrollWidth > node.clientWidth + 2 && !node.matches("input, select, .unseen")) wrong.push("cut: " + told(node));
  return wrong;
}
