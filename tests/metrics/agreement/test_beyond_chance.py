"""Agreement beyond chance of two raters and of a panel: edges, worked values, definitions, other software."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrics.cases import (
    FAMILIES,
    NAN,
    PENALTIES,
    TWO_LABELS,
    beyond,
    by_irrcac,
    by_package,
    counts_of,
    drawn,
    exact,
    random_labels,
)

from concordant import (
    accuracy,
    bias_index,
    brennan_prediger,
    category_kappa,
    cohen_kappa,
    conger_kappa,
    fleiss_kappa,
    gwet_ac1,
    gwet_ac2,
    light_kappa,
    prevalence_index,
    scott_pi,
    van_oest,
)
from concordant.errors import InputTypeError, LabelOrderError, UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts

WEIGHTED = (brennan_prediger, scott_pi, gwet_ac2)

# -- all of two raters -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", [*WEIGHTED, gwet_ac1])
@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], -1.0),
        ([0], [1], -1.0),  # one row, two categories: each rater used half of the ratings
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.0),
    ],
)
def test_edges_of_two_labels_are_the_same_with_all_weights(
    metric: Metric, y_true: Any, y_pred: Any, value: float
) -> None:
    for weights in (None, *FAMILIES):
        options = {} if metric is gwet_ac1 else {"weights": weights}
        assert metric(y_true, y_pred, **options) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize(
    ("metric", "options"), [(brennan_prediger, {}), (gwet_ac1, {}), (gwet_ac2, {"weights": "linear"})]
)
def test_constant_raters_agree_beyond_chance_once_other_labels_are_declared(metric: Metric, options: Any) -> None:
    assert metric([3, 3], [3, 3], labels=[1, 2, 3], **options) == 1.0
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(metric([3, 3], [3, 3], **options))
    assert str(caught[0].message) == (
        f"{metric.name}: there is only the label 3, so chance alone would agree always (0/0); "
        "declare all possible labels: labels=[...]"
    )
    with pytest.warns(UndefinedMetricWarning, match=f"^{metric.name}: there are no rows$"):
        assert math.isnan(metric([], [], labels=[0, 1], **options))


@pytest.mark.parametrize(
    ("metric", "counts", "weights", "value"),
    [
        pytest.param(metric, *case.values, id=f"{metric.name}-{case.id}")
        for metric in WEIGHTED
        for case in by_irrcac(metric.name)
    ],
)
def test_values_of_irrcac(metric: Metric, counts: Any, weights: Any, value: float) -> None:
    # irrCAC.table.CAC(table, weights=...) and irrCAC.raw.CAC(ratings, weights=..., categories=...): bp(), gwet(),
    # and scott() of a table, which is fleiss() of ratings
    assert metric.of(counts, weights=weights) == pytest.approx(value, rel=1e-12, abs=1e-14)
    if metric is gwet_ac2 and weights is None:
        assert gwet_ac1.of(counts) == pytest.approx(value, rel=1e-12, abs=1e-14)


@pytest.mark.parametrize(
    ("metric", "counts", "value"),
    [
        pytest.param(metric, *case.values, id=f"{metric.name}-{package}-{case.id}")
        for metric in (brennan_prediger, scott_pi, gwet_ac1)
        for package in ("pycm", "statsmodels")
        for case in by_package(package, metric.name)
    ],
)
def test_values_of_pycm_and_statsmodels(metric: Metric, counts: Any, value: float) -> None:
    # pycm.ConfusionMatrix(matrix=...).S, .PI, .AC1; statsmodels fleiss_kappa(table, method="randolph" or "fleiss")
    assert metric.of(counts) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("metric", WEIGHTED)
def test_a_matrix_that_is_not_symmetric_keeps_rows_and_columns_apart(metric: Metric) -> None:
    table, penalties = np.arange(1.0, 17).reshape(4, 4), np.array(PENALTIES)
    shares = table / table.sum()
    pi = (shares.sum(0) + shares.sum(1)) / 2
    chance = {
        "brennan_prediger": penalties.mean(),
        "scott_pi": (penalties * np.outer(pi, pi)).sum(),
        "gwet_ac2": 7 - (7 - penalties).sum() / 12 * (pi * (1 - pi)).sum(),  # agreements are 1 - penalties / 7
    }
    expected = 1 - (penalties * shares).sum() / chance[metric.name]
    counts = Counts.from_table(table)
    assert metric.of(counts, weights=penalties) == pytest.approx(expected, rel=1e-13)
    assert metric.of(counts, weights=1 - penalties / 7) == pytest.approx(expected, rel=1e-13)
    assert abs(metric.of(counts, weights=penalties.T) - expected) > 1e-3


@pytest.mark.parametrize(
    ("metric", "chance"),
    # Both raters together say the one label 3/8 of the time: of 30/64 pairs of ratings the labels differ.
    [(brennan_prediger, lambda k: 1 / k), (gwet_ac1, lambda k: 30 / 64 / (k - 1))],
)
def test_more_possible_labels_raise_the_value(metric: Metric, chance: Any) -> None:
    for k in (2, 3, 5):
        value = metric([1, 1, 2, 2], [1, 2, 2, 2], labels=range(1, k + 1))
        assert value == pytest.approx((3 / 4 - chance(k)) / (1 - chance(k)), rel=1e-14)


# -- Brennan and Prediger --------------------------------------------------------------------------------------------


def test_brennan_prediger_of_weights_or_tables_without_a_difference_is_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match="the weights make no difference between the labels"):
        assert math.isnan(brennan_prediger([0, 1], [1, 1], weights=np.zeros((2, 2))))
    with pytest.warns(UndefinedMetricWarning, match="in some tables there are no rows"):
        values = brennan_prediger.of(Counts.from_table(np.array([np.eye(2), np.zeros((2, 2))])))
    np.testing.assert_array_equal(values, [1, NAN])


def test_weights_can_bring_brennan_prediger_below_minus_one() -> None:
    # All rows in the corner: 1 - 1 / mean(V), the mean of (i - j)^2 / 9 over 16 cells being 40 / 144.
    assert brennan_prediger([1, 1], [4, 4], weights="quadratic", labels=[1, 2, 3, 4]) == pytest.approx(1 - 144 / 40)
    assert brennan_prediger([1, 1], [4, 4], labels=[1, 2, 3, 4]) == pytest.approx(-1 / 3)
    assert brennan_prediger.facts.range == (-1, 1)  # without weights


@pytest.mark.parametrize("classes", [2, 3, 6])
def test_without_weights_brennan_prediger_follows_from_the_accuracy(classes: int) -> None:
    truth, pred, weight = random_labels(82, 300, classes)
    value = brennan_prediger(truth, pred, sample_weight=weight)
    share = accuracy(truth, pred, sample_weight=weight)
    assert value == pytest.approx((classes * share - 1) / (classes - 1), rel=1e-13)


@pytest.mark.parametrize("case", TWO_LABELS, ids=lambda case: case["name"])
def test_pabak_of_epir(case: Any) -> None:
    assert brennan_prediger.of(counts_of(case)) == pytest.approx(case["pabak"], rel=1e-13)  # epiR::epi.kappa


def test_kappa_follows_from_pabak_prevalence_and_bias() -> None:
    # Byrt, Bishop & Carlin 1993, the identity of their section on PABAK
    rng = np.random.default_rng(83)
    counts = Counts.from_table(rng.integers(1, 50, (20, 2, 2)))
    pi, bi = prevalence_index.of(counts) ** 2, bias_index.of(counts) ** 2
    expected = (brennan_prediger.of(counts) - pi + bi) / (1 - pi + bi)
    np.testing.assert_allclose(cohen_kappa.of(counts), expected, rtol=1e-12, atol=1e-14)


# -- Scott's pi ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "options", "reason"),
    [
        (([], []), {}, "there are no rows"),
        ((["x"], ["x"]), {}, "both raters use only the category 'x', so chance alone would agree always (0/0)"),
        (
            ([0, 1], [1, 0]),
            {"labels": [0, 1, 2], "weights": [[0, 0, 1], [0, 0, 1], [1, 1, 0]]},
            "the weights make no difference between the categories that occur (0/0)",
        ),
    ],
)
def test_scott_pi_of_raters_who_cannot_differ_is_undefined(rows: Any, options: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(scott_pi(*rows, **options))
    assert str(caught[0].message) == f"scott_pi: {reason}"


def test_scott_pi_by_hand() -> None:
    # pi = 3/8, 5/8; expected 34/64; observed 3/4.
    assert scott_pi(["a", "a", "b", "b"], ["a", "b", "b", "b"]) == pytest.approx((48 - 34) / (64 - 34), rel=1e-15)
    # one rater constant: below 0, as the margins differ
    assert scott_pi([0, 1], [1, 1]) == pytest.approx(-1 / 3, rel=1e-15)


@given(table=st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=4, max_size=4))
@drawn
def test_scott_pi_of_every_weighting_is_the_direct_sum(table: Any) -> None:
    table[0][1] += 1  # some disagreement
    i, j = np.indices((4, 4))
    p, r, c = exact(table)
    pi = [(x + y) / 2 for x, y in zip(r, c, strict=True)]
    for weights, penalty in ((None, i != j), ("linear", abs(i - j)), ("quadratic", (i - j) ** 2)):
        cells = [(a, b, int(penalty[a, b])) for a in range(4) for b in range(4)]
        expected = beyond(sum(v * p[a][b] for a, b, v in cells), sum(v * pi[a] * pi[b] for a, b, v in cells))
        assert scott_pi.of(Counts.from_table(table), weights=weights) == pytest.approx(expected, rel=1e-12, abs=1e-14)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_scott_pi_of_equal_margins_is_cohens_kappa_and_of_others_less(weights: Any) -> None:
    truth, pred, _ = random_labels(81, 200, 4)
    table = Counts.from_labels(truth, pred).table
    same = Counts.from_table(table + table.T)
    assert scott_pi.of(same, weights=weights) == pytest.approx(cohen_kappa.of(same, weights=weights), rel=1e-13)
    skewed = Counts.from_table(table * [[1, 1, 3, 9]])
    assert scott_pi.of(skewed, weights=weights) < cohen_kappa.of(skewed, weights=weights) - 0.005


def test_scott_pi_of_a_stack_says_what_its_tables_lack() -> None:
    tables = np.array([np.zeros((2, 2)), np.ones((2, 2)), [[3, 0], [0, 0]]])
    expected = ("there are no rows", "both raters use one and the same category")
    for lacking, chosen in ((expected[:1], [0, 1]), (expected[1:], [1, 2]), (expected, [0, 1, 2])):
        with pytest.warns(UndefinedMetricWarning) as caught:
            scott_pi.of(Counts(tables[chosen], (0, 1)))
        assert str(caught[0].message) == f"scott_pi: in some tables {' or '.join(lacking)}"


# -- Gwet's AC1 and AC2 ---------------------------------------------------------------------------------------------


def test_the_signature_of_gwet_ac1_names_the_possible_labels() -> None:
    assert "labels:1..5" in gwet_ac1.signature(gwet_ac1.state([1, 1, 2], [1, 2, 2], labels=range(1, 6)))


def test_where_a_category_prevails_gwet_ac1_stays_near_the_agreement() -> None:
    # 118 + 0 of 125 rows agree. pi = 243/250, 7/250: Pe = 2 * 243 * 7 / 250^2.
    counts = Counts.from_table([[118, 5], [2, 0]])
    chance = 2 * 243 * 7 / 250**2
    assert gwet_ac1.of(counts) == pytest.approx((118 / 125 - chance) / (1 - chance), rel=1e-14)
    assert cohen_kappa.of(counts) < 0 < accuracy.of(counts) - gwet_ac1.of(counts) < 0.01


def test_the_abstractors_of_gwet_2014() -> None:
    # Gwet, Handbook of Inter-Rater Reliability: 100 pregnant women, two abstractors; as irrCAC's manual prints it.
    counts = Counts.from_table([[13, 0, 0], [0, 20, 7], [0, 4, 56]])
    assert gwet_ac1.of(counts) == pytest.approx(0.84933, abs=5e-6)
    assert gwet_ac2.of(counts, weights="quadratic") == pytest.approx(0.94024, abs=5e-6)


def test_the_definition_of_gwet_ac1_in_exact_fractions() -> None:
    truth, pred, _ = random_labels(84, 90, 4)
    table = Counts.from_labels(truth, pred).table
    p, r, c = exact(table)
    pi = [(x + y) / 2 for x, y in zip(r, c, strict=True)]
    agreed = sum(p[k][k] for k in range(4))
    chance = sum(x * (1 - x) for x in pi) / 3
    assert gwet_ac1.of(Counts.from_table(table)) == pytest.approx(beyond(1 - agreed, 1 - chance), rel=1e-13)


def test_gwet_ac2_needs_weights() -> None:
    with pytest.raises(InputTypeError, match="gwet_ac2 needs weights="):
        gwet_ac2([0, 1], [0, 1])


def test_gwet_ac2_of_text_needs_an_order() -> None:
    with pytest.raises(LabelOrderError, match=r"^gwet_ac2 needs the order of the labels"):
        gwet_ac2(["low", "mid", "high"], ["mid", "mid", "high"], weights="quadratic")


def test_weights_of_many_labels_can_bring_gwet_ac2_below_minus_one() -> None:
    # Everything as far apart as the margins allow; the corner of eight labels costs much more than the average pair.
    table = np.zeros((8, 8))
    for i in range(8):
        table[i, 7 - i] = 9 if i in (0, 7) else 1
    assert gwet_ac2.of(Counts.from_table(table), weights="quadratic") < -1


def test_gwet_ac2_by_hand() -> None:
    # w = 3/4 for neighbours: Po = (4 + 2 * 3/4) / 6, the weights sum to 6, pi = 1/6, 1/6, 2/3: Pe = 6 / 6 * 1/2.
    value = gwet_ac2([1, 2, 3, 3, 3, 3], [1, 3, 3, 3, 3, 2], weights="quadratic")
    assert value == pytest.approx((5.5 / 6 - 1 / 2) / (1 / 2), rel=1e-14)


def test_the_scale_of_agreement_weights_matters_to_gwet_ac2() -> None:
    truth, pred, _ = random_labels(85, 200, 3)
    truth[:80] = pred[:80] = 2  # uneven shares: of even ones every scale gives the same
    mild = (1 + np.eye(3)) / 2
    assert gwet_ac2(truth, pred, weights=np.eye(3)) == pytest.approx(gwet_ac1(truth, pred), rel=1e-14)
    assert abs(gwet_ac2(truth, pred, weights=mild) - gwet_ac1(truth, pred)) > 0.005


def test_unused_outer_labels_change_the_scale_of_gwet_ac2() -> None:
    rows = [1, 2, 3, 3], [1, 3, 3, 3]
    assert gwet_ac2(*rows, weights="linear", labels=range(1, 11)) > gwet_ac2(*rows, weights="linear") + 0.05


# -- panels ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", [category_kappa, conger_kappa, fleiss_kappa, light_kappa, van_oest])
def test_a_panel_without_ratings_is_undefined(metric: Metric) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^{metric.name}: there are no ratings$"):
        assert np.isnan(metric(np.zeros((0, 3)), labels=[0, 1])).all()


@pytest.mark.parametrize(
    ("rows", "values"),
    [
        ([["a", "a"], ["a", "a"]], [NAN]),
        ([["a", "a"], ["b", "b"]], [1.0, 1.0]),
        # a: Do = 1/3, p = 2/3; b the same; c is not used
        ([["a", "a", "a"], ["a", "b", "b"]], [1 - (1 / 3) / (4 / 9), 1 - (1 / 3) / (4 / 9), NAN]),
    ],
)
def test_category_kappa_values(rows: Any, values: list[float]) -> None:
    labels = list("abc")[: len(values)]
    np.testing.assert_allclose(category_kappa(rows, labels=labels, undefined=NAN), values)


def test_category_kappa_labels_without_a_rating_are_named() -> None:
    with pytest.warns(UndefinedMetricWarning, match="no rating, or all of them: 'c'$"):
        category_kappa([["a", "a"], ["a", "b"]], labels=["a", "b", "c"])


@pytest.mark.parametrize(
    ("rows", "value"),
    [
        ([["a", None], [None, "b"]], NAN),
        ([["a", "a"], ["a", "a"]], NAN),
        ([["a", "a"], ["b", "b"]], 1.0),
        # rater 1 says a, a; raters 2 and 3 say a, b: De = mean of 1/2, 1/2 and 1/2
        ([["a", "a", "a"], ["a", "b", "b"]], 1 - (1 / 3) / (1 / 2)),
        ([["a", "b"], ["a", "b"]], 0.0),  # habits alone are no agreement, and no disagreement beyond chance
    ],
)
def test_conger_kappa_values(rows: Any, value: float) -> None:
    assert conger_kappa(rows, undefined=NAN) == pytest.approx(value, nan_ok=True, abs=1e-15)


def test_conger_kappa_raters_without_a_rating_do_not_count() -> None:
    rows = [["a", "a", None], ["b", "a", None], ["b", "b", None]]
    assert conger_kappa(rows) == pytest.approx(conger_kappa([row[:2] for row in rows]))


@pytest.mark.parametrize(
    ("rows", "value"),
    [
        ([["a", None], ["b", None]], NAN),
        ([["a", "a"], ["a", "a"]], NAN),
        ([["a", "a"], ["b", "b"]], 1.0),
        ([["a", "b"], ["b", "a"]], -1.0),
        # Do = (0 + 2/3) / 2, shares (3 + 1) / 6 and (0 + 2) / 6: De = 2 * 2/3 * 1/3
        ([["a", "a", "a"], ["a", "b", "b"]], 1 - (1 / 3) / (4 / 9)),
        # a unit with one rating counts in the shares: pi = (1 + 1/2 + 1) / 3 and (0 + 1/2) / 3
        ([["a", "a"], ["a", "b"], ["a", None]], 1 - (1 / 2) / (2 * (5 / 6) * (1 / 6))),
    ],
)
def test_fleiss_kappa_values(rows: Any, value: float) -> None:
    assert fleiss_kappa(rows, undefined=NAN) == pytest.approx(value, nan_ok=True)


def test_fleiss_kappa_weights_are_disagreements() -> None:
    rows = [[1, 3], [1, 2], [2, 2]]  # squared: 4, 1, 0; pi = 2/6, 3/6, 1/6
    expected = 2 * (1 / 3 * 1 / 2 + 1 / 2 * 1 / 6 + 4 * 1 / 3 * 1 / 6)
    assert fleiss_kappa(rows, weights="quadratic") == pytest.approx(1 - (5 / 3) / expected)


@pytest.mark.parametrize(
    ("rows", "value"),
    [
        ([["a", None], [None, "b"]], NAN),
        ([["a", "a"], ["a", "a"]], NAN),
        ([["a", "a"], ["b", "b"]], 1.0),
        ([["a", "b"], ["b", "a"]], -1.0),
        # pairs (1, 2): 1, (1, 3): 0, (2, 3): 0
        ([["a", "a", "a"], ["b", "b", "a"]], 1 / 3),
        # raters 1 and 2 use one label, so that their pair is left out
        ([["a", "a", "a"], ["a", "a", "b"]], 0.0),
    ],
)
def test_light_kappa_values(rows: Any, value: float) -> None:
    assert light_kappa(rows, undefined=NAN) == pytest.approx(value, nan_ok=True, abs=1e-15)


@pytest.mark.parametrize(
    ("rows", "labels", "value"),
    [
        ([["a", None]], ["a", "b"], NAN),
        ([["a", "a"]], ["a"], NAN),
        ([["a", "a"]], ["a", "b"], 1.0),
        # e = (1 + 1) / (2 + 2) each: De = 1/2
        ([["a", "b"]], ["a", "b"], -1.0),
        # pairs: 6 of the first unit agree, of the second 4 of 6 do not; e = 5/8, 3/8
        ([["a", "a", "a"], ["a", "b", "b"]], ["a", "b"], 1 - (4 / 12) / (2 * 5 / 8 * 3 / 8)),
    ],
)
def test_van_oest_values(rows: Any, labels: Any, value: float) -> None:
    assert van_oest(rows, labels=labels, undefined=NAN) == pytest.approx(value, nan_ok=True)
