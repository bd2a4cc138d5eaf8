"""The slider of a page: rates at the threshold where it starts, its controls, and the tables that the script reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from concordant.documents.blocks import Slider
from concordant.figures.markup import Child, Markup, concatenated, tag
from concordant.figures.thinning import SliderThresholds
from concordant.result.wording import label_text, value_or_undefined

_SHORT = 16  # characters of the name of a class in the matrix
_RATES = (("precision", "precision"), ("recall", "recall"), ("specificity", "specificity"), ("f1", "F1"))


def slider_html(slider: Slider) -> Markup:
    """The rates at the start; the controls are for the script, and hidden without it."""
    first = slider.curves[0]
    rates = [
        tag("div", tag("dt", term), tag("dd", value_or_undefined(float(first.rates[name][first.start])), id=name))
        for name, term in _RATES
    ]
    at = tag("b", f"{first.scores[first.start]:.6g}", id="at")
    head = [tag("p", "Predicted positive: a score of ", at, " or more.", class_="at"), tag("dl", rates, class_="rates")]
    note = tag("p", thinning_note(first), class_="soft", id="thinned")
    return concatenated([tag("div", head, _controls(slider), class_="slider"), note])


def _controls(slider: Slider) -> Markup:
    """What moves the threshold."""
    first = slider.curves[0]
    last = len(first.scores) - 1
    which: Child = None
    if len(slider.curves) > 1:
        options = [tag("option", one.name, value=str(k)) for k, one in enumerate(slider.curves)]
        which = tag("div", tag("label", slider.each, for_="which"), tag("select", options, id="which"))
    moved = tag("input", type="range", id="threshold", min="0", max=str(last), value=str(last - first.start), step="1")
    goals = [tag("option", f"{name} at least", value=name) for name in ("recall", "precision", "specificity")]
    wanted = [
        tag("label", "Which rate", for_="goal", class_="hidden"),
        tag("select", goals, id="goal"),
        tag("label", "At least", for_="least", class_="hidden"),
        tag("input", type="number", id="least", min="0", max="1", step="0.01", value="0.95"),
        tag("button", "Go", type="button", id="reach"),
    ]
    costs = [
        tag("label", "A missed positive costs", for_="miss"),
        tag("input", type="number", id="miss", min="0", step="any", value="1"),
        tag("label", "a false alarm", for_="alarm"),
        tag("input", type="number", id="alarm", min="0", step="any", value="1"),
        tag("button", "Go to the cheapest", type="button", id="cheapest"),
    ]
    rows = [
        which,
        tag("div", tag("label", "Threshold", for_="threshold", class_="hidden"), moved),
        tag("div", wanted, costs, class_="wishes"),
        tag("p", class_="soft", id="answer", role="status"),
    ]
    return tag("div", rows, class_="controls", hidden=True)


def slider_tables(curves: Sequence[SliderThresholds]) -> list[dict[str, Any]]:
    """For each curve its table of thresholds from the highest down: what the script reads."""
    return [
        {
            "name": label_text(one.name, _SHORT),
            "at": [f"{score:.6g}" for score in one.scores.tolist()],
            "tp": one.cells["tp"].tolist(),
            "fp": one.cells["fp"].tolist(),
            "positives": (one.cells["tp"] + one.cells["fn"])[0].item(),
            "negatives": (one.cells["fp"] + one.cells["tn"])[0].item(),
            "start": one.start,
            "note": thinning_note(one),
        }
        for one in curves
    ]


def thinning_note(thresholds: SliderThresholds) -> str:
    """How many of the thresholds of the data the slider has."""
    if not thresholds.thinned:
        return f"All {thresholds.every:,} {thresholds.of}; every count is exact."
    return (
        f"{len(thresholds.scores):,} of the {thresholds.every:,} {thresholds.of}, chosen so that the curves "
        "look the same; the counts at them are exact."
    )
