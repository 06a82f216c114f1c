// Measures a page of a table: what is outside of the first screen, wider than the window, cut, or overlapping.
() => {
  const wrong = [];
  const name = (one) => `${one.tagName.toLowerCase()}${one.id ? "#" + one.id : ""}.${[...one.classList].join(".")} "${one.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}"`;
  const boxOf = (one) => one.getBoundingClientRect();
  const isSeen = (one) => { const box = boxOf(one); return box.width > 1 && box.height > 1 && one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && !one.closest(".sr, .quiet, .skip"); };
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
  const [width, height] = [document.documentElement.clientWidth, innerHeight];

  const isOver = Boolean(document.querySelector("#result"));
  const board = document.querySelector(isOver ? ".board-column > *" : "#board");
  const prompt = document.querySelector(isOver ? ".board-column > * header" : "#actions header, .plain .now h2");
  if (boxOf(board).top > 0.2 * height) wrong.push(`the board begins at ${Math.round(boxOf(board).top)} of ${height}`);
  if (!prompt || boxOf(prompt).bottom > height + 1 || boxOf(prompt).top < 0) wrong.push("whose turn it is stands outside of the first screen");
  for (const one of all("#actions .pass button, #actions .question button"))
    if (boxOf(one).bottom > height + 1) wrong.push(`outside of the first screen: ${name(one)}`);
  const market = document.querySelector("#board .rows, #board .market");
  if (!isOver && market && boxOf(market).top > 0.6 * height) wrong.push("what can be bought begins below the middle of the screen");

  if (document.documentElement.scrollWidth > width) wrong.push(`the page is ${document.documentElement.scrollWidth} wide, the window ${width}`);
  for (const one of all("main *")) {
    const box = boxOf(one);
    if (one.closest("svg, .scroll, .wide-table") || (box.left > -1 && box.right < width + 1)) continue;
    wrong.push(`wider than the window: ${name(one)}`);
  }

  // Texts that must be read whole: names of cards and phases, buttons, prices, headings, numbers of the result.
  const whole = "#board h2 > span:not(.who), #board h3, .step-name > span, .card > .name, .offer .name, .lot > .name, .act-button, .game-title, #result h2, #result h3, #result td, .controls button, .controls .button, .happened-words";
  for (const one of all(whole)) {
    const style = getComputedStyle(one);
    const isCut = style.overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1;
    const isOver = style.overflowX === "visible" && one.scrollWidth > one.clientWidth + 3 && style.display !== "inline";
    if (isCut || isOver) wrong.push(`cut: ${name(one)} ${one.scrollWidth} > ${one.clientWidth}`);
  }
  for (const scroll of all("#result .sources"))
    if (boxOf(scroll).right > boxOf(scroll.closest(".scroll")).right + 1) wrong.push("columns of the result are cut");

  // What stands below or above the board begins where its panels begin.
  const panel = document.querySelector("#board .felt section");
  for (const one of panel ? all(".table-foot, .board-column > .end") : [])
    if (Math.abs(boxOf(one).left - boxOf(panel).left) > 1.5) wrong.push(`not in line with the board: ${name(one)}`);

  // No control covers another; the panel at the bottom of a phone lies over the page on purpose.
  const controls = all("#table :is(a.button, button, input, select, a.card, a.offer, a.lot, a.gap, summary)").filter((one) => !one.disabled && !one.matches(".fold, .close") && one.type !== "hidden");
  const isLaidOver = (one) => one.closest(".actions, .notice, .lesson, header.top");
  const boxes = controls.filter((one) => !isLaidOver(one)).map((one) => [one, boxOf(one)]);
  for (let i = 0; i < boxes.length; i++)
    for (let j = i + 1; j < boxes.length; j++) {
      const [[one, a], [other, b]] = [boxes[i], boxes[j]];
      if (one.contains(other) || other.contains(one)) continue;
      const [wide, high] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
      if (wide > 2 && high > 2) wrong.push(`overlap: ${name(one)} and ${name(other)}`);
    }
  return [...new Set(wrong)].slice(0, 12);
}
