"""Several labels at once: each label, or all of them, by a threshold on its probability."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.decisions.decision_aim import DecisionAim
from concordant.decisions.from_probabilities.rules import LabelThresholds
from concordant.decisions.thresholds.every_threshold import Scan, best_run, middle
from concordant.errors import LabelError, LengthError, OptionError
from concordant.inputs.labels import check_declared
from concordant.inputs.scores import ScoreRows
from concordant.metrics.definition.options import warn_user
from concordant.result.decisions import Decisions
from concordant.states import Counts, Curve
from concordant.typing import FloatArray, Label


def soft_scan(prob: npt.NDArray[Any], weights: FloatArray | None, labels: tuple[Label, ...] = (0, 1)) -> Scan:
    """The expected table at every threshold: each row is positive with weight p and negative with weight 1 - p."""
    chance = prob.astype(np.float64)
    once = np.ones(len(chance)) if weights is None else weights
    truth = np.repeat(np.array([0, 1], np.uint8), len(chance))
    both = np.concatenate([(1.0 - chance) * once, chance * once])
    rows = ScoreRows(truth, (0, 1), labels, np.concatenate([chance, chance]), both, 0)
    return Scan.of(Curve.from_rows(rows))


def best_soft_threshold(
    prob: npt.NDArray[Any], weights: FloatArray | None, aim: DecisionAim, labels: tuple[Label, ...] = (0, 1)
) -> float:
    """
    The threshold on a probability with the best metric of the expected table.

    Where no row can be positive none is called so, and where all are for sure all are: the metric may be undefined
    then, but any other answer is a mistake, and a mean over labels would count it as 0.
    """
    counted = prob if weights is None else prob[weights > 0]
    if len(counted) and counted.max() == 0:
        return np.inf
    if len(counted) and counted.min() == 1:
        return 1.0
    scan = soft_scan(prob, weights, labels)
    run = best_run(aim.sign * scan.values(aim), scan.allowed(()), scan)
    return np.inf if run is None else middle(scan, run)


def best_of_labels(
    prob: npt.NDArray[Any], weights: FloatArray | None, labels: Sequence[Label] | None, aim: DecisionAim
) -> Decisions:
    """Find the threshold of each label, or with ``average="micro"`` the one of all labels."""
    if prob.ndim != 2:
        msg = f"with multilabel=True y_prob has one column a label, shape (n, L), not {prob.shape}."
        raise LengthError(msg)
    average = _average(aim)
    names = tuple(range(prob.shape[1])) if labels is None else check_declared(labels)
    if len(names) != prob.shape[1]:
        msg = f"y_prob has {prob.shape[1]} columns, but labels= names {len(names)}: one a column is needed."
        raise LabelError(msg)
    each = DecisionAim(aim.metric, {**aim.options, "average": "binary"}, aim.sign)
    if average == "micro":
        times = None if weights is None else np.repeat(weights, len(names))
        thresholds = np.full(len(names), best_soft_threshold(prob.reshape(-1), times, each))
    else:
        thresholds = np.array([best_soft_threshold(prob[:, label], weights, each) for label in range(len(names))])
    rule = LabelThresholds(thresholds, names)
    answers = rule.apply(prob)
    table = _tables(prob, answers, weights)
    counts = Counts(table, (0, 1), outputs=names)
    outcome = aim.metric.outcome(counts, **aim.options)
    value = float(outcome.value) if np.ndim(outcome.value) == 0 else outcome.value
    if outcome.reason:
        warn_user(f"{aim.metric.name}: {outcome.reason}")
    exact = aim.metric.optimum.of_each_label
    shown = ", ".join(f"{name!r} at {at:.4g}" for name, at in zip(names[:8], thresholds[:8].tolist(), strict=True))
    return Decisions(
        labels=answers,
        value=value,
        exact=exact,
        upper_bound=value if exact and np.ndim(value) == 0 else np.nan,
        how=f"each label where its probability reaches a threshold: {shown}{', ...' if len(names) > 8 else ''}",
        rule=rule,
        expected_table=table,
        steps=1,
        n=float(len(prob) if weights is None else weights.sum()),
        metric=aim.metric.name,
        signature=aim.metric.signature(counts, **aim.options),
        reason=outcome.reason,
    )


def _average(aim: DecisionAim) -> Any:
    average = aim.options.get("average", "macro")
    if "average" not in aim.metric.options or average not in ("macro", "micro", "weighted", None):
        msg = (
            'several labels at once need a metric with average="macro", "micro", "weighted" or None, such as f1; not '
            f"{aim.metric.name} with average={average!r}."
        )
        raise OptionError(msg)
    return average


def _tables(prob: npt.NDArray[Any], answers: npt.NDArray[np.int64], weights: FloatArray | None) -> FloatArray:
    """The expected table of each label, shape (L, 2, 2)."""
    chance = np.asarray(prob, np.float64)
    once = np.ones((len(prob), 1)) if weights is None else weights[:, None]
    yes = answers == 1
    tp = (chance * once * yes).sum(0)
    fp = ((1.0 - chance) * once * yes).sum(0)
    fn = (chance * once * ~yes).sum(0)
    tn = ((1.0 - chance) * once * ~yes).sum(0)
    return np.stack([np.stack([tn, fp], -1), np.stack([fn, tp], -1)], -2)
