"""Who agrees better with the rest of the people: the person who was left out, or the judge; compared exactly."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelOrderError, OptionError
from concordant.judging.judged_items import JudgedItems
from concordant.judging.named_choice import check_choice
from concordant.typing import FloatArray, KappaWeights

Score = Literal["accuracy", "squared error"]
_EXACT = 2**53
_NEAR = 1e-9  # of sums of weights that are not whole numbers: nearer is a tie


def check_score(score: Score | None, weights: KappaWeights) -> Score | Literal["weights"]:
    """Return the score; raise for an unknown one, or for weights beside it."""
    if score is not None:
        check_choice("score", score, get_args(Score))
    if weights is not None and score is not None:
        msg = "give score= or weights=, not both: each says what better agreement is."
        raise OptionError(msg)
    return "weights" if weights is not None else score or "accuracy"


def score_steps(items: JudgedItems, score: str, weights: KappaWeights) -> npt.NDArray[Any]:
    """How much a label is worth beside another, (K, K): whole numbers, but for weights."""
    size = len(items.labels)
    if score == "accuracy":
        return np.eye(size, dtype=np.int64)
    if score == "weights":
        return items.agreement(weights)
    values = _whole_values(items)
    span = max(values) - min(values)
    if span * span * max(len(items.people), 1) < _EXACT:
        numbers = np.array(values, np.int64)
        squares: npt.NDArray[np.int64] = -np.square(numbers[:, None] - numbers)
        return squares
    exact = [[-((a - b) ** 2) for b in values] for a in values]
    return np.array(exact, dtype=object)


def _whole_values(items: JudgedItems) -> list[int]:
    """The labels as whole numbers with the same ratios of differences: decimals as they are written."""
    found = []
    for label in items.labels:
        if isinstance(label, bool) or not isinstance(label, (int, float)):
            msg = f'score="squared error" needs labels that are numbers, and {label!r} is none; take score="accuracy".'
            raise LabelOrderError(msg)
        found.append(Fraction(repr(label)))
    scale = lcm(*(one.denominator for one in found))
    return [int(one * scale) for one in found]


def winners(
    judge: npt.NDArray[np.intp], people: npt.NDArray[np.intp], steps: npt.NDArray[Any], *, exact: bool
) -> FloatArray:
    """
    Return 1 where the person agrees better with the rest, -1 where the judge does, 0 if both alike: (U, people).

    NaN where the person, the judge or the rest is missing.
    """
    size = len(steps)
    row, column = np.nonzero(people >= 0)
    tally = np.zeros((len(people), size), np.int64)
    np.add.at(tally, (row, people[row, column]), 1)
    worth = tally.astype(steps.dtype) @ steps.T  # of each label beside all people of the item
    found = np.full(people.shape, np.nan)
    rest = tally.sum(1) - 1
    here = (judge[row] >= 0) & (rest[row] > 0)
    row, column = row[here], column[here]
    own, other = people[row, column], judge[row]
    # the person is one of those whom both are set beside: take them off
    apart = (worth[row, own] - steps[own, own]) - (worth[row, other] - steps[other, own])
    if exact:
        found[row, column] = (apart > 0).astype(np.float64) - (apart < 0)
    else:
        found[row, column] = np.where(np.abs(apart) <= _NEAR * np.maximum(rest[row], 1), 0.0, np.sign(apart))
    return found
