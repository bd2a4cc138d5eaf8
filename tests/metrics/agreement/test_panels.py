"""Coefficients of many raters: degenerate panels, software that we did not write, and identities."""

from __future__ import annotations

import functools
import operator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose
from support.samples import panels, random_panel
from support.samples import panels_of_cases as cases

from concordant import (
    brennan_prediger,
    category_kappa,
    cohen_kappa,
    conger_kappa,
    fleiss_kappa,
    gwet_ac1,
    gwet_ac2,
    krippendorff_alpha,
    light_kappa,
    metrics,
    negative_agreement,
    positive_agreement,
    scott_pi,
    van_oest,
    weighted_agreement,
)
from concordant.errors import OptionError
from concordant.states import Counts, Ratings, Tallies, TallySums

NAN = float("nan")
NAMES: dict[str, Any] = {
    "percent_agreement": weighted_agreement,
    "fleiss_kappa": fleiss_kappa,
    "gwet_ac": gwet_ac2,
    "brennan_prediger": brennan_prediger,
    "krippendorff_alpha": krippendorff_alpha,
    "conger_kappa": conger_kappa,
}
EXCHANGEABLE = [weighted_agreement, fleiss_kappa, gwet_ac1, brennan_prediger, krippendorff_alpha, van_oest]
EVERY = [*EXCHANGEABLE, conger_kappa, light_kappa]
by_name = pytest.mark.parametrize("metric", EVERY, ids=lambda metric: metric.name)


# -- edges ---------------------------------------------------------------------------------------------------------

ONE_LABEL = [["a", "a", "a"], ["a", "a", "a"]]
OF_EDGES = (weighted_agreement, gwet_ac1, brennan_prediger, fleiss_kappa, krippendorff_alpha, conger_kappa, light_kappa)


@pytest.mark.parametrize(
    ("rows", "reading", "values"),
    [
        ([["a", None], [None, "b"]], {}, [NAN] * 7),
        (ONE_LABEL, {"labels": ["a", "b"]}, [1, 1, 1, NAN, NAN, NAN, NAN]),
        (ONE_LABEL, {}, [1, NAN, NAN, NAN, NAN, NAN, NAN]),
        ([["a", "a", "a"], ["b", "b", None]], {}, [1] * 7),
        ([["a", "b"]], {}, [0, -1, -1, -1, 0, 0, 0]),
    ],
)
def test_edges(rows: Any, reading: dict[str, Any], values: list[float]) -> None:
    assert_allclose([metric(rows, **reading, undefined=NAN) for metric in OF_EDGES], values, atol=1e-15)


def test_units_with_one_rating_count_in_the_shares_of_some() -> None:
    rows: list[list[Any]] = [["a", "a"], ["a", "b"], ["b", "b"]]
    more = [*rows, ["b", None]]
    assert fleiss_kappa(rows) != fleiss_kappa(more)
    assert krippendorff_alpha(rows) == krippendorff_alpha(more)
    assert weighted_agreement(rows) == weighted_agreement(more)


def test_a_declared_label_moves_those_that_count_possible_labels() -> None:
    rows = [[1, 2, 2], [2, 2, 2], [1, 1, 2]]
    for metric in (fleiss_kappa, krippendorff_alpha, conger_kappa, light_kappa):
        assert metric(rows) == metric(rows, labels=[1, 2, 3])
    for metric in (gwet_ac1, brennan_prediger, van_oest):
        assert metric(rows) != metric(rows, labels=[1, 2, 3])


# -- other software ------------------------------------------------------------------------------------------------


def state_of(case: dict[str, Any]) -> Any:
    given = case["input"]
    if "counts" in given:
        return Tallies.from_counts(given["counts"], given["labels"])
    return Ratings.from_wide(given["ratings"], labels=given.get("labels"))


def weights_of(name: str, case: dict[str, Any]) -> Any:
    return case["input"].get("agreement_weights", None if name in ("unweighted", "identity") else name)


@pytest.mark.parametrize("case", cases("gwet", "tallies"), ids=lambda case: case["name"])
def test_coefficients_with_eight_weights_beside_irrcac(case: dict[str, Any]) -> None:
    state = state_of(case)
    for words, values in case["expected"].items():
        for name, expected in values.items() if isinstance(values, dict) else ():
            if name in NAMES:
                result = NAMES[name].of(state, weights=weights_of(words, case))
                assert_allclose(result, expected["value"], rtol=1e-9, atol=1e-12, err_msg=f"{words} {name}")


