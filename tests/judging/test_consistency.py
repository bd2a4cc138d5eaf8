"""Consistency: identities of noise, majorities by brute force, and what is refused."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_allclose
from panels_of import random_panel

from concordant import fleiss_kappa, judging, weighted_agreement
from concordant.errors import InputError, TooFewRatersError


def panel(seed: int, runs: int = 5, **how: Any) -> dict[str, Any]:
    matrix = random_panel(seed, 40, runs + 2, 3, **how)
    return {"runs": matrix[:, :runs], "humans": matrix[:, runs:]}


@pytest.mark.parametrize(
    ("runs", "error", "said"),
    [
        ([[1], [0]], TooFewRatersError, "takes two runs of the judge or more, not 1"),
        ([[1, None], [None, 0]], InputError, "items with two runs or more: there are 0"),
    ],
)
def test_two_runs_are_needed(runs: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        judging.consistency(runs=runs)


def test_runs_that_never_differ() -> None:
    found = judging.consistency(runs=[[1, 1], [0, 0]] * 20, humans=[1, 1] * 20)
    assert found.agreement.value == 1
    assert found.agreement.low < 0.95
    assert found.noise is not None
    assert found.noise.value == 0
    assert found.unstable == ()
    assert math.isnan(found.majority_of_three)


def test_without_people() -> None:
    found = judging.consistency(runs=[[1, 1, 0], [0, 0, 0], [1, 0, 1]] * 10)
    assert found.noise is None
    assert found.gain is None
    assert found.sentence.endswith("are judged alike by all 3 runs.")


def test_agreement_and_kappa_are_those_of_the_metrics() -> None:
    data = panel(1, missing=0.0)
    found = judging.consistency(**data, weights="linear")
    expected = weighted_agreement.interval(data["runs"], weights="linear", labels=[1, 2, 3])
    assert (found.agreement.value, found.agreement.low) == pytest.approx((expected.value, expected.low))
    assert found.kappa.value == pytest.approx(fleiss_kappa(data["runs"], weights="linear"))


def test_noise_and_the_rest_add_up_to_the_error() -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 200)
    chance = np.where(truth == 1, 0.8, 0.3)
    runs = (rng.random((4000, 200)) < chance).T.astype(int)[:, :40]
    found = judging.consistency(runs=runs, humans=truth)
    p = runs.mean(1)
    noise = (p * (1 - p)).mean() * 40 / 39
    assert found.error is not None
    assert found.noise is not None
    assert found.error.value == pytest.approx(np.mean(runs != truth[:, None]))
    assert found.noise.value == pytest.approx(noise / found.error.value)
    systematic = np.square(p - truth).mean() - noise / 40
    assert found.noise.value + systematic / found.error.value == pytest.approx(1)


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_the_majority_of_three_is_that_of_all_subsets(missing: float) -> None:
    data = panel(3, 5, missing=missing)
    found = judging.consistency(**data)
    each = []
    for runs, people in zip(data["runs"], data["humans"], strict=True):
        here, said = runs[~np.isnan(runs)], people[~np.isnan(people)]
        if len(here) < 3 or not len(said):
            continue
        right = []
        for three in combinations(here, 3):
            labels, counts = np.unique(three, return_counts=True)
            chosen = labels[counts >= 2] if (counts >= 2).any() else labels
            right.append(np.mean([(said == one).mean() for one in chosen]))
        each.append(np.mean(right) - np.mean([(said == one).mean() for one in here]))
    assert found.gain is not None
    assert found.gain.value == pytest.approx(np.mean(each))
    assert found.gain.se == pytest.approx(np.std(each, ddof=1) / math.sqrt(len(each)))


def test_unstable_rows_are_named_worst_first() -> None:
    runs = [[1, 1, 1], [1, 1, 0], [0, 1, 2], [0, 0, 0]]
    assert judging.consistency(runs=runs).unstable == (2, 1)


def test_names_of_columns_and_clusters() -> None:
    data = panel(4, 3, missing=0.0)
    frame = pl.DataFrame({f"gpt_{k}": data["runs"][:, k] for k in range(3)} | {"ann": data["humans"][:, 0]})
    frame = frame.with_row_index("doc")
    found = judging.consistency(frame, runs=["gpt_0", "gpt_1", "gpt_2"], humans="ann", cluster="doc")
    plain = judging.consistency(runs=data["runs"], humans=data["humans"][:, 0])
    assert found.gain is not None
    assert plain.gain is not None
    assert found.gain.se == pytest.approx(plain.gain.se)
    assert_allclose(found.agreement.value, plain.agreement.value)
    assert "clusters" in found.agreement.method


def test_two_runs_are_both() -> None:
    found = judging.consistency(runs=[[1, 1], [0, 1]] * 10)
    assert found.sentence.endswith("are judged alike by both runs.")


def test_limits_of_a_share_of_noise_are_shares() -> None:
    rng = np.random.default_rng(0)
    for _ in range(40):
        right = rng.choice([0.95, 0.7, 0.2], 20, p=[0.7, 0.2, 0.1])
        runs = (rng.random((20, 3)) < right[:, None]) * 1
        noise = judging.consistency(runs=runs, humans=[1] * 20).noise
        assert noise is not None
        assert math.isnan(noise.low) or 0 < noise.low <= noise.value <= noise.high < 1


def test_noise_that_does_not_vary_says_so() -> None:
    found = judging.consistency(runs=[[1, 0], [1, 1], [0, 1]] * 5, humans=[1] * 15)
    assert found.noise is not None
    assert (found.noise.value, found.noise.reason) == (1, "the items do not vary")
