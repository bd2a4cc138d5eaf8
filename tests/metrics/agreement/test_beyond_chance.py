""""""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrics.cases import (
    FAMILIES,
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

import concordant
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
from concordant.states import Counts

# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", [None, *FAMILIES])
@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], -1.0),
        ([0], [1], -1.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.0),
        ([0, 0, 0, 0], [0, 0, 0, 1], 0.5),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float, weights: Any) -> None:
    assert brennan_prediger(y_true, y_pred, weights=weights) == pytest.approx(value, abs=1e-15)


def test_constant_raters_agree_beyond_chance_once_other_labels_are_declared() -> None:
    assert brennan_prediger([3, 3], [3, 3], labels=[1, 2, 3]) == 1.0
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(brennan_prediger([3, 3], [3, 3]))
    assert str(caught[0].message) == (
        "brennan_prediger: there is only the label 3, so chance alone would agree always (0/0); "
        "declare all possible labels: labels=[...]"
    )


def test_no_rows_and_no_difference_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^brennan_prediger: there are no rows$"):
        assert math.isnan(brennan_prediger([], [], labels=[0, 1]))
    with pytest.warns(UndefinedMetricWarning, match="the weights make no difference between the labels"):
        assert math.isnan(brennan_prediger([0, 1], [1, 1], weights=np.zeros((2, 2))))
    with pytest.warns(UndefinedMetricWarning, match="in some tables there are no rows"):
        found = brennan_prediger.of(Counts.from_table(np.array([np.eye(2), np.zeros((2, 2))])))
    assert found[0] == 1
    assert math.isnan(found[1])


def test_more_possible_labels_raise_the_value() -> None:
    rows = ["a", "a", "b", "b"], ["a", "b", "b", "b"]
    found = [brennan_prediger(*rows, labels=list("abcde")[:k]) for k in (2, 3, 5)]
    assert found == pytest.approx([1 / 2, 5 / 8, 11 / 16], rel=1e-15)  # (K 3/4 - 1) / (K - 1)


def test_weights_can_bring_it_below_minus_one() -> None:
    # All rows in the corner: 1 - 1 / mean(V), the mean of (i - j)^2 / 9 over 16 cells being 40 / 144.
    assert brennan_prediger([1, 1], [4, 4], weights="quadratic", labels=[1, 2, 3, 4]) == pytest.approx(1 - 144 / 40)
    assert brennan_prediger([1, 1], [4, 4], labels=[1, 2, 3, 4]) == pytest.approx(-1 / 3)
    assert brennan_prediger.facts.range == (-1, 1)  # without weights


def test_the_value_of_independent_raters_depends_on_their_habits() -> None:
    for share in (0.5, 0.8):
        table = np.outer([share, 1 - share], [share, 1 - share])
        assert brennan_prediger.of(Counts.from_table(table)) == pytest.approx((2 * share - 1) ** 2, abs=1e-15)


def test_other_names() -> None:
    assert concordant.metrics.get("pabak") is brennan_prediger
    assert concordant.metrics.get("bennett_s") is brennan_prediger
    assert concordant.metrics.get("randolph_kappa") is brennan_prediger


# -- the definition ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("classes", [2, 3, 6])
def test_without_weights_it_follows_from_the_accuracy(classes: int) -> None:
    truth, pred, weight = random_labels(82, 300, classes)
    found = brennan_prediger(truth, pred, sample_weight=weight)
    share = accuracy(truth, pred, sample_weight=weight)
    assert found == pytest.approx((classes * share - 1) / (classes - 1), rel=1e-13)


def test_a_matrix_that_is_not_symmetric() -> None:
    table, v = np.arange(1.0, 17).reshape(4, 4), np.array(PENALTIES)
    found = brennan_prediger.of(Counts.from_table(table), weights=v)
    assert found == pytest.approx(1 - (v * table).sum() / table.sum() / v.mean(), rel=1e-14)
    assert abs(brennan_prediger.of(Counts.from_table(table), weights=v.T) - found) > 1e-3


