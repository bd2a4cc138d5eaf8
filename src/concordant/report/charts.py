"""
The pictures of the page as Vega-Lite, which the page itself draws.

They are written as the plain data that Vega-Lite is (https://vega.github.io/vega-lite/docs/spec.html): that takes no
package and no time. The tests hold them against the schema of Vega-Lite.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from concordant.report.evaluation_data import EvaluationData
from concordant.report.slider_thresholds import Thresholds
from concordant.report.written_values import count, percent
from concordant.states import Counts

Spec: TypeAlias = dict[str, Any]

TRUTH, PREDICTED = "#0072B2", "#D55E00"  # of Okabe and Ito, told apart with any colour vision
POINTS = "points"  # the data of the curves, which the script of the page fills in
_CELLS_WITH_TEXT = 12
_FONT = "system-ui, sans-serif"
_HEAT = ("#f2f6fa", "#0a4580")
_DARK = 0.66  # from this part of the largest value on, white text stands out more than dark text does
_CLASS_COLORS = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#7A6F00",
    "#3B9DD9",
    "#7B4FB5",
    "#A6761D",
    "#666666",
    "#E7298A",
)
_CHOSEN = "datum.k == of"
_DASHED = {"strokeDash": [4, 4], "color": "#888888", "strokeWidth": 1}
# The looks that all share; the page colours axes and text by its own styles.
_LOOKS: Spec = {
    "width": "container",
    "background": "transparent",
    "autosize": {"type": "fit-x", "contains": "padding"},
    "config": {
        "view": {"stroke": None},
        "axis": {
            "gridOpacity": 0.35,
            "labelLimit": 140,
            "labelFontSize": 12,
            "titleFontSize": 12,
            "labelFont": _FONT,
            "titleFont": _FONT,
        },
        "legend": {"labelLimit": 160, "labelFontSize": 12, "labelFont": _FONT},
    },
}


@dataclass(frozen=True, slots=True)
class CurveOf:
    """One curve of the page: the name in the legend and its thresholds."""

    name: str
    thresholds: Thresholds


def balance_chart(page: EvaluationData, names: Sequence[str], shown: Sequence[int]) -> Spec:
    """Bars of the share of each class in truth and prediction."""
    rows: list[Spec] = []
    shares = list(page.balance.values())
    for k in shown:
        share = shares[k]
        rows.append(_bar(names[k], "truth", share.true, share.true_share))
        if share.predicted is not None and share.predicted_share is not None:
            rows.append(_bar(names[k], "predicted", share.predicted, share.predicted_share))
    roles = ["truth", "predicted"] if page.counts is not None else ["truth"]
    return {
        **_LOOKS,
        "data": {"values": rows},
        "mark": "bar",
        "encoding": {
            "y": _names("class", title=None, scale={"domain": [names[k] for k in shown]}),
            "yOffset": _names("role", scale={"domain": roles}),
            "x": _numbers("share", title="share of all rows", axis={"format": "%", "tickCount": 6}),
            "color": _names(
                "role",
                scale={"domain": roles, "range": [TRUTH, PREDICTED][: len(roles)]},
                legend={"orient": "top", "title": None} if len(roles) > 1 else None,
            ),
            "tooltip": [
                _names("class"),
                _names("role", title="in"),
                _names("rows"),
                _names("share_text", title="share"),
            ],
        },
        "height": (12 * len(roles) + 8) * len(shown),
    }


def _names(field: str, **more: Any) -> Spec:
    return {"field": field, "type": "nominal", **more}


def _numbers(field: str, **more: Any) -> Spec:
    return {"field": field, "type": "quantitative", **more}


def _bar(name: str, role: str, rows: float, share: float) -> Spec:
    return {"class": name, "role": role, "rows": count(rows), "share": share, "share_text": percent(share)}


def matrix_chart(counts: Counts, names: Sequence[str], shown: Sequence[int], *, by_row: bool) -> Spec:
    """Heat map of the confusion matrix: counts, or the share of each row of the truth."""
    shares = counts.normalized("true")
    values = np.nan_to_num(shares) if by_row else counts.table
    largest = float(values.max()) or 1.0
    rows = [
        {
            "t": names[i],
            "p": names[j],
            "v": float(values[i, j]),
            "rows": count(counts.table[i, j].item()),
            "share": percent(float(shares[i, j])),
            "text": _cell_text(counts.table[i, j].item(), float(shares[i, j]), by_row=by_row),
            "dark": bool(values[i, j] > _DARK * largest),
        }
        for i in shown
        for j in shown
        if counts.table[i, j] or len(shown) <= _CELLS_WITH_TEXT
    ]
    domain = {"domain": [names[k] for k in shown]}
    angle = -90 if len(shown) > 20 else -30 if max(len(names[k]) for k in shown) > 4 else 0
    color = {"range": list(_HEAT), "domain": [0, largest], "interpolate": "rgb"}
    cells = {
        "mark": "rect",
        "encoding": {
            "color": _numbers("v", scale=color, legend=None),
            "tooltip": [
                _names("t", title="truth"),
                _names("p", title="predicted"),
                _names("rows"),
                _names("share", title="of this truth"),
            ],
        },
    }
    ink = {"condition": {"test": "datum.dark", "value": "white"}, "value": "#10243a"}
    texts = {
        "mark": {"type": "text", "fontSize": 13 if len(shown) < 8 else 11, "font": _FONT},
        "encoding": {"text": _names("text"), "color": ink},
    }
    return {
        **_LOOKS,
        "data": {"values": rows},
        "encoding": {
            "x": _names("p", scale=domain, title="predicted", axis={"orient": "top", "labelAngle": angle}),
            "y": _names("t", scale=domain, title="truth"),
        },
        "layer": [cells, texts] if len(shown) <= _CELLS_WITH_TEXT else [cells],
        "height": max(150, min(46 * len(shown), 520)),
    }


def _cell_text(rows: float, share: float, *, by_row: bool) -> str:
    if not by_row:
        return count(rows)
    return "-" if np.isnan(share) else f"{100 * share:.0f} %"


def roc_chart(curves: Sequence[CurveOf]) -> Spec:
    """ROC curves, with the threshold and the rates of the nearest point."""
    chance = {
        "data": {"values": [{"x": 0, "y": 0}, {"x": 1, "y": 1}]},
        "mark": {"type": "line", **_DASHED},
        "encoding": {"x": _numbers("x"), "y": _numbers("y")},
    }
    return _curve_chart(curves, ("fpr", "false positive rate"), ("tpr", "true positive rate (recall)"), chance)


def precision_recall_chart(curves: Sequence[CurveOf]) -> Spec:
    """Precision-recall curves; a line marks the prevalence if there is one curve."""
    level = [{"y": curves[0].thresholds.prevalence}] if len(curves) == 1 else []
    chance = {"data": {"values": level}, "mark": {"type": "rule", **_DASHED}, "encoding": {"y": _numbers("y")}}
    return _curve_chart(curves, ("tpr", "recall"), ("precision", "precision"), chance)


def _curve_chart(curves: Sequence[CurveOf], x: tuple[str, str], y: tuple[str, str], chance: Spec) -> Spec:
    """
    The line, an invisible point for each threshold that is hovered, and the point that the slider moves.

    The points are named, not given: the script of the page takes them from the table of the slider, so that they
    stand in the file once.
    """
    names = [one.name for one in curves]
    unit = {"domain": [0, 1]}
    every = {
        "x": _numbers(x[0], title=x[1], scale=unit),
        "y": _numbers(y[0], title=y[1], scale=unit),
        "color": _paint(names),
        "order": _numbers("i"),
    }
    data = {"name": POINTS}
    chosen: Spec = {"opacity": {"condition": {"test": _CHOSEN, "value": 1}, "value": 0.45}, "detail": _names("k")}
    line = {
        "data": data,
        "mark": {"type": "line", "strokeWidth": 2, "strokeJoin": "round", "clip": True},
        "encoding": {**every, **(chosen if len(names) > 1 else {})},
    }
    slid = {
        "data": data,
        "transform": [{"filter": f"{_CHOSEN} && datum.i == at"}],
        "mark": {"type": "point", "filled": False, "size": 180, "strokeWidth": 3, "fill": "white", "opacity": 1},
        "encoding": every,
    }
    return {
        **_LOOKS,
        "params": [{"name": "at", "value": curves[0].thresholds.start}, {"name": "of", "value": 0}],
        "layer": [chance, line, slid, {"data": data, **_hover(every, several=len(names) > 1)}],
        "height": 320,
    }


def _hover(every: Spec, *, several: bool) -> Spec:
    """The point next to the pointer, with what stands at it."""
    nearest = {"type": "point", "nearest": True, "on": "pointerover", "clear": "pointerout", "fields": ["k", "i"]}
    return {
        "params": [{"name": "near", "select": nearest}],
        "mark": {"type": "point", "filled": True, "size": 60},
        "encoding": {
            **every,
            "opacity": {"condition": {"param": "near", "value": 1, "empty": False}, "value": 0},
            "tooltip": [
                *([_names("name", title="class")] if several else []),
                _names("at", title="threshold"),
                _numbers("tpr", title="TPR, recall", format=".4f"),
                _numbers("fpr", title="FPR", format=".4f"),
                _numbers("precision", format=".4f"),
            ],
        },
    }


def _paint(names: Sequence[str]) -> Spec:
    """A colour for each curve; of more than colours can tell apart the chosen one stands out."""
    if len(names) > len(_CLASS_COLORS):
        return {"condition": {"test": _CHOSEN, "value": TRUTH}, "value": "#93a0ad"}
    colors = [_CLASS_COLORS[k] for k in range(len(names))]
    return _names("name", scale={"domain": list(names), "range": colors}, legend=_legend(names))


def _legend(names: Sequence[str]) -> Spec | None:
    """As many columns as fit on a narrow screen."""
    columns = max(1, min(5, 40 // (max(map(len, names)) + 4)))
    return {"orient": "bottom", "title": None, "columns": columns} if len(names) > 1 else None
