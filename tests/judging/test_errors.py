"""Where the judge errs: confusion and severity, slices, covariates, and what pairwise judges favour."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_allclose
from scipy import stats
from support.samples import cases, random_panel

from concordant import judging
from concordant.errors import OptionError
from concordant.judging.labelling import doubt_of_random


def panel(seed: int, people: int = 3, n: int = 60, **how: Any) -> dict[str, Any]:
    matrix = random_panel(seed, n, people + 1, 3, **how)
    return {"judge": matrix[:, 0], "humans": matrix[:, 1:]}


# --- confusion, severity, disagreements -----------------------------------------------------------------------


def test_soft_confusion_by_hand() -> None:
    found = judging.judge_errors(judge=["a", "b", "b"], humans=[["a", "a"], ["a", "b"], [None, "b"]])
    assert found.confusion.tolist() == [[1.0, 0.5], [0.0, 1.5]]
    assert found.severity is None
    assert [one.value for one in found.label_severity] == pytest.approx([-0.5 / 3, 0.5 / 3])
    assert [one.value for one in found.label_agreement] == pytest.approx([2 / 2.5, 3 / 3.5])


def test_the_majority_leaves_ties_out() -> None:
    found = judging.judge_errors(judge=[1, 1, 2], humans=[[1, 1, 2], [1, 2, None], [2, 2, 2]], truth="majority")
    assert found.confusion.tolist() == [[1.0, 0.0], [0.0, 1.0]]
    assert (found.items, found.without_majority) == (2, 1)


def test_severity_is_a_t_test_of_the_differences() -> None:
    data = panel(2, missing=0.0)
    found = judging.judge_errors(**data)
    apart = data["judge"] - data["humans"].mean(1)
    expected = stats.ttest_1samp(apart, 0)
    assert found.severity is not None
    assert found.severity_p_value == pytest.approx(expected.pvalue)
    assert_allclose([found.severity.low, found.severity.high], expected.confidence_interval(), rtol=1e-9)


def test_items_that_differ_most_are_named() -> None:
    frame = pl.DataFrame({"gpt": [1, 3, 1, 2], "ann": [1, 1, 2, 2], "bob": [1, 1, 1, None], "id": list("wxyz")})
    found = judging.judge_errors(frame, judge="gpt", humans=["ann", "bob"], item="id", weights="linear")
    named = [(one.item, one.judge, one.people, one.agree) for one in found.disagreements]
    assert named == [("x", 3, (1, 1), 0.0), ("y", 1, (2, 1), 0.75)]
    assert judging.judge_errors(frame, judge="gpt", humans="ann", top=0).disagreements == ()


def oversampled(seed: int = 1) -> dict[str, Any]:
    """A lenient judge; people labelled 60 of its passes and 60 of its fails."""
    rng = np.random.default_rng(seed)
    truth = rng.random(1000) < 0.7
    judge = np.where(truth, rng.random(1000) < 0.9, rng.random(1000) < 0.4)
    seen = np.concatenate([np.flatnonzero(judge)[:60], np.flatnonzero(~judge)[:60]])
    human = np.full(1000, None, object)
    human[seen] = np.where(truth[seen], "pass", "fail")
    return {"judge": np.where(judge, "pass", "fail"), "humans": human.tolist()}


@pytest.mark.parametrize("chosen", ["by judge", "by truth", "elsewhere"])
def test_no_direction_is_claimed_unless_items_are_random(chosen: str) -> None:
    data = oversampled()
    found = judging.judge_errors(**data, chosen=chosen)
    assert "often" not in found.sentence
    assert "not at random" in str(found)
    assert np.isnan(found.label_p_values).all()
    assert all(math.isnan(one.value) and one.reason == found.reason for one in found.label_severity)
    every = {**data, "humans": ["pass"] * 1000}
    assert judging.judge_errors(**every, chosen=chosen) == judging.judge_errors(**every)
    with pytest.raises(OptionError, match="Did you mean 'by judge'"):
        judging.judge_errors(**data, chosen="by_judge")


def test_items_that_are_not_random_are_doubted() -> None:
    data = oversampled()
    expected = "the judge says 'fail' on 50 % of them and on 21 % of the others (p < 0.0001)"
    found = judging.judge_errors(**data, chosen="random")
    assert expected in str(found)
    assert judging.judge_errors(**data).reason == found.reason
    rate = judging.pass_rate(judge=data["judge"], human=data["humans"], pass_label="pass", chosen="random")
    assert expected in str(rate.rate)
    assert rate.reason == rate.rate.reason
    by_judge = judging.pass_rate(judge=data["judge"], human=data["humans"], pass_label="pass", chosen="by judge")
    assert by_judge.reason is None
    # of one whole cluster each, the same shares say nothing
    groups = np.where(data["judge"] == "fail", 0, np.arange(1000) % 2 + 1)
    grouped = judging.judge_errors(**data, cluster=groups)
    assert grouped.reason is None


def test_the_doubt_of_two_verdicts_is_a_chi_squared_test() -> None:
    verdicts = np.array([0] * 60 + [1] * 40 + [0] * 300 + [1] * 100)
    expected = stats.chi2_contingency([[60, 40], [300, 100]], correction=False).pvalue
    message = doubt_of_random(verdicts, "ab", np.arange(500) < 100, None)
    assert f"(p = {expected:.4f})" in str(message)


def test_two_labels_or_slices_are_one_comparison() -> None:
    rng = np.random.default_rng(4)
    human = rng.integers(0, 2, 120)
    judge = np.where(rng.random(120) < np.repeat([0.9, 0.75], 60), human, 1 - human)
    by = np.repeat(["x", "y"], 60)
    same = (judge == human) * 1.0
    expected = stats.ttest_ind(same[:60], same[60:], equal_var=False).pvalue
    found = judging.slices(judge=judge, humans=human, by=by)
    assert [one.p_value for one in found.slices] == pytest.approx([expected] * 2)
    # a slice without a label is none
    third = judging.slices(judge=[*judge, 1], humans=[*human.tolist(), None], by=[*by, "z"])
    assert [one.p_value for one in third.slices][:2] == pytest.approx([expected] * 2)
    names = np.array(["no", "yes"])
    errors = judging.judge_errors(judge=names[judge], humans=names[human])
    alone = errors.label_p_values[0]
    assert errors.label_p_values[1] == pytest.approx(alone)
    declared = judging.judge_errors(judge=names[judge], humans=names[human], labels=["no", "yes", "unsure"])
    assert_allclose(declared.label_p_values, [alone, alone, 1.0])


# --- slices ---------------------------------------------------------------------------------------------------


def sliced(seed: int = 3) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    human = rng.integers(0, 2, 150)
    by = np.repeat(["x", "y", "z"], 50)
    right = rng.random(150) < np.repeat([0.9, 0.85, 0.6], 50)
    return {"judge": np.where(right, human, 1 - human), "humans": human, "by": by}


def test_slices_are_welch_tests() -> None:
    data = sliced()
    found = judging.slices(**data)
    same = (data["judge"] == data["humans"]) * 1.0
    groups = [same[data["by"] == name] for name in "xyz"]
    p_values = [stats.ttest_ind(same[data["by"] == n], same[data["by"] != n], equal_var=False).pvalue for n in "xyz"]
    order = np.sort(p_values)
    assert min(one.p_value for one in found.slices) == pytest.approx(min(1, 3 * order[0]))
    assert [one.agreement.value for one in found.slices] == pytest.approx([group.mean() for group in groups])
    # R 4.2.2: oneway.test(same ~ by)
    assert found.homogeneity.p_value == pytest.approx(1.627038690315602e-05, rel=1e-9)
    assert "below the rest (Holm): 'z'" in found.sentence
    doses = judging.slices(**data | {"by": np.repeat([0.0, 0.7, 1.0], 50)})
    assert [one.name for one in doses.slices] == [0.0, 0.7, 1.0]
    assert [one.p_value for one in doses.slices] == [one.p_value for one in found.slices]


@pytest.mark.parametrize("clusters", [False, True])
@pytest.mark.parametrize("few", [2, 3, 19])
def test_a_small_slice_is_compared_with_the_variance_of_all(few: int, clusters: bool) -> None:
    right = np.r_[np.tile([1, 1, 1, 1, 1, 1, 0], 20)[:100], np.ones(few)].astype(int)
    by = np.repeat(["a", "b", "z"], [50, 50, few])
    asked: dict[str, Any] = {"judge": np.ones(len(by), int), "by": by}
    asked["cluster"] = np.arange(len(by)) if clusters else None
    alike = judging.slices(humans=right, **asked)
    assert math.isnan(alike.slices[2].p_value)
    assert alike.slices[2].difference.reason == "all items of one side are alike, or there is one"
    assert "below the rest" not in alike.sentence
    if few == 2:
        return
    right[-2:] = 0
    found = judging.slices(humans=right, **asked).slices[2]
    expected = stats.ttest_ind(right[by == "z"], right[by != "z"])
    assert found.difference.value / found.difference.se == pytest.approx(expected.statistic)
    assert found.difference.method == ("pooled t of clusters" if clusters else "pooled t")


@pytest.mark.parametrize("gaps", [1, 7])
def test_items_without_a_kind_are_left_out_and_counted(gaps: int) -> None:
    data = sliced() | {"cluster": np.arange(150) // 2}
    kept = np.arange(150) >= gaps
    found = judging.slices(**data | {"by": np.where(kept, data["by"], None)})
    expected = judging.slices(**{name: column[kept] for name, column in data.items()})
    assert found.reason == f"{gaps} item{'s' * (gaps > 1)} without a kind left out"
    assert [one.p_value for one in found.slices] == pytest.approx([one.p_value for one in expected.slices])
    assert found.homogeneity.p_value == pytest.approx(expected.homogeneity.p_value)


def test_many_slices_are_short_in_print() -> None:
    right = np.arange(120) % 3 > 0
    page = str(judging.slices(judge=np.ones(120, int), humans=right * 1, by=np.arange(120)))
    assert page.count("\n") < 26
    assert "Agreement by kind of item (the first 20 of 120):" in page
    assert "nan" not in page
    assert len(page.splitlines()[0]) < 400


def test_a_slice_of_one_cluster_has_no_standard_error() -> None:
    data = sliced() | {"cluster": np.arange(150) // 10, "by": np.repeat(["a", "b", "c"], [10, 60, 80])}
    found = judging.slices(**data)
    assert math.isnan(found.slices[0].agreement.se)
    assert math.isnan(found.slices[0].p_value)
    assert found.reason == "without a standard error, and left out of the test: 'a'"
    assert math.isnan(judging.slices(**data | {"by": data["cluster"]}).homogeneity.p_value)


# --- covariates -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("bias_regression"), ids=lambda case: case["name"])
def test_slopes_are_those_of_statsmodels(case: dict[str, Any]) -> None:
    found = judging.error_slope(error=case["input"]["error"], covariate=case["input"]["length"])
    values = [found.slope.value, found.intercept]
    assert_allclose(values, [case["expected"][name] for name in ("slope", "intercept")], rtol=1e-9)
    sm = pytest.importorskip("statsmodels.api")
    model = sm.OLS(case["input"]["error"], sm.add_constant(case["input"]["length"]))
    expected = max(model.fit(cov_type=name).bse[1] for name in ("HC2", "nonrobust"))
    assert found.slope.se == pytest.approx(expected)


@pytest.mark.parametrize(("clusters", "rows", "of_cluster"), [(20, 1, False), (7, 5, False), (6, 9, True)])
def test_slopes_have_the_errors_of_bell_and_mccaffrey(clusters: int, rows: int, of_cluster: bool) -> None:
    rng, code = np.random.default_rng(5), np.repeat(np.arange(clusters), rows)
    x, y = np.exp(rng.normal(size=(clusters * rows, 2))).T
    x = x[code] if of_cluster else x
    design = np.column_stack([np.ones(len(x)), x])
    inverse = np.linalg.inv(design.T @ design)
    left = np.eye(len(x)) - design @ inverse @ design.T
    pulls = np.zeros((clusters, len(x)))
    for one in range(clusters):  # (I - H_gg)^(-1/2), as written
        mine = code == one
        values, axes = np.linalg.eigh(left[np.ix_(mine, mine)])
        pulls[one] = left[:, mine] @ (axes / np.sqrt(values)) @ axes.T @ design[mine] @ inverse[1]
    products = pulls @ pulls.T
    found = judging.error_slope(error=y, covariate=x, cluster=None if rows == 1 else code)
    assert found.slope.method == ("HC2, t" if rows == 1 else "CR2, t")
    degrees = np.trace(products) ** 2 / np.square(products).sum()
    assert found.p_value == pytest.approx(2 * stats.t.sf(abs(found.t), degrees))
    assert degrees < clusters - 2


@pytest.mark.parametrize("clusters", [None, np.repeat(np.arange(20), 3)])
@pytest.mark.parametrize("alone", [1.0, 1e6])
def test_a_covariate_that_one_item_or_cluster_has_gives_no_limits(clusters: Any, alone: float) -> None:
    covariate = np.where(np.arange(60) < (1 if clusters is None else 3), alone, 0.0)
    found = judging.error_slope(error=np.random.default_rng(3).normal(size=60), covariate=covariate, cluster=clusters)
    assert math.isnan(found.slope.low)
    assert math.isnan(found.p_value)
    which = "item" if clusters is None else "cluster"
    assert found.reason == f"one {which} alone has its covariate and decides the slope"


@pytest.mark.parametrize(("having", "warned"), [(2, True), (5, True), (8, False), (30, False)])
def test_few_items_that_decide_a_slope_are_a_reason(having: int, warned: bool) -> None:
    found = judging.error_slope(error=np.random.default_rng(4).normal(size=60), covariate=np.arange(60) < having)
    assert bool(found.reason) == bool(found.slope.reason) == warned


def test_errors_are_the_judge_less_people() -> None:
    data = panel(6)
    words = np.random.default_rng(1).integers(50, 900, 60).astype(float)
    people = np.array([np.nan if np.isnan(row).all() else np.nanmean(row) for row in data["humans"]])
    by_hand = judging.error_slope(error=data["judge"] - people, covariate=words)
    found = judging.error_slope(**data, covariate=words)
    assert found.slope.value == pytest.approx(by_hand.slope.value)
    assert found.slope.se == pytest.approx(by_hand.slope.se)
    text = judging.error_slope(judge=["p", "f"] * 10, humans=["p", "p"] * 10, covariate=[1.0, 2.0] * 10, positive="p")
    assert text.slope.value == pytest.approx(-1)
    assert text.error == "'p' of the judge less people"


@pytest.mark.parametrize("size", [1e-200, 1.0, 1e200])
def test_covariates_of_any_size(size: float) -> None:
    found = judging.error_slope(error=[1.0, 2.0, 2.5, 4.0, 4.5], covariate=np.array([1.0, 2, 3, 4, 5]) * size)
    assert found.slope.value * size == pytest.approx(0.9)
    plain = judging.error_slope(error=[1.0, 2.0, 2.5, 4.0, 4.5], covariate=[1, 2, 3, 4, 5])
    assert found.p_value == pytest.approx(plain.p_value)
    flat = judging.error_slope(error=[1.0, 2.0, 2.5], covariate=[7, 7, 7])
    assert flat.reason == "the covariate does not vary"
    assert math.isnan(flat.slope.value)