# file -> metric, options, and where the value stands in what the software gave.
OTHER_SOFTWARE: dict[str, list[tuple[Any, dict[str, Any], list[str]]]] = {
    "fleiss": [  # irr
        (fleiss_kappa, {}, ["fleiss_kappa"]),
        (conger_kappa, {}, ["conger"]),
        (light_kappa, {}, ["light"]),
        (category_kappa, {}, ["kappa_by_category"]),
        (positive_agreement, {"average": None}, ["specific_agreement_by_category"]),
    ],
    "alpha": [  # krippendorff
        (krippendorff_alpha, {"level_of_measurement": level}, [level])
        for level in ("nominal", "ordinal", "interval", "ratio")
    ],
    "randolph": [(brennan_prediger, {}, ["randolph"]), (fleiss_kappa, {}, ["fleiss_kappa"])],  # statsmodels
    "light": [
        (light_kappa, {"weights": name}, [name, "light"]) for name in ("unweighted", "linear", "quadratic")
    ],  # vcd
    "specific": [  # agreement
        (metric, {"weights": name, **options}, [name, *keys])
        for name in ("identity", "linear", "quadratic")
        for metric, options, *keys in (
            (van_oest, {}, "van_oest", "value"),
            (positive_agreement, {"average": None}, "specific_agreement"),
        )
    ],
}


@pytest.mark.parametrize("file", OTHER_SOFTWARE)
def test_values_of_other_software(file: str) -> None:
    for case in cases(file):
        for metric, options, keys in OTHER_SOFTWARE[file]:
            given = options | ({"weights": weights_of(options["weights"], case)} if "weights" in options else {})
            expected = functools.reduce(operator.getitem, keys, case["expected"])
            states = [state_of(case)]
            if metric is fleiss_kappa and "counts" in case["expected"]:
                states.append(Tallies.from_counts(case["expected"]["counts"]))
            for state in states:
                said = f"{metric.name} with {options} of {case['name']}"
                assert_allclose(metric.of(state, **given), expected, rtol=1e-9, atol=1e-12, err_msg=said)


@pytest.mark.parametrize("case", cases("degenerate"), ids=lambda case: case["name"])
def test_degenerate_panels(case: dict[str, Any]) -> None:
    state = state_of(case)
    for name, expected in case["expected"].items():
        value = metrics.get(name).of(state, undefined=NAN)
        assert_allclose(value, NAN if expected is None else expected, atol=1e-15)


