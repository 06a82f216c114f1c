// What a person with a screen reader, a keyboard or a small screen would stumble over.
() => {
  const wrong = [];
  const shown = (node) => node.checkVisibility && node.checkVisibility();
  const named = (node) => (node.getAttribute("aria-label") || node.getAttribute("title") || node.innerText || "").trim();
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  if (new Set(ids).size !== ids.length) wrong.push("an id stands twice: " + ids.filter((id, n) => ids.indexOf(id) !== n));
  if (!document.documentElement.lang) wrong.push("no language");
  if (document.querySelectorAll("main").length !== 1) wrong.push("not one main");
  if (!document.querySelector("header") || !document.querySelector("nav[aria-label]")) wrong.push("no landmarks");
  if (document.querySelectorAll("h1").length < 1) wrong.push("no heading");
  for (const input of document.querySelectorAll("input:not([type=hidden]), select, textarea"))
    if (shown(input) && !input.labels?.length && !input.getAttribute("aria-label")) wrong.push("no label: " + input.outerHTML.slice(0, 90));
  for (const button of document.querySelectorAll("button, a[href], summary"))
    if (shown(button) && !named(button)) wrong.push("no name: " + button.outerHTML.slice(0, 90));
  for (const image of document.querySelectorAll("img")) if (!image.hasAttribute("alt")) wrong.push("no alt: " + image.src);
  for (const section of document.querySelectorAll("section"))
    for (const by of (section.getAttribute("aria-labelledby") || "").split(" ").filter(Boolean))
      if (!document.getElementById(by)) wrong.push("labelled by nothing: " + by);
  for (const node of document.querySelectorAll("[tabindex]")) if (node.tabIndex > 0) wrong.push("a tabindex that changes the order");
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth + 1) wrong.push("wider than the screen");
  return wrong;
}
