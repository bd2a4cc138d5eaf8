"""Rows judged by decisions that they did not choose: whether there are enough, their sample, and how sure it is."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.decisions.folds import Groups
from concordant.inference.samples.cells import CellSample
from concordant.inference.samples.gather import in_unit_of_weights
from concordant.inference.samples.label_samples import samples_of_codes
from concordant.inputs.clusters import check_clusters
from concordant.inputs.labels import LabelRows
from concordant.inputs.scores import ScoreRows
from concordant.inputs.weights import near_one
from concordant.states import Counts
from concordant.typing import Column, Label


def groups_of(cluster: Column | None, rows: ScoreRows) -> Groups | None:
    """Return the cluster of each checked row, and how many there are; None if every row is one of its own."""
    if cluster is None:
        return None
    return check_clusters(cluster, len(rows.scores), rows.kept)


def too_few(rows: ScoreRows, groups: Groups | None, folds: int) -> str | None:
    """Say why rows cannot be dealt to so many folds; None if they can."""
    count, what = (len(rows.scores), "rows") if groups is None else (groups[1], "clusters")
    return None if count >= folds else f"cross-validation in {folds} folds needs as many {what}, not {count}"


def judged(
    rows: ScoreRows,
    truth: npt.NDArray[Any],
    given: npt.NDArray[Any],
    labels: tuple[Label, ...],
    groups: Groups | None,
) -> CellSample:
    """Return the sample of truth and decisions, both as places among the labels."""
    weights, unit = near_one(rows.weights)
    pair = LabelRows(truth, given, labels, labels, True, False, weights, rows.missing)
    counts = Counts.from_rows(pair)
    if groups is None:
        return in_unit_of_weights([CellSample.of_table(counts)], unit)[0]
    codes = [truth.astype(np.intp), given.astype(np.intp)]
    return in_unit_of_weights(samples_of_codes([counts], codes, weights, groups), unit)[0]


def error_on_new_rows(error: float, optimism: float) -> float:
    """
    Return the standard error of a cross-validated value as a forecast for new rows.

    `error` is that of the table of the folds, which takes their decisions as given. The choice of the rule adds to it:
    how much the choice can move the value, its optimism shows. That is taken as a uniform error between -optimism and
    +optimism, whose variance is a third of its square (JCGM 100:2008, Guide to the expression of uncertainty in
    measurement, 4.3.7). How often 1.96 standard errors then hold the value on new rows, benchmarks/coverage/new_rows.py
    measures.
    """
    return sqrt(error**2 + optimism**2 / 3)
