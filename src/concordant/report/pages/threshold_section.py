"""The section of the thresholds: the slider with its controls, and the figures that it moves."""

from __future__ import annotations

from collections.abc import Sequence

from concordant.documents.html import section
from concordant.figures.curves import cost_figure, precision_recall_figure, roc_figure
from concordant.figures.figure import figures_html
from concordant.figures.markup import Child, Markup, tag
from concordant.figures.matrices import moving_matrix
from concordant.figures.thinning import CurveOf
from concordant.report.threshold_tables import thinning_note, value_text

_RATES = (("precision", "precision"), ("recall", "recall"), ("specificity", "specificity"), ("f1", "F1"))


def threshold_section(
    curves: Sequence[CurveOf],
    negative: str,
    *,
    positive: str | None = None,
    each: str = "Class against the rest",
    note: str = "",
) -> Markup:
    """
    The figures at the threshold of the start; the controls are for the script, and hidden without it.

    `positive` is the positive class of curves that are not of classes; `each` is what one of several curves is of.
    """
    first = curves[0].thresholds
    at = f"{first.scores[first.start]:.6g}"
    rates = [
        tag("div", tag("dt", term), tag("dd", value_text(float(first.rates[name][first.start])), id=name))
        for name, term in _RATES
    ]
    head: Child = [
        tag("p", "Positive from a score of ", tag("b", at, id="at"), " on.", class_="at"),
        tag("dl", rates, class_="rates"),
    ]
    figures = [
        moving_matrix(curves, negative, positive, sides=("truth", "called")),
        roc_figure(curves),
        precision_recall_figure(curves),
        cost_figure(list(curves)),
    ]
    return section(
        "thresholds",
        "Every threshold",
        tag("div", head, _controls(curves, each), class_="slider"),
        figures_html(figures),
        tag("p", thinning_note(first), f" {note}" if note else None, class_="soft", id="thinned"),
    )


def _controls(curves: Sequence[CurveOf], each: str) -> Markup:
    """What moves the threshold."""
    first = curves[0].thresholds
    last = len(first.scores) - 1
    which: Child = None
    if len(curves) > 1:
        options = [tag("option", one.name, value=str(k)) for k, one in enumerate(curves)]
        which = [tag("label", each, for_="which"), tag("select", options, id="which")]
    slider = tag("input", type="range", id="threshold", min="0", max=str(last), value=str(last - first.start), step="1")
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
        tag("div", which) if which is not None else None,
        tag("div", tag("label", "Threshold", for_="threshold", class_="hidden"), slider),
        tag("div", wanted, costs, class_="wishes"),
        tag("p", class_="soft", id="answer", role="status"),
    ]
    return tag("div", rows, class_="controls", hidden=True)
