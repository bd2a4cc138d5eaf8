"""Judge rules on rows that did not choose them: each fold is decided by the rule of the others, all in one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from concordant.decisions.folds import Groups, stratified_folds
from concordant.inference.samples.cells import CellSample, samples_of_codes
from concordant.inference.samples.gather import in_unit_of_weights
from concordant.inputs.labels import LabelRows
from concordant.inputs.rows import near_one
from concordant.inputs.scores import ScoreRows
from concordant.settings import told
from concordant.states import Counts
from concordant.typing import Label

Rule = TypeVar("Rule")  # a threshold, or cut points


@dataclass(frozen=True, slots=True)
class HeldOut(Generic[Rule]):
    """
    Decisions on held-out rows, and the rule of each fold.

    `sample` is None where a fold has no rule; `reason` then says why.
    """

    sample: CellSample | None = None
    rules: tuple[Rule, ...] = ()
    reason: str | None = None


def held_out(
    rows: ScoreRows,
    truth: npt.NDArray[Any],
    labels: tuple[Label, ...],
    choose: Callable[[ScoreRows], Rule | None],
    decide: Callable[[Rule, npt.NDArray[Any]], npt.NDArray[Any]],
    *,
    folds: int,
    seed: int,
    groups: Groups | None,
    lacking: str,
) -> HeldOut[Rule]:
    """
    Choose a rule without each fold, and count the decisions that it makes there.

    Parameters
    ----------
    rows : ScoreRows
        All rows.
    truth : ndarray of int
        The place of the label of each row among `labels`.
    choose : callable
        Takes rows; gives the rule, or None if there is none.
    decide : callable
        Takes a rule and scores; gives places among the labels.
    folds, seed, groups
        How rows, or clusters, are dealt out.
    lacking : str
        What there is without a fold that has no rule.
    """
    many = (len(rows.scores), "rows") if groups is None else (groups[1], "clusters")
    why = too_few(*many, folds)
    if why is not None:
        return HeldOut(reason=why)
    fold = stratified_folds(truth, folds, seed, groups)
    decided = np.zeros(len(truth), dtype=np.int64)
    rules = []
    for one in told(range(folds), "cross-validating"):
        here = fold == one
        weights = None if rows.weights is None else rows.weights[~here]
        rule = choose(replace(rows, y_true=rows.y_true[~here], scores=rows.scores[~here], weights=weights))
        if rule is None:
            why = f"without fold {one + 1} of {folds} {lacking}"
            return HeldOut(reason=f"no cross-validated value: {why}")
        decided[here] = decide(rule, rows.scores[here])
        rules.append(rule)
    return HeldOut(_judged(rows, truth, decided, labels, groups), tuple(rules))


def too_few(count: int, what: str, folds: int) -> str | None:
    """Say why rows cannot be dealt to so many folds; None if they can."""
    return None if count >= folds else f"cross-validation in {folds} folds needs at least as many {what}, not {count}"


def _judged(
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
