"""Items that people labelled with unequal chances: `label_weight=` of every estimate, and the doubts beside it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from concordant import judging
from concordant.typing import FloatArray

N, LABELLED = 600, 120


def study(seed: int, *, by: str = "flag") -> tuple[FloatArray, FloatArray, FloatArray]:
    """A judge, people, and one over the chance of a label: flagged items (or passed ones) are labelled more."""
    rng = np.random.default_rng(seed)
    truth = rng.random(N) < 0.8
    judge = np.where(truth, rng.random(N) < 0.9, rng.random(N) < 0.4)
    flagged = rng.random(N) < np.where(truth, 0.2, 0.6) if by == "flag" else judge
    chance = np.where(flagged, 4.0, 1.0)
    chance *= LABELLED / chance.sum()
    labelled = rng.random(N) < chance
    return judge.astype(float), np.where(labelled, truth, np.nan), np.where(labelled, 1 / chance, np.nan)


JUDGE, HUMAN, WEIGHT = study(0)
OTHER = study(1)[0]
CLUSTER = np.arange(N) // 3
CALLS: dict[str, Any] = {
    **{
        method: lambda method=method, **more: judging.pass_rate(judge=JUDGE, human=HUMAN, method=method, **more)
        for method in ("wilson", "delta", "ppi++")
    },
    "clusters": lambda **more: judging.pass_rate(judge=JUDGE, human=HUMAN, cluster=CLUSTER, **more),
    "mean_score": lambda **more: judging.mean_score(judge=JUDGE, human=HUMAN, between=(0, 1), **more),
    "mean_score, free": lambda **more: judging.mean_score(judge=JUDGE, human=HUMAN, cluster=CLUSTER, **more),
    "compare_pass_rates": lambda **more: judging.compare_pass_rates(
        judge_a=JUDGE, judge_b=OTHER, human_a=HUMAN, human_b=1 - HUMAN, **more
    ),
    "judge_errors": lambda **more: judging.judge_errors(judge=JUDGE, humans=HUMAN, **more),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CALLS)
def test_equal_label_weights_change_nothing(name: str) -> None:
    equal = np.where(np.isnan(HUMAN), np.nan, 7.5)  # items without a label need none
    assert CALLS[name](chosen="random", label_weight=equal) == CALLS[name](chosen="random")
    unequal = CALLS[name](chosen="random", label_weight=WEIGHT)
    assert unequal != CALLS[name](chosen="random")
    scaled = CALLS[name](chosen="random", label_weight=pd.Series(WEIGHT) * 8)  # a common factor says nothing
    assert scaled == unequal


def test_weights_by_the_verdict_leave_the_strata_as_they_are() -> None:
    judge, human, weight = study(3, by="judge")
    for chosen in ("random", "by judge"):
        for method in ("wilson", "delta"):
            weighted = judging.pass_rate(judge=judge, human=human, chosen=chosen, method=method, label_weight=weight)
            plain = judging.pass_rate(judge=judge, human=human, chosen="by judge", method=method)
            assert_allclose(
                [weighted.rate.value, weighted.rate.low, weighted.rate.high],
                [plain.rate.value, plain.rate.low, plain.rate.high],
            )


def test_the_difference_estimator_by_hand() -> None:
    labelled = ~np.isnan(HUMAN)
    y, f, v = HUMAN[labelled], JUDGE[labelled], WEIGHT[labelled]
    for power in (0.0, 0.4, 1.0):
        expected = power * JUDGE.mean() + v @ (y - power * f) / v.sum()
        found = judging.mean_score(judge=JUDGE, human=HUMAN, label_weight=WEIGHT, power=power)
        assert_allclose(found.mean.value, expected)
    people = judging.mean_score(judge=JUDGE, human=HUMAN, label_weight=WEIGHT).people_only
    assert_allclose(people.value, v @ y / v.sum())
    influence = v * (y - people.value) / v.sum()
    assert_allclose(people.se, np.sqrt(influence @ influence), rtol=0.05)
    strata = sum(
        (verdict == JUDGE).mean() * (v @ (y * (f == verdict))) / (v @ (f == verdict)) for verdict in (0.0, 1.0)
    )
    assert_allclose(judging.pass_rate(judge=JUDGE, human=HUMAN, label_weight=WEIGHT).value, strata)


def test_doubts_of_a_random_sample_take_the_weights() -> None:
    judge, human, weight = study(0, by="judge")
    two = {"judge_a": judge, "judge_b": 1 - judge, "human_a": human, "human_b": human}
    for question, data in (
        (judging.pass_rate, {"judge": judge, "human": human}),
        (judging.mean_score, {"judge": judge, "human": human}),
        (judging.compare_pass_rates, two),
        (judging.judge_errors, {"judge": judge, "humans": human}),
    ):

        def ask(question: Any = question, data: Any = data, **how: Any) -> str:
            return question(**data, chosen="random", **how).reason or ""

        assert "the labelled items are no random sample: the judge" in ask()
        assert "sample" not in ask(label_weight=weight)
        wrong = np.where(judge == 1, 4.0, 1.0)
        assert "in their label weights no sample of all" in ask(label_weight=wrong)


def test_an_assessment_weighs_what_it_says_of_labelled_items() -> None:
    rows = pd.DataFrame({"judge": JUDGE, "ann": HUMAN, "weight": WEIGHT}).astype({"judge": int, "ann": "Int64"})
    found = judging.assess(
        rows, judge="judge", humans=["ann"], pass_label=1, label_weight="weight", by=CLUSTER % 2, covariate=CLUSTER
    )
    people = rows["ann"].to_numpy(float, na_value=np.nan)
    assert found.pass_rate is not None
    assert found.pass_rate.rate == judging.pass_rate(judge=JUDGE, human=people, label_weight=WEIGHT).rate
    assert found.errors is not None
    assert found.errors.confusion.sum() == pytest.approx(found.errors.items)
    product = judging.slices(judge=JUDGE, humans=people, by=CLUSTER % 2, sample_weight=np.nan_to_num(WEIGHT, nan=1.0))
    assert found.slices is not None
    assert_allclose([s.agreement.value for s in found.slices.slices], [s.agreement.value for s in product.slices])
    assert "weighted by their chances" in str(found)
