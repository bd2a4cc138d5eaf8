"""The columns of an evaluation, as they are or added up, and their names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.sources.moments import MeasuredRows
from concordant.sources.scores import ClassScores, ScoredRows
from concordant.typing import Column, FloatArray, Label


@dataclass(frozen=True, slots=True)
class Columns:
    """
    The columns of an evaluation and what they are called in messages.

    `scores` is None, one column, a matrix, or a list of columns; `score_names` are the names of its columns where they
    have names, `score_classes` the classes that they were given for. `source` names the file. Where rows that are alike
    stand together, `times` says how often each occurs and `squares` sums their squared weights, `rows` how many there
    were, and `lost` what is missing. `sums` stand in place of columns of measurements, and `scored` or `classed` in
    place of scores of two or more classes; `missing` counts the rows that were left out of such sums.
    """

    truth: Column
    pred: Column | None
    scores: Any
    weights: Column | None
    truth_name: str = "y_true"
    pred_name: str = "y_pred"
    score_names: tuple[str, ...] = ()
    score_classes: tuple[Label, ...] = ()
    weight_name: str = "sample_weight"
    cluster: Column | None = None
    by: Column | None = None
    cluster_name: str = "cluster"
    by_name: str = "by"
    source: str | None = None
    times: npt.NDArray[np.int64] | None = None
    squares: FloatArray | None = None
    rows: int | None = None
    lost: tuple[str, ...] = ()
    sums: MeasuredRows | None = None
    scored: ScoredRows | None = None
    classed: ClassScores | None = None
    missing: int = 0
