"""Scores of a regressor for rows that it did not see, from models of folds that may stop early on them."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.decisions.estimators.out_of_fold import (
    Rows,
    Said,
    check_rows,
    each,
    fitted,
    gathered,
    rows_of,
    splits,
)
from concordant.errors import InputTypeError, LengthError, OptionError
from concordant.typing import FloatArray


def refuse_classifier(estimator: Any) -> None:
    """Raise for a classifier: its predictions are labels, and between labels there is nothing to cut."""
    if not (hasattr(estimator, "predict_proba") or _says_classifier(estimator)):
        return
    msg = (
        "estimator must be a regressor, whose predictions are a score, and "
        f"{type(estimator).__name__} is a classifier. For its probabilities see DecisionClassifier, for two classes "
        "ThresholdClassifier."
    )
    raise InputTypeError(msg)


def _says_classifier(estimator: Any) -> bool:
    if "sklearn" not in sys.modules or not hasattr(estimator, "__sklearn_tags__"):
        return getattr(estimator, "_estimator_type", None) == "classifier"
    from sklearn.base import is_classifier

    return bool(is_classifier(estimator))


def scores_by_regressor(
    estimator: Any,
    cv: Any,
    data: Any,
    values: FloatArray,
    codes: Rows,
    *,
    labels: npt.NDArray[Any],
    seed: int,
    groups: Any,
    extra: Mapping[str, Any],
    n_jobs: int | None,
) -> Said:
    """
    Return the regressor of all rows, and the scores of rows by regressors that were not fitted to them.

    An estimator that can stop early (one with ``stops_early`` and ``for_rounds``, as `KappaRegressor` is) stops in each
    fold on the rows that the fold scores, and the one of all rows trains for the mean of their rounds.

    Parameters
    ----------
    estimator : estimator
        A regressor, or one that is fitted already (``cv="prefit"``).
    cv : int, splitter, iterable or "prefit"
        The folds.
    data : array-like of n rows
        Features.
    values, codes, labels : ndarray of shape (n,)
        Where the label of each row stands, its code, and itself, which a splitter gets.
    seed, groups, extra, n_jobs
        As of `OrdinalCutPoints`, and the arguments of the regressor's `fit`.
    """
    if isinstance(cv, str):
        if cv != "prefit":
            msg = f'cv must be a number of folds, a splitter or "prefit", not {cv!r}.'
            raise OptionError(msg)
        check_rows(data, values)
        return Said(np.arange(len(values)), predicted(estimator, data), estimator, len(values))
    check_rows(data, values)
    stops = bool(getattr(estimator, "stops_early", False)) and "eval_set" not in extra
    model = None if stops else fitted(estimator, data, values, extra)  # first: it says what is wrong with the data
    parts = list(splits(cv, data, labels, codes, seed, groups))

    def scored(part: tuple[Rows, Rows]) -> tuple[FloatArray, int]:
        train, test = part
        held = _held(data, values, extra, test) if stops else {}
        one = fitted(estimator, data, values, extra, train, held)
        return predicted(one, rows_of(data, test)), one.rounds_ if stops else 0

    said = each(scored, parts, n_jobs)
    if model is None:
        rounds = max(1, round(float(np.mean([rounds for _, rounds in said]))))
        model = fitted(estimator.for_rounds(rounds), data, values, extra)
    return gathered([scores for scores, _ in said], parts, model, len(values))


def _held(data: Any, values: FloatArray, extra: Mapping[str, Any], test: Rows) -> dict[str, Any]:
    """What a fold stops by: the rows that it scores."""
    weight = extra.get("sample_weight")
    held: dict[str, Any] = {"eval_set": (rows_of(data, test), values[test])}
    return held if weight is None else {**held, "eval_sample_weight": [np.asarray(weight)[test]]}


def predicted(model: Any, data: Any) -> FloatArray:
    """Return one score a row."""
    scores = np.asarray(model.predict(data), dtype=np.float64)
    if scores.ndim == 2 and scores.shape[1] == 1:
        scores = scores[:, 0]
    if scores.ndim != 1:
        msg = f"the estimator must predict one number a row, not {scores.shape[1:]} of them."
        raise LengthError(msg)
    return scores