# -- other software ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("counts", "weights", "value"), by_irrcac("brennan_prediger"))
def test_values_of_irrcac(counts: Any, weights: Any, value: float) -> None:
    # irrCAC.table.CAC(table, weights=...).bp(), irrCAC.raw.CAC(ratings, weights=..., categories=...).bp()
    assert brennan_prediger.of(counts, weights=weights) == pytest.approx(value, rel=1e-12, abs=1e-14)


@pytest.mark.parametrize("package", ["pycm", "statsmodels"])
def test_values_of_pycm_and_of_the_randolph_kappa_of_statsmodels(package: str) -> None:
    # pycm.ConfusionMatrix(matrix=...).S; statsmodels fleiss_kappa(table, method="randolph")
    for case in by_package(package, "brennan_prediger"):
        counts, value = case.values
        assert brennan_prediger.of(counts) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("case", TWO_LABELS, ids=lambda case: case["name"])
def test_pabak_of_epir(case: Any) -> None:
    assert brennan_prediger.of(counts_of(case)) == pytest.approx(case["pabak"], rel=1e-13)  # epiR::epi.kappa


def test_kappa_follows_from_pabak_prevalence_and_bias() -> None:
    # Byrt, Bishop & Carlin 1993, the identity of their section on PABAK
    rng = np.random.default_rng(83)
    counts = Counts.from_table(rng.integers(1, 50, (20, 2, 2)))
    pi, bi = prevalence_index.of(counts) ** 2, bias_index.of(counts) ** 2
    found = (brennan_prediger.of(counts) - pi + bi) / (1 - pi + bi)
    np.testing.assert_allclose(cohen_kappa.of(counts), found, rtol=1e-12, atol=1e-14)


# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", [None, *FAMILIES])
@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1, 2, 2], [0, 1, 2, 2], 1.0),
        ([0, 1], [1, 0], -1.0),
        ([0], [1], -1.0),  # one row, two categories: each rater used half of the ratings
        ([0, 1], [1, 1], -1 / 3),  # one rater constant: below 0, as the margins differ
    ],
)
def test_scott_pi_edges(y_true: Any, y_pred: Any, value: float, weights: Any) -> None:
    assert scott_pi(y_true, y_pred, weights=weights) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (([], []), "there are no rows"),
        ((["x"], ["x"]), "both raters use only the category 'x', so chance alone would agree always (0/0)"),
    ],
)
def test_equal_and_constant_is_undefined(rows: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(scott_pi(*rows))
    assert str(caught[0].message) == f"scott_pi: {reason}"


def test_weights_that_tell_nothing_apart_are_undefined() -> None:
    same = [[0, 0, 1], [0, 0, 1], [1, 1, 0]]
    with pytest.warns(UndefinedMetricWarning, match="the weights make no difference between the categories that occur"):
        assert math.isnan(scott_pi([0, 1], [1, 0], labels=[0, 1, 2], weights=same))


# -- by hand -------------------------------------------------------------------------------------------------------


def test_three_of_four_rows() -> None:
    # pi = 3/8, 5/8; expected 34/64; observed 3/4.
    assert scott_pi(["a", "a", "b", "b"], ["a", "b", "b", "b"]) == pytest.approx((48 - 34) / (64 - 34), rel=1e-15)


@given(table=st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=4, max_size=4))
@drawn
def test_every_weighting_is_the_direct_sum(table: Any) -> None:
    table[0][1] += 1  # some disagreement
    i, j = np.indices((4, 4))
    p, r, c = exact(table)
    pi = [(x + y) / 2 for x, y in zip(r, c, strict=True)]
    for weights, penalty in ((None, i != j), ("linear", abs(i - j)), ("quadratic", (i - j) ** 2)):
        cells = [(a, b, int(penalty[a, b])) for a in range(4) for b in range(4)]
        expected = beyond(sum(v * p[a][b] for a, b, v in cells), sum(v * pi[a] * pi[b] for a, b, v in cells))
        assert scott_pi.of(Counts.from_table(table), weights=weights) == pytest.approx(expected, rel=1e-12, abs=1e-14)


def test_a_matrix_that_is_not_symmetric_keeps_rows_and_columns_apart() -> None:
    table, v = np.arange(1.0, 17).reshape(4, 4), np.array(PENALTIES)
    p, pi = table / table.sum(), (table.sum(0) + table.sum(1)) / table.sum() / 2
    expected = 1 - (v * p).sum() / (v * np.outer(pi, pi)).sum()
    counts = Counts.from_table(table)
    assert scott_pi.of(counts, weights=v) == pytest.approx(expected, rel=1e-13)
    assert abs(scott_pi.of(counts, weights=v.T) - expected) > 1e-3


