"""Comparisons of several classes, and what limits show beside a margin."""

from __future__ import annotations

import math

import numpy as np
import pytest

import concordant
from concordant.result.comparisons import Comparison, Comparisons, reasons_of, shown_by_limits


@pytest.fixture
def found() -> Comparisons:
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 7, 300)
    a, b = (np.where(rng.random(300) < 0.7, truth, rng.integers(0, 7, 300)) for _ in range(2))
    several = concordant.f1.compare(truth, a, b, average=None)
    assert isinstance(several, Comparisons)
    return several


def test_one_comparison_a_class_is_a_tuple_of_them(found: Comparisons) -> None:
    assert isinstance(found.pairs, tuple)
    assert all(isinstance(one, Comparison) for one in found.pairs)
    assert [one.metric for one in found] == [f"f1 of {index}" for index in range(7)]
    assert found[6] == found.pairs[-1]
    assert found.to_dict()["pairs"] == [one.to_dict() for one in found]


def test_reasons_are_said_once() -> None:
    reasons = ("few rows", "few rows; one class", None)
    pairs = [Comparison(0.1, 0.0, 0.2, reason=reason) for reason in reasons]
    assert reasons_of(pairs) == ("few rows", "one class")


BEYOND, WITHIN, OPEN = (
    f", {how} the margin" for how in ("by more than", "but by less than", "but not whether by more than")
)
AS_GOOD, NEITHER = (
    "is shown to be as good as B, within the margin",
    "is neither shown to be as good as B, within the margin",
)


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        (-9, -6, f"is shown to be worse than B{BEYOND}"),
        (-9, -5, f"is shown to be worse than B{OPEN}"),
        (-9, -1, f"is shown to be worse than B{OPEN}"),
        (-5, -1, f"is shown to be worse than B{OPEN}"),
        (-4, -1, f"is shown to be worse than B{WITHIN}"),
        (-9, 0, f"{NEITHER}, nor shown to be worse"),
        (-9, 1, f"{NEITHER}, nor shown to be worse"),
        (-9, 9, f"{NEITHER}, nor shown to be worse"),
        (math.nan, math.nan, f"{NEITHER}, nor shown to be worse"),
        (-4, 0, AS_GOOD),
        (-4, 4, AS_GOOD),
        (-4, 9, AS_GOOD),
        (0, 4, AS_GOOD),
        (1, 4, f"is shown to be better than B{WITHIN}"),
        (1, 5, f"is shown to be better than B{OPEN}"),
        (1, 9, f"is shown to be better than B{OPEN}"),
        (5, 9, f"is shown to be better than B{OPEN}"),
        (6, 9, f"is shown to be better than B{BEYOND}"),
    ],
)
def test_what_limits_show_beside_zero_and_a_margin(low: float, high: float, shown: str) -> None:
    assert shown_by_limits(low, high, "B", "the margin", 5) == shown
    side = "worse" if high < 0 else "better" if low > 0 else None
    alone = "is not shown to be better or worse than B" if side is None else f"is shown to be {side} than B"
    assert shown_by_limits(low, high, "B", None, None) == alone


@pytest.mark.parametrize(
    ("low", "high", "not_worse", "shown"),
    [
        (-9, 1, True, AS_GOOD),
        (-4, 1, False, f"{NEITHER}, nor shown to be worse"),
        (1, 4, False, f"{NEITHER}, nor shown to be worse"),
        (-6, -1, True, f"is shown to be worse than B{WITHIN}"),
        (-4, -1, False, f"is shown to be worse than B{OPEN}"),
    ],
)
def test_a_test_of_its_own_says_whether_the_margin_is_kept(
    low: float, high: float, not_worse: bool, shown: str
) -> None:
    assert shown_by_limits(low, high, "B", "the margin", 5, not_worse=not_worse) == shown
