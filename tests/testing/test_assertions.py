"""Assertions on metrics: when they pass, and what a failure shows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant import cohen_kappa, f1, recall
from concordant.errors import OptionError
from concordant.testing import assert_metric, assert_not_worse
from concordant.testing.plugin import check_metric

__all__ = ["check_metric"]  # the fixture

RNG = np.random.default_rng(1)
Y = RNG.integers(0, 2, 80)
P = np.where(RNG.random(80) < 0.85, Y, 1 - Y)


def test_it_gives_the_interval_of_the_metric() -> None:
    assert assert_metric(f1, Y, P, at_least=0.8) == f1.interval(Y, P)
    assert assert_metric("qwk", Y, P, at_least=0) == cohen_kappa.interval(Y, P, weights="quadratic")
    assert assert_metric("MulticlassF1Score", Y, P, at_least=0, level=0.9) == f1.interval(
        Y, P, average="macro", level=0.9
    )


@pytest.mark.parametrize(
    ("data", "more", "said"),
    [
        ((Y, P), {"at_least": 0.99}, "f1: the value 0."),
        ((Y, P), {"at_least": 0.88, "use": "lower"}, "f1: the lower limit 0."),
        ((Y, P), {"at_most": 0.5}, "is above 0.5"),
        (([0, 0], [0, 0]), {"at_least": 0.0, "labels": [0, 1]}, "f1: the value is undefined ("),
        (([0, 1, 1], [0, 1, 1]), {"at_least": 0.1, "use": "lower"}, "f1: the interval is unreliable ("),
    ],
)
def test_a_failure_says_what_was_measured_and_shows_interval_and_matrix(data: Any, more: Any, said: str) -> None:
    with pytest.raises(AssertionError) as caught:
        assert_metric(f1, *data, **more)
    text = str(caught.value)
    assert said in text
    assert "f1 " in text.splitlines()[1]
    assert "truth" in text.lower()


def test_a_doubtful_limit_passes_if_that_is_allowed() -> None:
    assert_metric(f1, [0, 1, 1], [0, 1, 1], at_least=0.1, use="lower", allow_doubt=True)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, "nothing is required"),
        ({"at_least": float("nan")}, "at_least must be a number"),
        ({"at_least": 0, "use": "low"}, "use must be 'value'"),
        ({"at_least": 0, "average": None}, "several numbers here"),
        ({"at_most": 10}, "recall lies between 0 and 1, and at_most is 10; for 10 % write 0.1"),
    ],
)
def test_what_cannot_be_asserted(more: Any, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        assert_metric(recall, Y, P, **more)


def test_not_worse_is_the_test_of_non_inferiority() -> None:
    found = assert_not_worse(f1, Y, P, 1 - Y, margin=0.05)
    assert found == f1.compare(Y, P, 1 - Y, margin=0.05, alternative="non-inferiority", names=("new", "old"))
    with pytest.raises(AssertionError, match=r"^f1: new is not shown to be at most 0.05 worse than old"):
        assert_not_worse("f1_score", Y, P, Y, margin=0.05)


def test_the_fixture_records_what_it_measured(check_metric: Any, request: pytest.FixtureRequest) -> None:
    found = check_metric(f1, Y, P, at_least=0.8)
    assert dict(request.node.user_properties)["f1.low"] == found.low
