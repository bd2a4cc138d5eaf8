"""The thresholds of a page: for each curve its table of thresholds, which the slider moves along."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from concordant.figures.figure import SHORT, cut
from concordant.figures.thinning import CurveOf, SliderThresholds, thresholds_of
from concordant.report.evaluation_data import EvaluationData
from concordant.result.wording import number
from concordant.states import BucketCurve, Counts, Curve

MOST_CURVES = 20
_MOST_POINTS = 3000  # thresholds of all curves together: what keeps the file small
_MOST_THRESHOLDS = 500
CELLS = ("tp", "fp", "fn", "tn")


def curves_of(page: EvaluationData, names: Sequence[str]) -> list[CurveOf]:
    """The curve of two classes, or of each class against the rest; none where the truth has only one side."""
    if page.curve is None:
        return []
    if isinstance(page.curve, (Curve, BucketCurve)):
        curve = page.curve.tied() if isinstance(page.curve, BucketCurve) else page.curve
        if not _both_sides(curve):
            return []
        points = thresholds_of(curve, _MOST_THRESHOLDS, probabilities=page.probabilities)
        if isinstance(page.curve, BucketCurve):
            points = replace(points, of="least scores of buckets")
        return [CurveOf(names[1], _from_labels(points, page.counts))]
    shown = most_frequent(page, MOST_CURVES)
    most = min(_MOST_THRESHOLDS, _MOST_POINTS // len(shown))
    every = page.curve.binary_curves()
    return [
        CurveOf(names[k], thresholds_of(every[k], most, probabilities=page.probabilities))
        for k in shown
        if _both_sides(every[k])
    ]


def _both_sides(curve: Curve) -> bool:
    return bool(curve.weights.any(0).all())


def _from_labels(points: SliderThresholds, counts: Counts | None) -> SliderThresholds:
    """Start at the threshold that gives the predicted labels of the page, where there is one."""
    if counts is None or len(counts.labels) != 2:
        return points
    (tn, fp), (fn, tp) = counts.table.tolist()
    wanted = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    same = np.all([np.isclose(points.cells[cell], wanted[cell], rtol=1e-9, atol=0) for cell in CELLS], axis=0)
    return replace(points, start=int(same.argmax())) if same.any() else points


def most_frequent(page: EvaluationData, most: int) -> list[int]:
    """The places of the classes that fit in a picture, the most frequent ones, in the order of the labels."""
    rows = np.array([share.true + (share.predicted or 0) for share in page.balance.values()])
    return sorted(np.argsort(-rows, kind="stable")[:most].tolist())


def slider_tables(curves: Sequence[CurveOf]) -> list[dict[str, Any]]:
    """For each curve its table of thresholds from the highest down: what the script reads."""
    return [
        {
            "name": cut(one.name, SHORT),
            "at": [f"{score:.6g}" for score in one.thresholds.scores.tolist()],
            "tp": one.thresholds.cells["tp"].tolist(),
            "fp": one.thresholds.cells["fp"].tolist(),
            "positives": (one.thresholds.cells["tp"] + one.thresholds.cells["fn"])[0].item(),
            "negatives": (one.thresholds.cells["fp"] + one.thresholds.cells["tn"])[0].item(),
            "start": one.thresholds.start,
            "note": thinning_note(one.thresholds),
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


def value_text(value: float) -> str:
    """A value of a table."""
    return "undefined" if math.isnan(value) else number(value)
