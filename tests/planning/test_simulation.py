"""Simulated studies: beside closed forms, with clusters and margins, and the search for their size."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from scipy.stats import norm

from concordant import Counts, accuracy, cohen_kappa, planning, roc_auc
from concordant.errors import InputError, LabelOrderError, OptionError
from concordant.planning.design import Tried
from concordant.planning.simulation import search

PILOT = Counts.from_table([[40, 6, 1], [5, 30, 4], [0, 3, 11]])
RANDOM = np.random.default_rng(0)
TRUTH = RANDOM.integers(0, 2, 200)
SCORE = TRUTH + RANDOM.normal(size=200)
WORSE = SCORE + RANDOM.normal(size=200)
RIGHT = np.where(RANDOM.random(200) < 0.85, TRUTH, 1 - TRUTH)
LESS = np.where(RANDOM.random(200) < 0.7, TRUTH, 1 - TRUTH)


@pytest.mark.parametrize(
    ("pilot", "wishes", "said"),
    [
        ((PILOT,), {"against": cohen_kappa.of(PILOT)}, "as is expected: there is no difference"),
        ((PILOT,), {}, "say what a study of one model is for"),
        ((PILOT,), {"width": 0.1, "runs": 10}, "runs is how many studies are simulated"),
        ((PILOT,), {"width": 0.1, "n": 3}, "n is a number of rows, a whole number of at least 4, not 3"),
        ((PILOT,), {"width": 0.1, "shares": [1]}, "cannot be simulated from these Counts"),
        ((PILOT,), {"width": 0.1, "cluster": [1]}, "cannot be simulated from these Counts"),
        ((PILOT,), {"against": 0.5, "margin": 0.1}, 'margin= goes with alternative="superiority"'),
        (([0, 1], [0, 1]), {"width": 0.1, "cluster": [1]}, "cluster must have one value a row: expected 2, got 1"),
        (([0, 1], [0, 1]), {"width": 0.1, "cluster": [1, 1]}, "cluster= names one cluster"),
        (([0, 1], [0, 1]), {"width": 0.1, "cluster": [1, None]}, "cluster has 1 missing values"),
        (([0, 1], [0, 1]), {"width": 0.1, "cluster": [1, 2], "shares": [1, 1]}, "shares= has no place beside it"),
        (([0, 1], [0, 1, 1]), {"width": 0.1}, "the columns of a pilot have the same number of rows"),
        (([0, 1],), {"width": 0.1}, "the pilot is one Counts, or columns"),
        (([0, 1], [0, 1], [1, 0]), {"against": 0.1}, "against= is a value for one model"),
        (([0, 1], [0, 1], [0, 1]), {}, "both models are equally good in the pilot"),
        (([0, 1], [0, 1]), {"width": 0.1, "shares": [1]}, "shares must be 2 numbers"),
    ],
)
def test_bad_wishes_raise(pilot: Any, wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as caught:
        planning.simulate(accuracy if len(pilot) != 1 else cohen_kappa, *pilot, **wishes)
    assert said in str(caught.value)
    with pytest.raises(OptionError, match="with these options recall has several"):
        planning.simulate("recall", PILOT, width=0.1, average=None)


def test_labels_without_an_order_stay_so() -> None:
    text = np.array(["low", "mid", "high"])[np.arange(60) % 3]
    with pytest.raises(LabelOrderError):
        planning.simulate("cohen_kappa", text, np.roll(text, 1), text, weights="linear", runs=50)


def test_power_at_n_with_its_error() -> None:
    plan = planning.simulate("cohen_kappa", PILOT, weights="quadratic", against=0.7, n=200, runs=400)
    assert plan.n == 200
    assert plan.power is not None
    assert_allclose(plan.error, math.sqrt(plan.power * (1 - plan.power) / 400), rtol=1e-12)
    assert plan.method == "score, 400 simulated studies"
    assert plan.assumptions[0] == "the 100 rows of the pilot are like all others"
    closed = planning.kappa(table=PILOT, weights="quadratic", against=0.7, n=200)
    assert_allclose(plan.power, closed.power, atol=0.12)


def test_the_same_seed_gives_the_same_plan() -> None:
    wishes: dict[str, Any] = {"width": 0.25, "runs": 100}
    first, again = (planning.simulate("cohen_kappa", PILOT, **wishes) for _ in range(2))
    assert first == again
    powers = {planning.simulate("cohen_kappa", PILOT, **wishes, n=100, seed=seed).power for seed in range(4)}
    assert len(powers) > 1


def test_curve_simulates() -> None:
    plan = planning.simulate("accuracy", PILOT, against=0.7, n=60, runs=100)
    assert plan.curve([60])[0] == plan.power
    rising = plan.curve([20, 60, 200])
    assert (np.diff(rising) > 0).all()
    assert pickle.loads(pickle.dumps(plan)).curve([60])[0] == plan.power


def test_scores_of_rows_beside_the_closed_form() -> None:
    auc = roc_auc(TRUTH, SCORE)
    share = float(TRUTH.mean())
    closed = planning.auc(auc, against=0.6, prevalence=share, n=60)
    found = planning.simulate("roc_auc", TRUTH, SCORE, against=0.6, n=60, runs=300)
    assert_allclose(found.power, closed.power, atol=0.12)
    assert found.method == "score, 300 simulated studies"


def test_two_models_beside_the_closed_form() -> None:
    only_a, only_b = np.mean((RIGHT == TRUTH) & (LESS != TRUTH)), np.mean((RIGHT != TRUTH) & (LESS == TRUTH))
    closed = planning.paired_proportions(only_a=float(only_a), only_b=float(only_b), n=120)
    found = planning.simulate("accuracy", TRUTH, RIGHT, LESS, n=120, runs=400)
    assert_allclose(found.power, closed.power, atol=4 * found.error)  # type: ignore[operator]
    assert "difference of" in found.says
    claim: dict[str, Any] = {"margin": 0.05, "alternative": "superiority"}
    closed = planning.paired_proportions(only_a=float(only_a), only_b=float(only_b), n=120, **claim)
    found = planning.simulate("accuracy", TRUTH, RIGHT, LESS, n=120, runs=200, **claim)
    assert_allclose(found.power, closed.power, atol=4 * found.error)  # type: ignore[operator]


def test_an_assumed_joint_table_of_two_models_is_rows_with_shares() -> None:
    rows, shares = ([0, 0, 1, 1], [0, 1, 1, 0], [0, 0, 0, 1]), [0.4, 0.06, 0.14, 0.4]
    found = planning.simulate("accuracy", *rows, shares=shares, n=120, runs=400)
    assert_allclose(found.power, planning.paired_proportions(only_a=0.14, only_b=0.46, n=120).power, atol=0.05)


def test_one_model_with_shares() -> None:
    found = planning.simulate("accuracy", [0, 0, 1], [0, 1, 1], shares=[0.5, 0.1, 0.4], against=0.8, n=112, runs=400)
    assert_allclose(found.power, planning.proportion(0.9, against=0.8, n=112).power, atol=4 * found.error)  # type: ignore[operator]
    assert found.assumptions[0] == "the table of shares is like all others"


def test_two_scores_and_a_margin() -> None:
    claim: dict[str, Any] = {"margin": 0.05, "alternative": "non-inferiority", "level": 0.975}
    shown = planning.simulate("roc_auc", TRUTH, SCORE, WORSE, n=150, runs=50, **claim)
    plain = planning.simulate("roc_auc", TRUTH, SCORE, WORSE, n=150, runs=50)
    assert shown.power >= plain.power  # type: ignore[operator]
    assert "non-inferiority is shown with a power of" in shown.says
    assert "one-sided at 2.5 %" in shown.says


def test_studies_without_a_class_do_not_reach_the_aim() -> None:
    truth = [0] * 95 + [1] * 5
    plan = planning.simulate("roc_auc", truth, np.linspace(0, 1, 100), width=0.9, n=10, runs=200)
    assert plan.power is not None
    assert plan.power < 0.9
    assert plan.reason is not None
    assert "undefined in" in plan.reason


def test_one_model_and_a_margin() -> None:
    claim: dict[str, Any] = {"against": 0.85, "margin": 0.1, "n": 120, "runs": 400}
    found = planning.simulate("accuracy", PILOT, alternative="non-inferiority", **claim)
    closed = planning.proportion(0.81, against=0.85, margin=0.1, alternative="non-inferiority", n=120)
    assert_allclose(found.power, closed.power, atol=4 * found.error)  # type: ignore[operator]
    assert "is shown not to be inferior to 0.85 (margin 0.1)" in found.says
    both = planning.simulate("accuracy", PILOT, alternative="equivalence", **claim)
    assert both.power <= found.power  # type: ignore[operator]
    above = planning.simulate("accuracy", PILOT, alternative="superiority", **{**claim, "against": 0.65})
    assert above.power == found.power  # both are above 0.75
    # of a loss, lower is better: the same claims of the rest
    for alternative, against in (("non-inferiority", 0.15), ("superiority", 0.35)):
        loss = planning.simulate("zero_one_loss", PILOT, alternative=alternative, **{**claim, "against": against})
        assert loss.power == found.power


def test_clusters_of_a_pilot() -> None:
    random = np.random.default_rng(9)
    cluster = np.repeat(np.arange(40), 6)
    truth = random.integers(0, 2, 240)
    guess = np.where(random.random(240) < random.beta(8, 2, 40)[cluster], truth, 1 - truth)
    plan = planning.simulate("accuracy", truth, guess, cluster=cluster, width=0.1, n=50, runs=100)
    assert (plan.clusters, plan.n) == (50, 300)
    assert plan.assumptions[1] == "clusters like the 40 of the pilot"
    assert plan.curve([300])[0] == plan.power
    plain = planning.simulate("accuracy", truth, guess, width=0.1, n=300, runs=100)
    assert plan.design_effect > 1  # type: ignore[operator]
    assert plain.power > plan.power  # type: ignore[operator]
    few = planning.simulate("accuracy", truth, guess, cluster=cluster.astype(str), against=0.5, n=4, runs=50)
    assert few.reason == "the 4 clusters leave only 3 degrees of freedom"
    few = planning.simulate("accuracy", truth[:18], guess[:18], cluster=cluster[:18], against=0.4, n=5, runs=50)
    assert few.reason == "the pilot has only 18 rows; the pilot's 3 clusters leave only 2 degrees of freedom"
    two = planning.simulate("accuracy", truth, guess, truth[::-1], cluster=cluster, runs=60)
    assert two.n == 6 * two.clusters  # type: ignore[operator]


def simulate(n: int, runs: int) -> Tried:
    """Studies whose power is Phi(sqrt(n) / 5 - 1.96): 0.8 at n = 196.2."""
    return Tried(n, runs, int(np.random.default_rng([7, n]).binomial(runs, norm.cdf(np.sqrt(n) / 5 - 1.96))))


@pytest.mark.parametrize("guess", [1, 50, 196, 900, 5000])
def test_it_finds_the_place_from_anywhere(guess: int) -> None:
    found = search(simulate, 0.8, 4000, guess=guess, least=4)
    assert found.runs == 4000
    assert found.share >= 0.8
    assert 185 <= found.n <= 212


def test_the_least_can_be_enough() -> None:
    assert search(lambda n, runs: Tried(n, runs, runs), 0.9, 100, guess=300, least=4).n == 4


def test_what_no_study_reaches_raises() -> None:
    with pytest.raises(OptionError, match="not even 1,000,000 rows reach this"):
        search(lambda n, runs: Tried(n, runs, 0), 0.8, 100, guess=10, least=4)


def test_a_power_that_does_not_settle_raises() -> None:
    with pytest.raises(OptionError, match=r"does not settle at 0\.8 near .* rows: take more runs"):
        search(lambda n, runs: Tried(n, runs, runs if runs < 400 else 0), 0.8, 400, guess=100, least=4)


def test_the_error_is_never_zero() -> None:
    assert Tried(10, 100, 50).error == 0.05
    assert Tried(10, 100, 100).error > 0
    assert Tried(10, 100, 0).error == pytest.approx(Tried(10, 100, 100).error)


@pytest.mark.parametrize("name", ["cluster", "shares", "prediction"])
def test_columns_of_a_pilot_are_of_one_order(name: str) -> None:
    truth = pd.Series([0, 1] * 10)
    column = truth.iloc[::-1]
    pilot = (truth, column) if name == "prediction" else (truth, truth)
    with pytest.raises(InputError, match="the same index in another order"):
        planning.simulate("accuracy", *pilot, width=0.1, **({} if name == "prediction" else {name: column}))
