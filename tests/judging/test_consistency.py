"""Whether a judge is consistent: with itself over runs."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from support.samples import random_panel

from concordant import fleiss_kappa, judging, weighted_agreement


def panel(seed: int, runs: int = 5, **how: Any) -> dict[str, Any]:
    matrix = random_panel(seed, 40, runs + 2, 3, **how)
    return {"runs": matrix[:, :runs], "humans": matrix[:, runs:]}


def test_runs_that_never_differ() -> None:
    found: Any = judging.consistency(runs=[[1, 1], [0, 0]] * 20, humans=[1, 1] * 20)
    assert found.agreement.low < 0.95 < found.agreement.value == 1
    assert found.noise.value == 0
    assert found.unstable == ()
    assert math.isnan(found.majority_of_three)


def test_without_people() -> None:
    found = judging.consistency(runs=[[1, 1, 0], [0, 0, 0], [1, 0, 1]] * 10)
    assert found.noise is found.gain is None
    assert judging.consistency(runs=[[1, 1, 1], [1, 1, 0], [0, 1, 2], [0, 0, 0]]).unstable == (2, 1)
    assert found.sentence.endswith("are judged alike by all 3 runs.")
    assert judging.consistency(runs=[[1, 1], [0, 1]] * 10).sentence.endswith("are judged alike by both runs.")


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
    found: Any = judging.consistency(runs=runs, humans=truth)
    p = runs.mean(1)
    noise = (p * (1 - p)).mean() * 40 / 39
    assert found.error.value == pytest.approx(np.mean(runs != truth[:, None]))
    assert found.noise.value == pytest.approx(noise / found.error.value)
    systematic = np.square(p - truth).mean() - noise / 40
    assert found.noise.value + systematic / found.error.value == pytest.approx(1)


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_the_majority_of_three_is_that_of_all_subsets(missing: float) -> None:
    data = panel(3, 5, missing=missing)
    found: Any = judging.consistency(**data)
    gains = []
    for runs, people in zip(data["runs"], data["humans"], strict=True):
        verdicts, truth = runs[~np.isnan(runs)], people[~np.isnan(people)]
        if len(verdicts) < 3 or not len(truth):
            continue
        right = []
        for three in combinations(verdicts, 3):
            labels, counts = np.unique(three, return_counts=True)
            chosen = labels[counts >= 2] if (counts >= 2).any() else labels
            right.append(np.mean([(truth == label).mean() for label in chosen]))
        gains.append(np.mean(right) - np.mean([(truth == verdict).mean() for verdict in verdicts]))
    assert found.gain.value == pytest.approx(np.mean(gains))
    assert found.gain.se == pytest.approx(np.std(gains, ddof=1) / math.sqrt(len(gains)))


# -- over time -----------------------------------------------------------------------------------------------------