# -- other software ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("counts", "weights", "value"), by_irrcac("scott_pi"))
def test_scott_pi_values_of_irrcac(counts: Any, weights: Any, value: float) -> None:
    # irrCAC.table.CAC(table, weights=...).scott(), irrCAC.raw.CAC(ratings, weights=..., categories=...).fleiss()
    assert scott_pi.of(counts, weights=weights) == pytest.approx(value, rel=1e-12, abs=1e-14)


@pytest.mark.parametrize(("counts", "value"), by_package("pycm", "scott_pi"))
def test_scott_pi_values_of_pycm(counts: Any, value: float) -> None:
    assert scott_pi.of(counts) == pytest.approx(value, rel=1e-12)  # pycm.ConfusionMatrix(matrix=...).PI


@pytest.mark.parametrize(("counts", "value"), by_package("statsmodels", "scott_pi"))
def test_fleiss_kappa_of_two_raters_in_statsmodels(counts: Any, value: float) -> None:
    assert scott_pi.of(counts) == pytest.approx(value, rel=1e-12)  # fleiss_kappa(table, method="fleiss")


# -- identities ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_equal_margins_give_cohens_kappa_and_others_less(weights: Any) -> None:
    truth, pred, _ = random_labels(81, 200, 4)
    table = Counts.from_labels(truth, pred).table
    same = Counts.from_table(table + table.T)
    assert scott_pi.of(same, weights=weights) == pytest.approx(cohen_kappa.of(same, weights=weights), rel=1e-13)
    skewed = Counts.from_table(table * [[1, 1, 3, 9]])
    assert scott_pi.of(skewed, weights=weights) < cohen_kappa.of(skewed, weights=weights) - 0.005


def test_a_stack_says_what_its_tables_lack() -> None:
    tables = np.array([np.zeros((2, 2)), np.ones((2, 2)), [[3, 0], [0, 0]]])
    expected = ("there are no rows", "both raters use one and the same category")
    for lacking, chosen in ((expected[:1], [0, 1]), (expected[1:], [1, 2]), (expected, [0, 1, 2])):
        with pytest.warns(UndefinedMetricWarning) as caught:
            scott_pi.of(Counts(tables[chosen], (0, 1)))
        assert str(caught[0].message) == f"scott_pi: in some tables {' or '.join(lacking)}"


# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], -1.0),
        ([0], [1], -1.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.0),
        ([0, 1, 2], [1, 2, 0], -0.5),
    ],
)
def test_gwet_ac1_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert gwet_ac1(y_true, y_pred) == pytest.approx(value, abs=1e-15)


def test_gwet_ac1_constant_raters_agree_beyond_chance_once_other_labels_are_declared() -> None:
    assert gwet_ac1([3, 3], [3, 3], labels=[1, 2, 3]) == 1.0
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(gwet_ac1(["x", "x"], ["x", "x"]))
    assert str(caught[0].message) == (
        "gwet_ac1: there is only the label 'x', so chance alone would agree always (0/0); "
        "declare all possible labels: labels=[...]"
    )


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^gwet_ac1: there are no rows$"):
        assert math.isnan(gwet_ac1([], [], labels=[0, 1]))


def test_more_possible_labels_raise_the_value_and_the_signature_names_them() -> None:
    rows = [1, 1, 2, 2], [1, 2, 2, 2]
    # pi = 3/8, 5/8; sum pi (1 - pi) = 30/64, over K - 1.
    found = [gwet_ac1(*rows, labels=range(1, k + 1)) for k in (2, 3, 5)]
    assert found == pytest.approx([beyond_share(30 / 64 / (k - 1)) for k in (2, 3, 5)], rel=1e-14)
    assert "labels:1..5" in gwet_ac1.signature(gwet_ac1.state(*rows, labels=range(1, 6)))


def beyond_share(expected: float, observed: float = 3 / 4) -> float:
    return (observed - expected) / (1 - expected)


