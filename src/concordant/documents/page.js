"use strict";
// Moves the threshold along counts that were made beforehand, copies texts and saves pictures. Without it the page is
// whole: every figure is drawn already.
(function () {
  const find = (id) => document.getElementById(id);
  const data = JSON.parse(find("data").textContent);
  const svgName = "http://www.w3.org/2000/svg";

  function save(name, href) {
    const link = document.createElement("a");
    link.download = name;
    link.href = href;
    link.click();
  }
  const saveText = (name, text, kind) => {
    const href = URL.createObjectURL(new Blob([text], { type: kind }));
    save(name, href);
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  };
  function button(text, does) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", does);
    return made;
  }

  // -- texts to take along ---------------------------------------------------------------------------------------

  function copy(code, made) {
    const said = made.textContent;
    const done = (text) => {
      made.textContent = text;
      setTimeout(() => { made.textContent = said; }, 1500);
    };
    const byHand = () => { // where the clipboard is closed to pages: select the text
      const folded = code.closest("details");
      if (folded) folded.open = true;
      getSelection().selectAllChildren(code);
      done(document.execCommand("copy") ? "Copied" : "Selected: press Ctrl+C");
    };
    if (!navigator.clipboard) return byHand();
    return navigator.clipboard.writeText(code.textContent).then(() => done("Copied"), byHand);
  }
  const place = document.querySelector(".buttons");
  if (place) {
    for (const code of document.querySelectorAll("[data-copy]")) {
      const made = button("Copy " + code.dataset.copy, () => copy(code, made));
      place.append(made);
    }
    const record = find("record");
    if (record) place.append(button("Save data as JSON", () => saveText("concordant.json", record.textContent, "application/json")));
  }

  // -- pictures ----------------------------------------------------------------------------------------------------

  const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "opacity",
    "font-family", "font-size", "font-weight", "text-anchor"];
  function alone(svg) { // a copy that needs no style sheet
    const made = svg.cloneNode(true);
    const from = [svg, ...svg.querySelectorAll("*")], to = [made, ...made.querySelectorAll("*")];
    from.forEach((one, k) => {
      const looks = getComputedStyle(one);
      if (one.namespaceURI === svgName && !["title", "defs", "clipPath"].includes(one.tagName))
        for (const name of LOOKS) to[k].setAttribute(name, looks.getPropertyValue(name));
      to[k].removeAttribute("class");
    });
    const [, , wide, high] = svg.getAttribute("viewBox").split(" ");
    const paper = document.createElementNS(svgName, "rect");
    for (const [name, value] of [["width", wide], ["height", high], ["fill", getComputedStyle(document.body).backgroundColor]])
      paper.setAttribute(name, value);
    made.insertBefore(paper, made.firstChild);
    made.setAttribute("width", wide);
    made.setAttribute("height", high);
    return { text: new XMLSerializer().serializeToString(made), wide: Number(wide), high: Number(high) };
  }
  function savePng(name, svg) {
    const { text, wide, high } = alone(svg);
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = 3 * wide;
      canvas.height = 3 * high;
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      save(name + ".png", canvas.toDataURL("image/png"));
    };
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
  }
  for (const figure of document.querySelectorAll("figure")) {
    const svg = figure.querySelector("svg"), both = document.createElement("div");
    both.className = "save";
    both.append(
      button("SVG", () => saveText(figure.id + ".svg", alone(svg).text, "image/svg+xml")), " ",
      button("PNG", () => savePng(figure.id, svg)),
    );
    for (const one of both.children)
      one.setAttribute("aria-label", "Save " + figure.querySelector("figcaption").firstChild.textContent + " as " + one.textContent);
    figure.append(both);
  }

  // -- the threshold -----------------------------------------------------------------------------------------------

  const slider = find("threshold");
  if (!slider) return;
  const which = find("which"), answer = find("answer");
  const pictures = Array.from(document.querySelectorAll("svg[data-curve]"));
  const matrix = document.querySelector("svg[data-matrix]");
  const fixed = (value) => (Number.isFinite(value) ? value.toFixed(4) : "undefined");
  const rows = (value) => value.toLocaleString("en-US", Number.isInteger(value) ? {} : { maximumSignificantDigits: 6 });
  const scale = (text) => {
    const [low, high, start, end] = text.split(" ").map(Number);
    return (value) => start + ((end - start) * (value - low)) / (high - low || 1);
  };
  const scales = new Map(pictures.map((svg) => [svg, { x: scale(svg.dataset.x), y: scale(svg.dataset.y), top: Number(svg.dataset.y.split(" ")[1]) }]));
  const curve = () => data.curves[which ? Number(which.value) : 0];
  const place_ = () => curve().at.length - 1 - Number(slider.value); // the right end is the highest threshold
  const cells = (c, i) => ({ tp: c.tp[i], fp: c.fp[i], fn: c.positives - c.tp[i], tn: c.negatives - c.fp[i] });
  const rates = ({ tp, fp, fn, tn }) => ({
    precision: tp / (tp + fp), recall: tp / (tp + fn), specificity: tn / (tn + fp), f1: (2 * tp) / (2 * tp + fp + fn),
  });
  const prices = () => ({ miss: Number(find("miss").value), alarm: Number(find("alarm").value) });
  function cost(c, i) { // beside the cheaper of calling all rows positive and calling none so
    const { miss, alarm } = prices(), { fn, fp } = cells(c, i);
    return (miss * fn + alarm * fp) / Math.min(miss * c.positives, alarm * c.negatives);
  }
  function point(svg, c, i) {
    const { fp, tn, ...rest } = cells(c, i), { recall, precision } = rates(cells(c, i)), { x, y } = scales.get(svg);
    const name = svg.dataset.curve, at = Number(c.at[i]);
    if (name === "roc") return [x(fp / (fp + tn)), y(recall)];
    if (name === "precision-recall") return [x(recall), y(precision)];
    return name === "cost" ? [x(at), y(cost(c, i))] : [x(at), y(0)];
  }

  function move() {
    const c = curve(), i = place_(), found = cells(c, i), known = rates(found);
    find("at").textContent = c.at[i];
    slider.setAttribute("aria-valuetext", "threshold " + c.at[i]);
    for (const name of Object.keys(known)) find(name).textContent = fixed(known[name]);
    for (const svg of pictures) {
      const [x, y] = point(svg, c, i);
      const ring = svg.querySelector(".ring"), line = svg.querySelector(".threshold");
      if (ring) {
        const { y: up, top } = scales.get(svg);
        const shown = Number.isFinite(x) && y >= up(top) - 1; // no undefined precision, and no cost above the axis
        ring.setAttribute("visibility", shown ? "visible" : "hidden");
        if (shown) for (const [name, value] of [["cx", x], ["cy", y]]) ring.setAttribute(name, value.toFixed(1));
      }
      if (line && Number.isFinite(x)) for (const end of ["x1", "x2"]) line.setAttribute(end, x.toFixed(1));
    }
    for (const cell of matrix.querySelectorAll("[data-cell]")) {
      const name = cell.dataset.cell, whole = name === "tp" || name === "fn" ? c.positives : c.negatives;
      const share = whole ? found[name] / whole : 0, [number, says] = cell.querySelectorAll("text");
      const percent = share > 0 && share < 0.005 ? "<1" : (100 * share).toFixed(0);
      cell.querySelector("rect").setAttribute("fill-opacity", (0.06 + 0.94 * share).toFixed(2));
      number.textContent = rows(found[name]);
      says.textContent = percent + " % " + cell.dataset.words;
      for (const one of [number, says]) one.classList.toggle("on", share > 0.6);
    }
  }
  function drawCost() {
    const svg = pictures.find((one) => one.dataset.curve === "cost"), c = curve();
    if (!svg) return;
    const { x, y } = scales.get(svg), points = [];
    for (let i = 0; i < c.at.length; i += 1) {
      const value = cost(c, i), at = Number(c.at[i]);
      if (Number.isFinite(value) && Number.isFinite(at)) points.push(x(at).toFixed(1) + " " + y(Math.min(value, 99)).toFixed(1));
    }
    const line = svg.querySelector("path.curve");
    if (line) line.setAttribute("d", points.length > 1 ? "M" + points.join("L") : "");
  }
  function go(i, said) {
    slider.value = curve().at.length - 1 - i;
    answer.textContent = said;
    move();
  }
  function best(fits, worth) { // the place of the greatest worth among those that fit; -1 where none does
    let found = -1, most = -Infinity;
    for (let i = 0; i < curve().at.length; i += 1) {
      const known = rates(cells(curve(), i));
      if (fits(known) && worth(known, i) > most) { most = worth(known, i); found = i; }
    }
    return found;
  }
  function reach() {
    const goal = find("goal").value, least = Number(find("least").value), other = goal === "recall" ? "specificity" : "recall";
    const i = best((known) => known[goal] >= least, (known) => known[other]);
    if (i < 0) answer.textContent = "No threshold has a " + goal + " of at least " + least + ".";
    else go(i, "Of the thresholds with a " + goal + " of at least " + least + ", this has the highest " + other +
      " on these rows; on other rows it will do a little worse.");
  }
  function cheapest() {
    const i = best(() => true, (_, k) => -cost(curve(), k));
    if (i < 0) answer.textContent = "The costs must be positive numbers.";
    else go(i, "Of all thresholds this costs the least on these rows; on other rows it will cost a little more.");
  }
  function priced() {
    answer.textContent = "";
    const { miss, alarm } = prices();
    if (!(miss > 0 && alarm > 0)) { answer.textContent = "The costs must be positive numbers."; return; }
    drawCost();
    move();
  }
  function choose() {
    const c = curve();
    slider.max = c.at.length - 1;
    slider.value = c.at.length - 1 - c.start;
    answer.textContent = "";
    find("thinned").textContent = c.note;
    for (const line of document.querySelectorAll("[data-k]")) {
      const chosen = Number(line.dataset.k) === Number(which.value) || Boolean(line.closest('[data-curve="cost"]'));
      line.classList.toggle("chosen", chosen);
    }
    const names = matrix.querySelectorAll('[data-positive]');
    for (const one of names) one.textContent = c.name;
    drawCost();
    move();
  }

  const tip = find("tip");
  function nearest(svg, event) {
    const box = svg.getBoundingClientRect(), wide = Number(svg.getAttribute("viewBox").split(" ")[2]);
    const size = wide / box.width, px = (event.clientX - box.left) * size, py = (event.clientY - box.top) * size;
    const free = svg.dataset.curve === "spread" || svg.dataset.curve === "cost"; // only the threshold counts there
    const c = curve();
    let found = -1, least = Infinity;
    for (let i = 0; i < c.at.length; i += 1) {
      const [x, y] = point(svg, c, i);
      const far = (x - px) ** 2 + (free ? 0 : (y - py) ** 2);
      if (far < least) { least = far; found = i; }
    }
    return found;
  }
  for (const svg of pictures) {
    svg.addEventListener("click", (event) => { const i = nearest(svg, event); if (i >= 0) go(i, ""); });
    svg.addEventListener("pointermove", (event) => {
      const c = curve(), i = nearest(svg, event);
      if (i < 0) return;
      const known = rates(cells(c, i));
      tip.textContent = "threshold " + c.at[i] + ": recall " + fixed(known.recall) + ", precision " + fixed(known.precision) +
        ", specificity " + fixed(known.specificity) + " (click to go there)";
      tip.hidden = false;
      const size = tip.getBoundingClientRect();
      tip.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - size.width - 4)) + "px";
      tip.style.top = Math.max(4, Math.min(event.clientY + 14, innerHeight - size.height - 4)) + "px";
    });
    svg.addEventListener("pointerleave", () => { tip.hidden = true; });
  }
  document.querySelector(".controls").hidden = false;
  slider.addEventListener("input", () => { answer.textContent = ""; move(); });
  if (which) which.addEventListener("change", choose);
  find("reach").addEventListener("click", reach);
  find("least").addEventListener("keydown", (event) => { if (event.key === "Enter") reach(); });
  find("cheapest").addEventListener("click", cheapest);
  for (const name of ["miss", "alarm"]) find(name).addEventListener("input", priced);
  move(); // a browser may have kept the place of the slider
})();