def test_krippendorffs_own_example() -> None:
    # Krippendorff 2011, Computing Krippendorff's alpha-reliability, data D: four observers, 12 units, 41 ratings.
    rows = np.array(
        [
            [1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
            [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
            [0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
            [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
        ]
    ).T
    values = [
        krippendorff_alpha(rows, missing_labels=[0], level_of_measurement=level)
        for level in ("nominal", "ordinal", "interval", "ratio")
    ]
    assert_allclose(values, [0.743, 0.815, 0.849, 0.797], atol=5e-4)


# -- identities ----------------------------------------------------------------------------------------------------


@given(rows=panels(complete=True))
def test_identities_of_complete_ratings(rows: Any) -> None:
    n = len(rows) * len(rows[0])
    fleiss, conger = fleiss_kappa(rows), conger_kappa(rows)
    assert_allclose(krippendorff_alpha(rows), 1 - (n - 1) / n * (1 - fleiss), atol=1e-12)
    assert fleiss <= conger + 1e-12  # Warrens 2010
    p = np.bincount(np.ravel(rows), minlength=4) / n
    p = p[p > 0]
    assert_allclose((p * (1 - p)) @ category_kappa(rows, undefined=NAN) / (p @ (1 - p)), fleiss, atol=1e-12)
    assert_allclose(p @ positive_agreement(rows, average=None), weighted_agreement(rows), atol=1e-12)


@given(rows=panels(complete=True))
def test_quadratic_kappa_is_a_ratio_of_sums_of_squares(rows: Any) -> None:
    x = np.array(rows, np.float64)
    within = np.square(x - x.mean(1, keepdims=True)).sum() / (x.size - len(x))
    total = np.square(x - x.mean()).sum()
    assert_allclose(fleiss_kappa(rows, weights="quadratic"), 1 - within * x.size / total, atol=1e-10)
    alpha = krippendorff_alpha(rows, level_of_measurement="interval")
    assert_allclose(alpha, 1 - within * (x.size - 1) / total, atol=1e-10)


@given(rows=panels(complete=True))
def test_two_raters_are_two_columns(rows: Any) -> None:
    two, columns = [row[:2] for row in rows], ([row[0] for row in rows], [row[1] for row in rows])

    def alike(metric: Any, **options: Any) -> Any:
        panel = metric(two, **options, undefined=NAN)
        assert_allclose(metric(*columns, **options, undefined=NAN), panel, atol=1e-12)
        return panel

    for weights in (None, "linear", "quadratic"):
        kappa, pi = (metric(*columns, weights=weights, undefined=NAN) for metric in (cohen_kappa, scott_pi))
        of_two = [alike(metric, weights=weights) for metric in (conger_kappa, light_kappa, fleiss_kappa)]
        assert_allclose(of_two, [kappa, kappa, pi], atol=1e-12)
        for metric in (gwet_ac2, brennan_prediger, weighted_agreement, krippendorff_alpha):
            alike(metric, weights=weights)
    for average in ("macro", "micro", None):
        alike(positive_agreement, average=average)
        alike(negative_agreement, average=average)


@given(rows=panels())
@by_name
def test_raters_and_labels_may_be_renamed_and_reordered(metric: Any, rows: Any) -> None:
    expected = metric(rows, labels=[0, 1, 2, 3], undefined=NAN)
    turned = [row[::-1] for row in rows]
    assert_allclose(metric(turned, labels=[0, 1, 2, 3], undefined=NAN), expected, atol=1e-12)
    names = ["w", "x", "y", "z"]
    named = [[None if x is None else names[x] for x in row] for row in rows]
    assert_allclose(metric(named, labels=names, undefined=NAN), expected, atol=1e-12)


@given(rows=panels())
@by_name
def test_every_state_gives_the_same_value(metric: Any, rows: Any) -> None:
    ratings = Ratings.from_wide(rows, labels=[0, 1, 2, 3])
    expected = metric.of(ratings, undefined=NAN)
    assert_allclose(metric(rows, labels=[0, 1, 2, 3], undefined=NAN), expected, atol=1e-12)
    if metric in EXCHANGEABLE:
        tallies = ratings.tallies()
        assert_allclose(metric.of(tallies, undefined=NAN), expected, atol=1e-12)
        assert_allclose(metric.of(TallySums.from_tallies(tallies), undefined=NAN), expected, atol=1e-12)


@by_name
def test_a_stack_is_a_loop(metric: Any) -> None:
    ratings = Ratings.from_wide(random_panel(2))
    weights = np.random.default_rng(0).integers(0, 4, (2, 3, len(ratings.profiles)))
    loop = [[metric.of(ratings.with_weights(weights[i, j])) for j in range(3)] for i in range(2)]
    assert_allclose(metric.of(ratings.with_weights(weights)), loop, rtol=1e-12)


@by_name
def test_whole_weights_repeat_units(metric: Any) -> None:
    rows = random_panel(4)
    weights = np.random.default_rng(2).integers(0, 3, len(rows))
    assert_allclose(metric(rows, sample_weight=weights), metric(np.repeat(rows, weights, axis=0)), rtol=1e-12)


# -- what is refused -----------------------------------------------------------------------------------------------


def test_weights_of_raters_who_are_told_apart_need_not_be_symmetric() -> None:
    lopsided = np.array([[0, 1, 3], [2, 0, 1], [1, 1, 0]])
    rows = random_panel(5, missing=0.0)
    assert np.isfinite(light_kappa(rows, weights=lopsided))
    assert conger_kappa(rows, weights=lopsided) == pytest.approx(conger_kappa(rows, weights=lopsided + lopsided.T))
    with pytest.raises(OptionError, match="fleiss_kappa does not tell the raters of a panel apart"):
        fleiss_kappa(rows, weights=lopsided)


def test_counts_of_two_raters_are_taken_as_well() -> None:
    counts = Counts.from_table([[5, 1], [2, 7]])
    assert fleiss_kappa.of(counts) == pytest.approx(scott_pi.of(counts))
    assert [conger_kappa(counts), light_kappa(counts)] == pytest.approx([cohen_kappa.of(counts)] * 2)
    penalties = np.array([[0, 1], [3, 0]])
    assert conger_kappa(counts, weights=penalties) == pytest.approx(conger_kappa(counts.panel(), weights=penalties))


def test_signatures_name_what_moves_the_number() -> None:
    state = Ratings.from_wide([["a", "b"], ["a", None], [None, None]], raters=["ann", "bob"])
    assert conger_kappa.signature(state).startswith("conger_kappa|labels:a,b|raters:ann,bob|n:2|missing:1|v:")
    assert fleiss_kappa.signature(state.tallies(), weights="linear").startswith(
        "fleiss_kappa|weights:linear|labels:a,b|n:2|missing:1|v:"
    )