# -- by hand and papers --------------------------------------------------------------------------------------------


def test_where_a_category_prevails_it_stays_near_the_agreement() -> None:
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


def test_the_definition_in_exact_fractions() -> None:
    truth, pred, _ = random_labels(84, 90, 4)
    table = Counts.from_labels(truth, pred).table
    p, r, c = exact(table)
    pi = [(x + y) / 2 for x, y in zip(r, c, strict=True)]
    agreed = sum(p[k][k] for k in range(4))
    chance = sum(x * (1 - x) for x in pi) / 3
    assert gwet_ac1.of(Counts.from_table(table)) == pytest.approx(beyond(1 - agreed, 1 - chance), rel=1e-13)


# -- other software ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("counts", "weights", "value"), [x for x in by_irrcac("gwet_ac2") if x.values[1] is None])
def test_gwet_ac1_values_of_irrcac(counts: Any, weights: Any, value: float) -> None:
    assert gwet_ac1.of(counts) == pytest.approx(value, rel=1e-12, abs=1e-14)  # CAC(table).gwet()


@pytest.mark.parametrize(("counts", "value"), by_package("pycm", "gwet_ac1"))
def test_values_of_pycm(counts: Any, value: float) -> None:
    assert gwet_ac1.of(counts) == pytest.approx(value, rel=1e-12)  # pycm.ConfusionMatrix(matrix=...).AC1


# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", [None, *FAMILIES])
@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1, 2, 2], [0, 1, 2, 2], 1.0),
        ([0, 1], [1, 0], -1.0),
        ([0], [1], -1.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.0),
    ],
)
def test_gwet_ac2_edges(y_true: Any, y_pred: Any, value: float, weights: Any) -> None:
    assert gwet_ac2(y_true, y_pred, weights=weights) == pytest.approx(value, abs=1e-15)


def test_one_label_is_undefined_and_more_are_not() -> None:
    assert gwet_ac2([3, 3], [3, 3], weights="linear", labels=[1, 2, 3]) == 1.0
    with pytest.warns(UndefinedMetricWarning, match=r"^gwet_ac2: there is only the label 3, so chance alone"):
        assert math.isnan(gwet_ac2([3, 3], [3, 3], weights="linear"))
    with pytest.warns(UndefinedMetricWarning, match="^gwet_ac2: there are no rows$"):
        assert math.isnan(gwet_ac2([], [], weights="linear", labels=[0, 1]))


def test_weights_must_be_named() -> None:
    with pytest.raises(InputTypeError, match="gwet_ac2 needs weights="):
        gwet_ac2([0, 1], [0, 1])


def test_text_needs_an_order() -> None:
    with pytest.raises(LabelOrderError, match=r"^gwet_ac2 needs the order of the labels"):
        gwet_ac2(["low", "mid", "high"], ["mid", "mid", "high"], weights="quadratic")


def test_weights_of_many_labels_can_bring_it_below_minus_one() -> None:
    # Everything as far apart as the margins allow; the corner of eight labels costs much more than the average pair.
    table = np.zeros((8, 8))
    for i in range(8):
        table[i, 7 - i] = 9 if i in (0, 7) else 1
    assert gwet_ac2.of(Counts.from_table(table), weights="quadratic") < -1


# -- by hand -------------------------------------------------------------------------------------------------------


def test_the_example_of_the_docstring() -> None:
    # w = 3/4 for neighbours: Po = (4 + 2 * 3/4) / 6, the weights sum to 6, pi = 1/6, 1/6, 2/3: Pe = 6 / 6 * 1/2.
    found = gwet_ac2([1, 2, 3, 3, 3, 3], [1, 3, 3, 3, 3, 2], weights="quadratic")
    assert found == pytest.approx((5.5 / 6 - 1 / 2) / (1 / 2), rel=1e-14)


def test_gwet_ac2_a_matrix_that_is_not_symmetric() -> None:
    table, v = np.arange(1.0, 17).reshape(4, 4), np.array(PENALTIES)
    w, p = 1 - v / 7, table / table.sum()
    pi = (p.sum(0) + p.sum(1)) / 2
    chance = w.sum() / 12 * (pi * (1 - pi)).sum()
    counts = Counts.from_table(table)
    expected = ((w * p).sum() - chance) / (1 - chance)
    assert gwet_ac2.of(counts, weights=v) == pytest.approx(expected, rel=1e-13)
    assert gwet_ac2.of(counts, weights=w) == pytest.approx(expected, rel=1e-13)
    assert abs(gwet_ac2.of(counts, weights=v.T) - expected) > 1e-3


