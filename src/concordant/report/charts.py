"""The pictures of the page: Altair charts as Vega-Lite, which the page itself draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from concordant.report.evaluation import Evaluation
from concordant.report.missing_package import needed
from concordant.report.thresholds import Thresholds
from concordant.report.wording import count, percent
from concordant.states import Counts

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


@dataclass(frozen=True, slots=True)
class CurveOf:
    """One curve of the page: the name in the legend and its thresholds."""

    name: str
    thresholds: Thresholds


def balance_chart(page: Evaluation, names: Sequence[str], shown: Sequence[int]) -> dict[str, Any]:
    """Bars of the share of each class in truth and prediction."""
    alt = needed("altair")
    rows: list[dict[str, Any]] = []
    shares = list(page.balance.values())
    for k in shown:
        share = shares[k]
        rows.append(_bar(names[k], "truth", share.true, share.true_share))
        if share.predicted is not None and share.predicted_share is not None:
            rows.append(_bar(names[k], "predicted", share.predicted, share.predicted_share))
    roles = ["truth", "predicted"] if page.counts is not None else ["truth"]
    chart = (
        alt.Chart(alt.Data(values=rows))
        .mark_bar()
        .encode(
            y=alt.Y("class:N", scale=alt.Scale(domain=[names[k] for k in shown]), title=None),
            yOffset=alt.YOffset("role:N", scale=alt.Scale(domain=roles)),
            x=alt.X("share:Q", title="share of all rows", axis=alt.Axis(format="%", tickCount=6)),
            color=alt.Color(
                "role:N",
                scale=alt.Scale(domain=roles, range=[TRUTH, PREDICTED][: len(roles)]),
                legend=alt.Legend(orient="top", title=None) if len(roles) > 1 else None,
            ),
            tooltip=[
                alt.Tooltip("class:N"),
                alt.Tooltip("role:N", title="in"),
                alt.Tooltip("rows:N"),
                alt.Tooltip("share_text:N", title="share"),
            ],
        )
        .properties(width="container", height=(12 * len(roles) + 8) * len(shown))
    )
    return _spec(chart)


def _bar(name: str, role: str, rows: float, share: float) -> dict[str, Any]:
    return {"class": name, "role": role, "rows": count(rows), "share": share, "share_text": percent(share)}


def matrix_chart(counts: Counts, names: Sequence[str], shown: Sequence[int], *, by_row: bool) -> dict[str, Any]:
    """Heat map of the confusion matrix: counts, or the share of each row of the truth."""
    alt = needed("altair")
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
    domain = alt.Scale(domain=[names[k] for k in shown])
    angle = -90 if len(shown) > 20 else -30 if max(len(names[k]) for k in shown) > 4 else 0
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("p:N", scale=domain, title="predicted", axis=alt.Axis(orient="top", labelAngle=angle)),
        y=alt.Y("t:N", scale=domain, title="truth"),
    )
    cells = base.mark_rect().encode(
        color=alt.Color("v:Q", scale=alt.Scale(range=list(_HEAT), domain=[0, largest], interpolate="rgb"), legend=None),
        tooltip=[
            alt.Tooltip("t:N", title="truth"),
            alt.Tooltip("p:N", title="predicted"),
            alt.Tooltip("rows:N"),
            alt.Tooltip("share:N", title="of this truth"),
        ],
    )
    size = max(150, min(46 * len(shown), 520))
    layers = [cells]
    if len(shown) <= _CELLS_WITH_TEXT:
        ink = alt.condition("datum.dark", alt.value("white"), alt.value("#10243a"))
        layers.append(
            base.mark_text(fontSize=13 if len(shown) < 8 else 11, font=_FONT).encode(text="text:N", color=ink)
        )
    return _spec(alt.layer(*layers).properties(width="container", height=size))


def _cell_text(rows: float, share: float, *, by_row: bool) -> str:
    if not by_row:
        return count(rows)
    return "-" if np.isnan(share) else f"{100 * share:.0f} %"


def roc_chart(curves: Sequence[CurveOf]) -> dict[str, Any]:
    """ROC curves, with the threshold and the rates of the nearest point."""
    alt = needed("altair")
    chance = alt.Chart(alt.Data(values=[{"x": 0, "y": 0}, {"x": 1, "y": 1}])).mark_line(
        strokeDash=[4, 4], color="#888888", strokeWidth=1
    )
    chance = chance.encode(x="x:Q", y="y:Q")
    return _curve_chart(curves, ("fpr", "false positive rate"), ("tpr", "true positive rate (recall)"), chance)


def precision_recall_chart(curves: Sequence[CurveOf]) -> dict[str, Any]:
    """Precision-recall curves; a line marks the prevalence if there is one curve."""
    alt = needed("altair")
    level = [{"y": curves[0].thresholds.prevalence}] if len(curves) == 1 else []
    chance = alt.Chart(alt.Data(values=level)).mark_rule(strokeDash=[4, 4], color="#888888", strokeWidth=1)
    return _curve_chart(curves, ("tpr", "recall"), ("precision", "precision"), chance.encode(y="y:Q"))


def _curve_chart(
    curves: Sequence[CurveOf],
    x: tuple[str, str],
    y: tuple[str, str],
    chance: Any,
) -> dict[str, Any]:
    """
    The line, an invisible point for each threshold that is hovered, and the point that the slider moves.

    The points are named, not given: the script of the page takes them from the table of the slider, so that they
    stand in the file once.
    """
    alt = needed("altair")
    at, of = alt.param(name="at", value=curves[0].thresholds.start), alt.param(name="of", value=0)
    nearest = alt.selection_point(name="near", nearest=True, on="pointerover", clear="pointerout", fields=["k", "i"])
    names = [one.name for one in curves]
    colors = [_CLASS_COLORS[k % len(_CLASS_COLORS)] for k in range(len(names))]
    paint = alt.Color("name:N", scale=alt.Scale(domain=names, range=colors), legend=_legend(names))
    if len(names) > len(_CLASS_COLORS):  # more than colours can tell apart: the chosen one stands out
        paint = alt.condition("datum.k == of", alt.value(TRUTH), alt.value("#93a0ad"))
    unit = alt.Scale(domain=[0, 1])
    base = alt.Chart(alt.NamedData(name=POINTS)).encode(
        x=alt.X(f"{x[0]}:Q", title=x[1], scale=unit),
        y=alt.Y(f"{y[0]}:Q", title=y[1], scale=unit),
        color=paint,
        order=alt.Order("i:Q"),
    )
    line = base.mark_line(strokeWidth=2, strokeJoin="round", clip=True)
    if len(names) > 1:
        line = line.encode(opacity=alt.condition("datum.k == of", alt.value(1), alt.value(0.45)), detail="k:N")
    named = [alt.Tooltip("name:N", title="class")] if len(names) > 1 else []
    hover = (
        base.mark_point(filled=True, size=60)
        .encode(
            opacity=alt.condition(nearest, alt.value(1), alt.value(0), empty=False),
            tooltip=[
                *named,
                alt.Tooltip("at:N", title="threshold"),
                alt.Tooltip("tpr:Q", title="TPR, recall", format=".4f"),
                alt.Tooltip("fpr:Q", title="FPR", format=".4f"),
                alt.Tooltip("precision:Q", format=".4f"),
            ],
        )
        .add_params(nearest)
    )
    slid = base.transform_filter("datum.k == of && datum.i == at").mark_point(
        filled=False, size=180, strokeWidth=3, fill="white", opacity=1
    )
    layers = alt.layer(chance, line, slid, hover).add_params(at, of)
    return _spec(layers.properties(width="container", height=320))


def _legend(names: Sequence[str]) -> Any:
    """As many columns as fit on a narrow screen."""
    columns = max(1, min(5, 40 // (max(map(len, names)) + 4)))
    return needed("altair").Legend(orient="bottom", title=None, columns=columns) if len(names) > 1 else None


def _spec(chart: Any) -> dict[str, Any]:
    """The chart as Vega-Lite, with the looks that all share; the page colours axes and text by its own styles."""
    chart = chart.configure(background="transparent", autosize={"type": "fit-x", "contains": "padding"})
    chart = chart.configure_view(stroke=None).configure_axis(
        gridOpacity=0.35, labelLimit=140, labelFontSize=12, titleFontSize=12, labelFont=_FONT, titleFont=_FONT
    )
    spec: dict[str, Any] = chart.configure_legend(labelLimit=160, labelFontSize=12, labelFont=_FONT).to_dict()
    return spec
