"""The gap: judge and person less two people. Edges, by hand, other software, identities."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats
from support.samples import cases, random_panel

from concordant import cohen_kappa, judging, light_kappa

PEOPLE = [[1, 1, 1], [0, 0, 0], [1, 1, 0], [0, 0, 1], [1, 1, None], [0, None, None], [1, 0, 1]]
JUDGE = [1, 0, 0, 0, 1, 0, None]


# --- edges ----------------------------------------------------------------------------------------------------


def test_where_nothing_varies_there_is_no_interval() -> None:
    found = judging.gap(judge=[1, 0] * 10, humans=[[1, 1], [0, 0]] * 10, margin=0.1)
    assert found.difference.value == 0
    assert math.isnan(found.difference.low)
    assert str(found.reason).startswith("the items do not vary; with fewer than 30 items")
    assert not found.as_good
    assert "no confidence interval" in found.sentence


# --- by hand --------------------------------------------------------------------------------------------------


def test_by_hand() -> None:
    # judge with people: 1, 1, 1/3, 2/3, 1; two people: 1, 1, 1/3, 1/3, 1; the last two items do not enter
    found = judging.gap(judge=JUDGE, humans=PEOPLE)
    assert found.items == 5
    assert found.judge_human.value == pytest.approx(4 / 5)
    assert found.human_human.value == pytest.approx(11 / 15)
    assert found.difference.se == pytest.approx(np.std([0, 0, 0, 1 / 3, 0], ddof=1) / math.sqrt(5))
    assert found.as_good is None
    assert found.sentence == (
        "The judge agrees with a person in 80 % of pairs, two people in 73 %: 7 percentage points more (95 % "
        "confidence interval 12 less to 25 more). Say margin= for a verdict (5 items, 3 people)."
    )


# --- other software -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("judge_gap"), ids=lambda case: case["name"])
def test_the_share_is_a_one_sample_t_test(case: dict[str, Any]) -> None:
    given_, expected = case["input"], case["expected"]
    found = judging.gap(judge=given_["judge"], humans=given_["ratings"], margin=given_["margin"])
    assert_allclose(
        [found.judge_human.value, found.human_human.value, found.difference.value, found.difference.se],
        [expected[name] for name in ("judge_human", "human_human", "difference", "se")],
        rtol=1e-12,
    )
    less_exact = [found.difference.low, found.difference.high, found.p_value, found.p_noninferior]
    names = ("low", "high", "p_two_sided", "p_noninferior")
    assert_allclose(less_exact, [expected[name] for name in names], rtol=1e-9)
    assert found.as_good


def test_the_verdict_counts_two_items_more() -> None:
    case = cases("judge_gap")[0]["input"]
    found = judging.gap(judge=case["judge"], humans=case["ratings"], margin=0.1)
    people = np.array(case["ratings"])
    with_judge = (people == np.array(case["judge"])[:, None]).mean(1)
    among = np.mean([people[:, a] == people[:, b] for a, b in ((0, 1), (0, 2), (1, 2))], axis=0)
    more = np.concatenate([with_judge - among, [-1.1, 0.9]])
    assert found.p_cautious == pytest.approx(stats.ttest_1samp(more, -0.1, alternative="greater").pvalue, rel=1e-9)
    assert found.p_cautious > found.p_noninferior


# --- identities -----------------------------------------------------------------------------------------------


def panel(seed: int, n: int = 60, **how: Any) -> tuple[Any, Any]:
    matrix = random_panel(seed, n, 4, 3, **how)
    return matrix[:, 0], matrix[:, 1:]


@pytest.mark.parametrize("weights", [None, "quadratic"])
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_kappas_are_means_over_pairs(weights: Any, missing: float) -> None:
    judge, people = panel(2, missing=missing)
    enters = ~np.isnan(judge) & ((~np.isnan(people)).sum(1) >= 2)
    judge, people = judge[enters], people[enters]
    found = judging.gap(judge=judge, humans=people, metric="kappa", weights=weights)
    assert found.human_human.value == pytest.approx(light_kappa(people, weights=weights))
    each = [cohen_kappa(judge[one == one], one[one == one], weights=weights) for one in people.T]
    assert found.judge_human.value == pytest.approx(np.mean(each))
    expected = light_kappa.interval(people, weights=weights, se="jackknife")
    assert found.human_human.se == pytest.approx(expected.se)
    assert_allclose([found.human_human.low, found.human_human.high], [expected.low, expected.high], rtol=1e-9)


def test_the_jackknife_is_that_of_taking_rows_away(monkeypatch: pytest.MonkeyPatch) -> None:
    judge, people = panel(3, 25)
    found = judging.gap(judge=judge, humans=people, metric="kappa")
    enters = ~np.isnan(judge) & ((~np.isnan(people)).sum(1) >= 2)
    judge, people, n = judge[enters], people[enters], int(enters.sum())
    rest = [np.delete(np.arange(n), row) for row in range(n)]
    left = [judging.gap(judge=judge[kept], humans=people[kept], metric="kappa").difference.value for kept in rest]
    assert found.difference.se == pytest.approx(math.sqrt((n - 1) / n * np.square(left - np.mean(left)).sum()))
    monkeypatch.setattr("concordant.judging.answers._NUMBERS", 20)  # two tables at a time
    assert judging.gap(judge=judge, humans=people, metric="kappa").difference == found.difference


def test_errors_of_clusters_are_those_of_their_sums() -> None:
    judge, people = panel(5)
    cluster = np.arange(60) // 4
    found = judging.gap(judge=judge, humans=people, cluster=cluster)
    enters = ~np.isnan(judge) & ((~np.isnan(people)).sum(1) >= 2)
    each = [judging.gap(judge=judge[[u, u]], humans=people[[u, u]]).difference.value for u in np.flatnonzero(enters)]
    sums = np.bincount(cluster[enters], each - np.mean(each))
    assert found.difference.value == pytest.approx(np.mean(each))
    assert found.difference.se == pytest.approx(math.sqrt(15 / 14 * np.square(sums).sum()) / enters.sum())


def test_a_judge_that_is_always_wrong_is_not_as_good() -> None:
    found = judging.gap(judge=[0, 1] * 20, humans=[[1, 1], [0, 0]] * 20, margin=0.8)
    assert "It is shown to be worse than a person, by more than the margin of 80 percentage points" in found.sentence
    assert not found.as_good
    two = judging.gap(judge=[0, 1], humans=[[1, 1], [0, 0]], margin=0.8)
    assert "It is neither shown to be as good as a person" in two.sentence


@pytest.mark.parametrize(("items", "share", "heavy", "warned"), [(400, 0.04, 25.0, True), (400, 0.5, 2.0, False)])
def test_few_heavy_items_are_a_reason(items: int, share: float, heavy: float, warned: bool) -> None:
    rng = np.random.default_rng(8)
    truth, weight = rng.integers(0, 2, items), np.where(rng.random(items) < share, heavy, 1.0)
    columns = np.where(rng.random((4, items)) < 0.85, truth, 1 - truth)
    found = judging.gap(judge=columns[0], humans=columns[1:].T, sample_weight=weight, margin=0.05)
    assert ("few items" in (found.reason or "")) == warned
    assert judging.gap(judge=columns[0], humans=columns[1:].T, margin=0.05).reason is None
