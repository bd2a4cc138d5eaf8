"""What all plans share: clusters, aims, the search for the smallest study, the record."""

from __future__ import annotations

import copy
import json
import math
import pickle
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import t

from concordant import accuracy, planning
from concordant.errors import InputTypeError, OptionError
from concordant.inference.influence.influences import variance_of_sums
from concordant.planning.design import ClusterDesign, smallest, smallest_lasting
from concordant.planning.proportions import clustered_limits
from concordant.result import Plan

from .stored import cases

PLANS: list[tuple[Any, tuple[float, ...], dict[str, Any]]] = [
    (planning.proportion, (0.9,), {}),
    (planning.kappa, (0.7,), {}),
    (planning.auc, (0.8,), {}),
    (planning.paired_proportions, (0.85, 0.8), {"method": "wald"}),
    (planning.paired_aucs, (0.85, 0.8), {"correlation": 0.5}),
    (planning.independent_proportions, (0.85, 0.8), {"method": "wald"}),
]


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"icc": 0.1}, "icc= and cluster_size_cv= are about clusters: give cluster_size="),
        ({"cluster_size": 20}, "cluster_size= needs icc="),
        ({"cluster_size": 0.5, "icc": 0.1}, "a number of at least 1, not 0.5"),
        ({"cluster_size": True, "icc": 0.1}, "a number of at least 1, not True"),
        ({"cluster_size": 20, "icc": 1.2}, "icc is the correlation of two rows of a cluster, a number from 0 to 1"),
        ({"cluster_size": 20, "icc": 0.1, "cluster_size_cv": -1}, "0 or more, not -1"),
    ],
)
def test_bad_wishes_raise(wishes: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        planning.proportion(0.9, width=0.2, **wishes)


def test_two_clusters_are_the_least() -> None:
    with pytest.raises(OptionError, match="30 rows are less than two clusters of 20"):
        planning.proportion(0.9, n=30, cluster_size=20, icc=0.1)
    assert planning.proportion(0.9, n=40, cluster_size=20, icc=0.1).clusters == 2


@pytest.mark.parametrize("case", cases("clusters"), ids=str)
def test_the_design_effect_and_the_width_as_epir(case: dict[str, Any]) -> None:
    # epiR stops at z; the number of clusters with t, where all have one size, is R's loop over qt
    how = {"cluster_size": case["size"], "icc": case["icc"], "cluster_size_cv": case["cv"]}
    plan = planning.proportion(case["expected"], width=case["width"], method="wald", **how)
    assert_allclose(plan.design_effect, case["design_effect"], rtol=1e-12)
    assert plan.n == plan.clusters * case["size"]  # type: ignore[operator]
    if case["clusters_with_t"] is not None:
        assert plan.clusters == case["clusters_with_t"]
    else:
        assert plan.n > case["rows_with_z"]
    z = planning.proportion(case["expected"], width=case["width"], method="wald")
    assert_allclose(case["rows_with_z"] / case["design_effect"], z.n, atol=1)


@pytest.mark.parametrize(("plan", "values", "more"), PLANS)
def test_more_alike_rows_need_more_of_them(plan: Any, values: tuple[float, ...], more: dict[str, Any]) -> None:
    sizes = [plan(*values, **more, width=0.15, cluster_size=10, icc=icc).n for icc in (0.0, 0.1, 0.5, 1.0)]
    assert sizes == sorted(sizes)
    unequal = plan(*values, **more, width=0.15, cluster_size=10, icc=0.1, cluster_size_cv=0.8)
    assert unequal.n > sizes[1]
    assert_allclose(unequal.design_effect, 1 + (1.64 * 10 - 1) * 0.1, rtol=1e-12)
    clusters, rows = (plan(*values, **more, width=0.08, **how).n for how in ({"cluster_size": 1, "icc": 0.0}, {}))
    assert_allclose(clusters, rows, rtol=0.02)  # of one row each: t in place of z


def test_few_clusters_take_t() -> None:
    plan = planning.proportion(0.7, n=40, cluster_size=10, icc=0.1, method="wald")
    wanted = 2 * t.ppf(0.975, 3) * math.sqrt(0.21 * 1.9 / 40)
    assert_allclose(plan.width, wanted, rtol=1e-9)


CLUSTERS = {"cluster_size": 10, "icc": 0.1}


@pytest.mark.parametrize(
    ("plan", "value", "wishes", "reason"),
    [
        (planning.proportion, 0.99, {"n": 100}, "only 1.0 rows of the rarer kind are expected"),
        (planning.proportion, 0.9, {"n": 100}, None),
        (planning.kappa, 0.9, {"n": 50}, "only 2.5 rows are expected to differ"),
        (planning.auc, 0.8, {"n": 100, "prevalence": 0.05}, "only 5 rows of a class; simulate"),
        (planning.auc, 0.8, {"n": 1000, "prevalence": 0.05}, None),
        # of clusters, the rule of intervals: fewer than 4 degrees of freedom
        (planning.proportion, 0.7, {"n": 20, **CLUSTERS}, "the 2 clusters leave only 1 degree of freedom"),
        (planning.proportion, 0.7, {"n": 40, **CLUSTERS}, "the 4 clusters leave only 3 degrees of freedom"),
        (planning.proportion, 0.7, {"n": 50, **CLUSTERS}, None),
        (
            planning.proportion,
            0.7,
            {"n": 100, "cluster_size": 10, "icc": 0.5, "cluster_size_cv": 1.0},
            "the 10 clusters leave only 1.6 degrees of freedom",
        ),
    ],
)
def test_reasons_for_doubt(plan: Any, value: float, wishes: dict[str, Any], reason: str | None) -> None:
    found = plan(value, **wishes).reason
    assert found is None if reason is None else f"; {reason};" in f"; {found};"


@pytest.mark.parametrize(
    ("plan", "values", "wishes", "method"),
    [
        (planning.paired_proportions, (0.905, 0.90), {}, "connor"),
        (planning.independent_proportions, (0.505, 0.5), {}, "farrington-manning"),
        (planning.auc, (0.71,), {"against": 0.7, "n": 30_000}, "binormal"),
        (planning.paired_aucs, (0.801, 0.8), {"correlation": 0.5, "n": 30_000}, "binormal"),
    ],
)
def test_large_studies_take_the_formula(plan: Any, values: Any, wishes: dict[str, Any], method: str) -> None:
    found = plan(*values, **wishes)
    assert (found.method, found.error, found.n > 20_000) == (method, None, True)


@pytest.mark.parametrize(("many", "size", "icc", "cv"), [(50, 20, 0.1, 0.6), (100, 20, 0.3, 0.6), (40, 10, 0.05, 0.5)])
def test_unequal_clusters_know_less(many: int, size: int, icc: float, cv: float) -> None:
    # beside the degrees of freedom that intervals of simulated sizes have
    sizes = np.maximum(np.round(np.random.default_rng(0).gamma(1 / cv**2, size * cv**2, (many, 500))), 1)
    expected = sizes + icc * (sizes**2 - sizes)
    wanted = variance_of_sums(np.zeros_like(sizes), sizes, expected, np.ones(500)).degrees
    clusters = ClusterDesign(size, icc, cv)
    assert_allclose(clusters.degrees(many * size), wanted.mean(), rtol=0.12)
    assert ClusterDesign(size, icc, 0.0).degrees(many * size) == pytest.approx(many - 1)


def test_sizes_that_are_no_whole_numbers() -> None:
    clusters = ClusterDesign.of(7.5, 0.1, 0.0)
    assert clusters is not None
    assert [clusters.rows(many) for many in (2, 3, 10)] == [15, 23, 75]
    assert [clusters.number(clusters.rows(many)) for many in (2, 3, 10, 1001)] == [2, 3, 10, 1001]
    plan = planning.proportion(0.8, width=0.15, cluster_size=7.5, icc=0.1)
    assert plan.n == clusters.rows(plan.clusters)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_simulated_intervals_are_those_of_the_metric() -> None:
    clusters = ClusterDesign(6, 0.3, 0.5)
    low, high = clustered_limits(0.7, clusters, 0.9, np.random.default_rng(1), 9 * 6, 30)
    again = np.random.default_rng(1)
    sizes = np.maximum(np.round(again.gamma(4, 1.5, (30, 9))), 1).astype(int)
    right = again.binomial(sizes, again.beta(0.7 * 7 / 3, 0.3 * 7 / 3, (30, 9)))
    for place in range(30):
        rows = [[1] * y + [0] * (x - y) for x, y in zip(sizes[place], right[place], strict=True)]
        flat, code = np.concatenate(rows), np.repeat(np.arange(9), sizes[place])
        truth, how = np.ones(len(flat), int), {"labels": [0, 1], "level": 0.9, "method": "wilson"}
        found = accuracy.interval(truth, flat.astype(int), cluster=code, **how)
        # the degrees of freedom of rows are those of a study of the mean size
        assert_allclose([low[place], high[place]], [found.low, found.high], atol=2e-3)


# simulated in turn by accuracy.interval(..., cluster=): see the docstring of `proportion`
@pytest.mark.parametrize(("expected", "against", "size", "icc"), [(0.9, 0.8, 20, 0.1), (0.8, 0.6, 50, 0.1)])
def test_measured_power(expected: float, against: float, size: int, icc: float) -> None:
    how: dict[str, Any] = {"cluster_size": size, "icc": icc}
    plan = planning.proportion(expected, against=against, **how)
    assert plan.error is not None
    assert plan.power >= 0.8  # type: ignore[operator]
    assert plan.curve([plan.n])[0] == plan.power
    formula = planning.proportion(expected, against=against, method="normal", **how)
    assert formula.clusters <= plan.clusters  # type: ignore[operator]


def test_independent_groups_have_whole_clusters() -> None:
    plan = planning.independent_proportions(0.85, 0.7, cluster_size=10, icc=0.1, ratio=1.5)
    assert plan.method == "wald"
    assert plan.groups is not None
    assert all(rows % 10 == 0 for rows in plan.groups.values())
    assert plan.clusters == plan.n // 10
    assert plan.curve([plan.n])[0] == pytest.approx(plan.power, rel=0.02)


def test_a_plan_reads_as_a_sentence() -> None:
    assert str(planning.proportion(0.9, width=0.05)) == (
        "557 rows: the 95 % interval of a share of 0.9 is 0.050 wide, 0.872 to 0.922 (wilson). "
        "Assumed: independent rows."
    )
    plan = planning.auc(0.8, against=0.7, prevalence=0.1, method="binormal")
    assert str(plan).startswith("530 rows (53 positive, 477 negative): an AUC of 0.8 is shown to be above 0.7 with a ")
    assert str(planning.auc(0.8, n=100, prevalence=0.05)).endswith("Unreliable: only 5 rows of a class; simulate.")


STORED = [
    planning.proportion(0.9, against=0.8),
    planning.kappa(0.7, width=0.2),
    planning.auc(0.8, width=0.1),
    planning.paired_aucs(0.85, 0.8, correlation=0.5),
    planning.paired_proportions(0.85, 0.8, n=100),
    planning.independent_proportions(0.9, 0.8, ratio=0.7),
    planning.proportion(0.9, against=0.8, cluster_size=10, icc=0.1),
]


@pytest.mark.parametrize("plan", STORED, ids=lambda plan: plan.says[:30])
def test_a_plan_can_be_stored_with_its_curve(plan: Plan) -> None:
    again = pickle.loads(pickle.dumps(plan))
    assert again == plan == copy.deepcopy(plan)
    assert again.curve([50, 100]).tolist() == plan.curve([50, 100]).tolist()
    assert plan.curve([plan.n])[0] == pytest.approx(plan.width if plan.power is None else plan.power, rel=1e-9)


def test_clusters_and_margins_are_part_of_the_record() -> None:
    plan = planning.proportion(0.9, width=0.1, cluster_size=20, icc=0.1)
    assert str(plan).startswith(f"{plan.n} rows ({plan.clusters} clusters): the 95 % interval")
    assert "Assumed: clusters of 20 rows, correlated by 0.1 (design effect 2.9)." in str(plan)
    data = json.loads(json.dumps(plan.to_dict()))
    assert plan.curve([]).shape == (0,)
    assert (data["clusters"], round(data["design_effect"], 12)) == (plan.clusters, 2.9)
    assert (data["margin"], data["alternative"]) == (None, "two-sided")
    data = planning.auc(0.8, against=0.7, prevalence=0.1, method="binormal").to_dict()
    assert (data["groups"], data["clusters"]) == ({"positive": 53, "negative": 477}, None)
    with pytest.raises(OptionError, match="'wilson', 'normal' or None, not 'exact'"):  # of counts, not of clusters
        planning.proportion(0.9, against=0.8, method="exact", cluster_size=10, icc=0.1)


def test_without_a_function_there_is_no_curve() -> None:
    with pytest.raises(AttributeError, match="has no curve; plan again"):
        Plan(10, None, 0.8, None, 0.95, "x", "y", ()).curve([10])


def test_margins_that_hold_everything_show_nothing() -> None:
    with pytest.raises(OptionError, match="with this margin there is nothing to show"):
        planning.independent_proportions(0.9, 0.8, margin=1.5, alternative="equivalence")


@pytest.mark.parametrize(
    ("plan", "value", "more"),
    [
        (planning.proportion, 0.9, {}),
        (planning.auc, 0.9, {"method": "binormal"}),
        (planning.kappa, 0.9, {"method": "null"}),
        (planning.icc, 0.9, {"raters": 3}),
    ],
)
def test_superiority_by_a_margin_shows_a_value_above_both(plan: Any, value: float, more: dict[str, Any]) -> None:
    superior = plan(value, against=0.7, margin=0.05, alternative="superiority", **more)
    above = plan(value, against=0.75, alternative="one-sided", **more)
    assert (superior.n, superior.power) == (above.n, pytest.approx(above.power))
    assert "is shown to be superior to 0.7 (margin 0.05)" in superior.says
    assert plan(value, against=0.75, alternative="superiority", **more).n == above.n
    with pytest.raises(OptionError, match=r"shows a value above 0\.75, and 0\.72 is expected"):
        plan(0.72, against=0.7, margin=0.05, alternative="superiority", **more)


def test_a_formula_that_is_far_off_is_left_behind() -> None:
    plan = planning.auc(0.9999, against=0.5)
    assert 2 < plan.n < 40
    assert plan.power >= 0.8  # type: ignore[operator]


def test_what_no_study_reaches_raises() -> None:
    with pytest.raises(OptionError, match=r"not even 1,000,000,000 rows reach this"):
        smallest(lambda n: False)
    with pytest.raises(OptionError, match=r"reach a power of 0\.8"):
        smallest_lasting(lambda n: 0.5, 0.8, guess=10**8)


def test_the_old_name_of_an_option_is_refused_with_the_new_one() -> None:
    with pytest.raises(InputTypeError, match=r"has no option 'hypothesis'; .*Did you mean 'alternative'\?"):
        planning.auc(0.8, hypothesis="equivalence")
