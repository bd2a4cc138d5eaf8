"use strict";
// Draws the charts and moves the threshold. Every number shown here was counted beforehand; nothing is computed.
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const tip = document.getElementById("tip");
  const movable = []; // the charts whose point the slider moves

  function showTip(handler, event, item, value) {
    if (value === null || value === undefined || value === "") {
      tip.hidden = true;
      return;
    }
    // Near a curve the item is the area around its point; Vega-Lite reads only the numbers through it, not the texts.
    const point = item.datum && item.datum.datum;
    if (point) value = { ...value, threshold: point.at, ...("class" in value ? { class: point.name } : {}) };
    const fields = typeof value === "object" ? Object.entries(value) : [["", value]];
    tip.replaceChildren(...fields.map(([name, text]) => {
      const line = document.createElement("div");
      line.textContent = name ? name + ": " + text : String(text);
      return line;
    }));
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    tip.style.left = Math.max(4, Math.min(event.clientX + 14, window.innerWidth - box.width - 4)) + "px";
    tip.style.top = Math.max(4, Math.min(event.clientY + 14, window.innerHeight - box.height - 4)) + "px";
  }

  // One row a threshold; the first of a curve, where nothing is predicted positive, belongs to the ROC curve only.
  function points(withStart) {
    return data.curves.flatMap((curve, k) => {
      const rows = curve.at.map((at, i) => ({
        k, i, at, name: curve.name, tpr: curve.recall[i], fpr: curve.false_positive_rate[i], precision: curve.precision[i],
      }));
      return withStart ? [{ k, i: -1, at: "above all", name: curve.name, tpr: 0, fpr: 0, precision: null }, ...rows] : rows;
    });
  }

  function draw(name) {
    const spec = data.charts[name];
    const curves = name === "roc" || name === "pr";
    if (curves) spec.datasets = { ...spec.datasets, points: points(name === "roc") };
    const place = document.querySelector('[data-chart="' + name + '"]');
    const options = { mode: "vega-lite", renderer: "svg", actions: false, defaultStyle: false, tooltip: showTip };
    return vegaEmbed(place, spec, options).then((made) => { if (curves) movable.push(made.view); });
  }

  const drawn = Object.keys(data.charts).map(draw);

  const slider = document.getElementById("threshold");
  if (slider) {
    const which = document.getElementById("which");
    const show = (id, text) => { document.getElementById(id).textContent = text; };
    const fixed = (value) => (value === null ? "undefined" : value.toFixed(4));
    const rows = (value) => value.toLocaleString("en-US", { maximumSignificantDigits: 6 });

    const move = () => {
      const k = which ? Number(which.value) : 0;
      const curve = data.curves[k];
      const i = curve.at.length - 1 - Number(slider.value); // the right end is the highest threshold
      show("at", curve.at[i]);
      slider.setAttribute("aria-valuetext", "threshold " + curve.at[i]);
      for (const cell of ["tp", "fp", "fn", "tn"]) show(cell, rows(curve[cell][i]));
      for (const rate of ["precision", "recall", "specificity", "f1"]) show(rate, fixed(curve[rate][i]));
      for (const view of movable) view.signal("at", i).signal("of", k).runAsync();
    };
    const choose = () => {
      const curve = data.curves[which ? Number(which.value) : 0];
      slider.max = curve.at.length - 1;
      slider.value = curve.at.length - 1 - curve.start;
      if (document.getElementById("thinned")) document.getElementById("thinned").textContent = curve.note;
      move();
    };
    Promise.all(drawn).then(() => {
      slider.addEventListener("input", move);
      if (which) which.addEventListener("change", choose);
      choose();
    });
  }
})();
