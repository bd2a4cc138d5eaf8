"""The threshold slider: for each curve its table of thresholds with what stands at each."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from concordant.report.charts import CurveOf
from concordant.report.evaluation_data import EvaluationData
from concordant.report.slider_thresholds import RATES, Thresholds, thresholds_of
from concordant.report.written_values import count, number
from concordant.states import BucketCurve, Curve

MOST_CURVES = 20
_MOST_POINTS = 5000  # thresholds of all curves together: what keeps the file small
_MOST_THRESHOLDS = 500
_CELLS = (
    ("tp", "true positives (TP)"),
    ("fp", "false positives (FP)"),
    ("fn", "false negatives (FN)"),
    ("tn", "true negatives (TN)"),
    ("precision", "precision"),
    ("recall", "recall (TPR)"),
    ("specificity", "specificity"),
    ("f1", "F1"),
)


def curves_of(page: EvaluationData, names: list[str]) -> list[CurveOf]:
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
        return [CurveOf(names[1], points)]
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


def most_frequent(page: EvaluationData, most: int) -> list[int]:
    """The places of the classes that fit in a picture, the most frequent ones, in the order of the labels."""
    rows = np.array([share.true + (share.predicted or 0) for share in page.balance.values()])
    return sorted(np.argsort(-rows, kind="stable")[:most].tolist())


def slider_tables(curves: list[CurveOf]) -> list[dict[str, Any]]:
    """For each curve its table of thresholds, from the highest down."""
    return [
        {
            "name": one.name,
            "at": [f"{score:.6g}" for score in one.thresholds.scores.tolist()],
            "start": one.thresholds.start,
            "note": _note(one.thresholds),
            **{cell: values.tolist() for cell, values in one.thresholds.cells.items()},
            **{
                rate: [None if math.isnan(x) else round(x, 6) for x in one.thresholds.rates[rate].tolist()]
                for rate in RATES
            },
        }
        for one in curves
    ]


def _note(thresholds: Thresholds) -> str:
    if not thresholds.thinned:
        return f"All {thresholds.every:,} {thresholds.of}; every count is exact."
    return (
        f"{len(thresholds.scores):,} of the {thresholds.every:,} {thresholds.of}, chosen so that the curves "
        "look the same; the counts at them are exact."
    )


def slider_start(curves: list[CurveOf]) -> dict[str, Any]:
    """What the slider shows before it is moved, also without JavaScript."""
    if not curves:
        return {}
    t = curves[0].thresholds
    cells = [(name, term, count(t.cells[name][t.start].item())) for name, term in _CELLS[:4]]
    rates = [(name, term, value_text(float(t.rates[name][t.start]))) for name, term in _CELLS[4:]]
    last = len(t.scores) - 1
    return {
        "at": f"{t.scores[t.start]:.6g}",
        "last": last,
        "value": last - t.start,
        "cells": [*cells, *rates],
        "note": _note(t),
    }


def value_text(value: float) -> str:
    """A value of a table."""
    return "undefined" if math.isnan(value) else number(value)
