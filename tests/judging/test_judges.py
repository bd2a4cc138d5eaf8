"""Several judges: other software, paired tests, correlation of errors, subsets, versions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_allclose
from scipy import stats
from support.samples import cases

from concordant import judging
from concordant.errors import TooFewRatersError, TooFewUnitsError


def judged(seed: int, n: int = 120, accuracy: tuple[float, ...] = (0.9, 0.8, 0.7)) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    right = rng.random((n, len(accuracy))) < accuracy
    return {"judges": np.where(right, truth[:, None], 1 - truth[:, None]), "humans": truth}


def test_two_judges_are_needed() -> None:
    with pytest.raises(TooFewRatersError, match="two judges or more, not 1"):
        judging.compare_judges(judges=[1, 0], humans=[1, 0])
    with pytest.raises(TooFewUnitsError, match="items with all judges and people: there are 1"):
        judging.compare_judges(judges=[[1, 0], [1, None]], humans=[1, 1])


@pytest.mark.parametrize("case", cases("error_correlation"), ids=lambda case: case["name"])
def test_correlations_of_errors_are_those_of_numpy(case: dict[str, Any]) -> None:
    found = judging.compare_judges(judges=case["input"]["judges"], humans=case["input"]["truth"])
    expected = case["expected"]
    assert_allclose(found.error_rate, expected["error_rate"], rtol=1e-12)
    assert_allclose([one.error_correlation for one in found.pairs], expected["pairwise"], rtol=1e-9)
    assert found.error_correlation.value == pytest.approx(expected["mean"], rel=1e-12)
    assert found.effective_judges.value == pytest.approx(expected["effective_judges"], rel=1e-12)
    assert found.effective_judges.low < found.effective_judges.value < found.effective_judges.high


def test_pairs_are_paired_t_tests_adjusted_by_holm() -> None:
    data = judged(1)
    found = judging.compare_judges(**data)
    same = (data["judges"] == data["humans"][:, None]) * 1.0
    raw = [stats.ttest_rel(same[:, a], same[:, b]).pvalue for a, b in ((0, 1), (0, 2), (1, 2))]
    order = np.argsort(raw)
    holm = np.empty(3)
    holm[order] = np.minimum(np.maximum.accumulate(np.sort(raw) * [3, 2, 1]), 1)
    assert_allclose([one.p_value for one in found.pairs], holm, rtol=1e-9)
    assert_allclose([one.value for one in found.agreement], same.mean(0))


def test_the_jackknife_is_that_of_taking_rows_away() -> None:
    data = judged(2, 40)
    found = judging.compare_judges(**data)
    rest = [{name: np.delete(column, row, axis=0) for name, column in data.items()} for row in range(40)]
    left = [judging.compare_judges(**one).error_correlation.value for one in rest]
    assert found.error_correlation.se == pytest.approx(math.sqrt(39 / 40 * np.square(left - np.mean(left)).sum()))
    alone = judging.compare_judges(**data, cluster=np.arange(40))
    assert alone.error_correlation.se == pytest.approx(found.error_correlation.se)
    assert alone.pairs[0].difference.se == pytest.approx(found.pairs[0].difference.se)


def test_a_judge_without_errors_has_no_correlation() -> None:
    found = judging.compare_judges(judges=[[1, 1], [0, 0], [1, 0]] * 10, humans=[1, 0, 1] * 10)
    assert math.isnan(found.error_correlation.value)
    assert str(found.reason).startswith("fewer than two judges err")
    assert "correlate" not in found.sentence


def test_copies_of_a_judge_are_worth_one() -> None:
    data = judged(3)
    found = judging.compare_judges(judges=np.repeat(data["judges"][:, :1], 3, axis=1), humans=data["humans"])
    assert [found.error_correlation.value, found.effective_judges.value] == pytest.approx([1, 1])
    assert [pair.p_value for pair in found.pairs] == [1.0, 1.0, 1.0]


def test_the_best_subset_is_the_best_of_all() -> None:
    data = judged(4, 200, (0.95, 0.6, 0.6, 0.55))
    found = judging.compare_judges(**data)
    assert found.best_subset == ("judge 1",)
    assert found.best_subset_agreement == pytest.approx(found.agreement[0].value)
    votes = data["judges"].sum(1)
    right = np.where(votes == 2, 0.5, (votes > 2) == data["humans"])
    assert found.majority == pytest.approx(right.mean())


def test_the_worth_of_a_choice_is_that_on_other_items() -> None:
    # judges that are all right in 60 %: a majority of k is right in P(binomial(k, 0.6) > k / 2)
    inside, honest, true = [], [], []
    for seed in range(25):
        data = judged(seed, 60, (0.6,) * 7)
        found = judging.compare_judges(**data)
        k = len(found.best_subset)
        places = [int(str(name).split()[1]) - 1 for name in found.best_subset]
        votes = data["judges"][:, places].mean(1) > 0.5
        inside.append((votes == data["humans"]).mean())
        honest.append(found.best_subset_agreement)
        true.append(stats.binom.sf(k // 2, k, 0.6))
    assert np.mean(inside) - np.mean(true) > 0.08
    assert abs(np.mean(honest) - np.mean(true)) < 0.03


def test_versions() -> None:
    data = judged(6)
    frame = pl.DataFrame({"v1": data["judges"][:, 2], "v2": data["judges"][:, 0], "ann": data["humans"]})
    found = judging.compare_versions(frame, old="v1", new="v2", humans="ann")
    assert found.judges == ("v2", "v1")
    assert found.pairs[0].difference.value > 0
    columns = judging.compare_versions(old=frame["v1"], new=frame["v2"], humans=frame["ann"])
    assert columns.pairs[0].difference.value == found.pairs[0].difference.value