def test_the_scale_of_agreement_weights_matters() -> None:
    truth, pred, _ = random_labels(85, 200, 3)
    truth[:80] = pred[:80] = 2  # uneven shares: of even ones every scale gives the same
    strict, mild = 1 - np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0]]), 1 - np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0]]) / 2
    assert gwet_ac2(truth, pred, weights=strict) == pytest.approx(gwet_ac1(truth, pred), rel=1e-14)
    assert abs(gwet_ac2(truth, pred, weights=mild) - gwet_ac1(truth, pred)) > 0.005


def test_unused_outer_labels_change_the_scale() -> None:
    rows = [1, 2, 3, 3], [1, 3, 3, 3]
    assert gwet_ac2(*rows, weights="linear", labels=range(1, 11)) > gwet_ac2(*rows, weights="linear") + 0.05


# -- other software ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("counts", "weights", "value"), by_irrcac("gwet_ac2"))
def test_gwet_ac2_values_of_irrcac(counts: Any, weights: Any, value: float) -> None:
    # irrCAC.table.CAC(table, weights=...).gwet(), irrCAC.raw.CAC(ratings, weights=..., categories=...).gwet()
    assert gwet_ac2.of(counts, weights=weights) == pytest.approx(value, rel=1e-12, abs=1e-14)


NAN = float("nan")


@pytest.mark.parametrize(
    ("rows", "values"),
    [
        ([["a", "a"], ["a", "a"]], [NAN]),
        ([["a", "a"], ["b", "b"]], [1.0, 1.0]),
        # a: Do = 1/3, p = 2/3; b the same; c is not used
        ([["a", "a", "a"], ["a", "b", "b"]], [1 - (1 / 3) / (4 / 9), 1 - (1 / 3) / (4 / 9), NAN]),
    ],
)
def test_values(rows: Any, values: list[float]) -> None:
    labels = list("abc")[: len(values)]
    np.testing.assert_allclose(category_kappa(rows, labels=labels, undefined=NAN), values)


def test_labels_without_a_rating_are_named() -> None:
    with pytest.warns(UndefinedMetricWarning, match="no rating, or all of them: 'c'$"):
        category_kappa([["a", "a"], ["a", "b"]], labels=["a", "b", "c"])


def test_no_ratings_at_all() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^category_kappa: there are no ratings$"):
        assert np.isnan(category_kappa(np.zeros((0, 3)), labels=[0, 1])).all()


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


def test_raters_without_a_rating_do_not_count() -> None:
    rows = [["a", "a", None], ["b", "a", None], ["b", "b", None]]
    assert conger_kappa(rows) == pytest.approx(conger_kappa([row[:2] for row in rows]))


def test_conger_kappa_no_ratings_at_all() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^conger_kappa: there are no ratings$"):
        assert np.isnan(conger_kappa(np.zeros((0, 3))))


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


def test_weights_are_disagreements() -> None:
    rows = [[1, 3], [1, 2], [2, 2]]  # squared: 4, 1, 0; pi = 2/6, 3/6, 1/6
    expected = 2 * (1 / 3 * 1 / 2 + 1 / 2 * 1 / 6 + 4 * 1 / 3 * 1 / 6)
    assert fleiss_kappa(rows, weights="quadratic") == pytest.approx(1 - (5 / 3) / expected)


def test_fleiss_kappa_no_ratings_at_all() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^fleiss_kappa: there are no ratings$"):
        assert np.isnan(fleiss_kappa(np.zeros((0, 3))))


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


def test_light_kappa_no_ratings_at_all() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^light_kappa: there are no ratings$"):
        assert np.isnan(light_kappa(np.zeros((0, 3))))


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


def test_van_oest_no_ratings_at_all() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^van_oest: there are no ratings$"):
        assert np.isnan(van_oest(np.zeros((0, 3)), labels=[0, 1]))
