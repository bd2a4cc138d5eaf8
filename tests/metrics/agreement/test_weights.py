"""Families of weights, penalties of tables and by chance, and derivatives through complex tables."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from metrics.cases import FAMILIES, FROM_R
from numpy.testing import assert_allclose, assert_array_equal

from concordant import brennan_prediger, cohen_kappa, gwet_ac2, kappa_max, krippendorff_alpha, scott_pi
from concordant.metrics.agreement.weights import disagreement, penalties, scaled_disagreement, scaled_penalties
from concordant.states import Counts


def weights(name: str, labels: Any) -> Any:
    """The agreement weights of a family over these labels."""
    return 1 - scaled_disagreement(Counts.empty(labels), name)  # type: ignore[arg-type]


@pytest.mark.parametrize("case", [x for x in FROM_R if "weights" in x], ids=lambda case: case["name"])
@pytest.mark.parametrize("name", FAMILIES)
def test_definitions_of_gwet_written_in_r(case: Any, name: str) -> None:
    assert_allclose(weights(name, range(1, len(case["table"]) + 1)), case["weights"][name], atol=1e-14)


@pytest.mark.parametrize("name", FAMILIES)
def test_of_two_labels_or_one_all_families_are_no_weights(name: str) -> None:
    assert_array_equal(weights(name, [3, 8]), np.eye(2))
    assert_array_equal(weights(name, [7]), [[1.0]])


@pytest.mark.parametrize("name", FAMILIES)
def test_the_direction_of_the_order_does_not_matter_but_for_a_ratio_of_places(name: str) -> None:
    numbers, text = weights(name, [1, 2, 3, 4]), weights(name, ["a", "b", "c", "d"])
    assert_allclose(weights(name, [4, 3, 2, 1])[::-1, ::-1], numbers, atol=1e-15)
    assert_allclose(text, numbers, atol=1e-15)  # places from 1
    assert_allclose(weights(name, [3, 1, 4, 2]), numbers[np.ix_([2, 0, 3, 1], [2, 0, 3, 1])], atol=1e-15)
    assert np.allclose(text, text[::-1, ::-1]) == (name != "ratio")


@pytest.mark.parametrize("name", ["linear", "quadratic", "radical", "ratio", "bipolar"])
def test_numbers_stand_at_their_values(name: str) -> None:
    inside = weights(name, [1, 2, 3, 4, 5, 6, 7])[np.ix_([0, 2, 6], [0, 2, 6])]
    assert_allclose(weights(name, [1, 3, 7]), inside, atol=1e-15)
    assert np.abs(weights(name, [1, 3, 7]) - weights(name, ["1", "3", "7"])).max() > 0.01


def test_ordinal_weights_know_only_the_order() -> None:
    assert_array_equal(weights("ordinal", [1, 3, 7]), weights("ordinal", ["low", "mid", "high"]))
    assert weights("ordinal", [1, 3, 7])[0, 1] != weights("ordinal", [1, 2, 3, 7])[0, 2]  # one more lies between


def test_circular_weights_close_the_circle_after_one_step() -> None:
    hours = weights("circular", range(24))
    assert hours[23, 0] == pytest.approx(hours[0, 1], rel=1e-12)
    assert hours[6, 18] == 0
    directions = weights("circular", [0, 90, 180, 270])
    assert_allclose(directions[0], [1, 0.5, 0, 0.5], atol=1e-15)
    assert_allclose(directions, weights("circular", ["N", "E", "S", "W"]), atol=1e-15)
    assert_allclose(weights("circular", [0.1, 0.2, 0.3, 0.4]), directions, atol=1e-15)


def test_ratios_of_zero_and_of_negative_labels() -> None:
    matrix = weights("ratio", [0, 1, 3])
    assert_allclose(matrix, [[1, 0, 0], [0, 1, 0.75], [0, 0.75, 1]], atol=1e-15)  # zero differs from all others by 1


def test_the_scale_of_own_weights() -> None:
    counts = Counts.empty([1, 2, 3])
    penalties = np.array([[0.0, 2, 4], [2, 0, 2], [4, 2, 0]])
    assert_array_equal(disagreement(counts, penalties), penalties)
    assert_array_equal(scaled_disagreement(counts, penalties), penalties / 4)  # the widest costs 1
    agreements = 1 - penalties / 8
    assert_allclose(scaled_disagreement(counts, agreements), penalties / 8)  # agreements stay as they are
    assert_array_equal(scaled_disagreement(counts, np.zeros((3, 3))), np.zeros((3, 3)))


# -- every formula that takes weights --------------------------------------------------------------------------------


WEIGHTS = (None, "linear", "quadratic", "radical", "ordinal", "bipolar")
KINDS = ("counts", "weights", "one label has nearly all", "halves")


def table_of(size: int, kind: str, random: np.random.Generator) -> Any:
    table = random.integers(0, 9, (size, size)) + 30 * np.eye(size, dtype=int)
    if kind == "one label has nearly all":
        table[size // 2, size // 2] = 10**9
    return table if kind in ("counts", KINDS[2]) else table * (0.37 if kind == "weights" else 0.5)


def labels_of(size: int, places: str) -> tuple[Any, ...]:
    values = {"0 to K - 1": np.arange(size), "far from 0": 10**6 + np.arange(size), "decimals": np.arange(size) / 7}
    return tuple(values[places].tolist()) if places in values else tuple(f"label {k}" for k in range(size))


@given(
    st.sampled_from([1, 2, 5, 31, 32, 33, 40, 70]),
    st.sampled_from(WEIGHTS),
    st.sampled_from(KINDS),
    st.sampled_from(["0 to K - 1", "far from 0", "decimals", "text"]),
    st.integers(0, 99),
)
@settings(max_examples=300)
def test_sums_are_those_over_all_pairs(size: int, weights: Any, kind: str, places: str, seed: int) -> None:
    counts = Counts(table_of(size, kind, np.random.default_rng(seed)), labels_of(size, places))
    with np.errstate(invalid="ignore"):
        v, expected = penalties(counts, weights), disagreement(counts, weights)
    rows, columns = counts.margins
    assert_allclose(v.matrix, expected, rtol=1e-14)
    assert_allclose(v.total(counts), (expected * counts.table).sum(), rtol=1e-12)
    assert_allclose(v.by_chance(rows, columns), (expected * np.outer(rows, columns)).sum(), rtol=1e-9)
    assert_allclose(v.sum, expected.sum(), rtol=1e-12)
    assert_allclose(scaled_penalties(counts, weights).matrix, scaled_disagreement(counts, weights), rtol=1e-14)


@pytest.mark.parametrize("size", [40, 300])
def test_sums_of_counts_are_exact(size: int) -> None:
    table = np.random.default_rng(2).integers(0, 10**4, (size, size))
    counts = Counts(table, tuple(range(size)))
    v = penalties(counts, "quadratic")
    squares = np.subtract.outer(np.arange(size), np.arange(size)) ** 2
    assert v.total(counts) == int((squares * table).sum())
    rows, columns = table.sum(1).astype(object), table.sum(0).astype(object)
    exact = int((squares.astype(object) * np.multiply.outer(rows, columns)).sum())
    assert v.by_chance(*counts.margins) == pytest.approx(exact, rel=1e-15)


# -- distances of sets, and of any two labels ------------------------------------------------------------------------

SET = frozenset
# The example of DKPro Statistics (SetAnnotationsTest), with its two distances: of Passonneau (2004) and that times
# Jaccard's; observed and expected disagreement, and alpha.
ITEMS = [("", ""), ("A", ""), ("A", "A"), ("A", "B"), ("AB", "A"), ("AB", "AC"), ("ABC", "ABC")] + [("C", "AC")] * 2
DKPRO = tuple([SET(pair[rater]) for pair in ITEMS] for rater in (0, 1))


def inclusion(one: frozenset[str], two: frozenset[str]) -> float:
    """The distance of Passonneau 2004: 0 of equal sets, 1/3 of a set in the other, 2/3 of others that overlap, or 1."""
    if one == two:
        return 0.0
    if one <= two or two <= one:
        return 1 / 3
    return 2 / 3 if one & two else 1.0


def jaccard(one: frozenset[Any], two: frozenset[Any]) -> float:
    return 1 - len(one & two) / len(one | two) if one | two else 0.0


def alpha_by_loops(ratings: Any, distance: Any) -> float:
    """Krippendorff 2011, by the sums of his formula: units with two ratings or more, pairs within and among all."""
    units = [[x for x in unit if x is not None] for unit in ratings]
    units = [unit for unit in units if len(unit) > 1]
    every = [x for unit in units for x in unit]
    observed = sum(
        distance(x, y) / (len(unit) - 1)
        for unit in units
        for i, x in enumerate(unit)
        for j, y in enumerate(unit)
        if i != j
    )
    expected = sum(distance(x, y) for i, x in enumerate(every) for j, y in enumerate(every) if i != j)
    return 1 - observed * (len(every) - 1) / expected


@pytest.mark.parametrize(
    ("distance", "value"), [(inclusion, 0.186), (lambda one, two: inclusion(one, two) * jaccard(one, two), 0.252)]
)
def test_distances_by_a_function_give_what_dkpro_says_of_its_example(distance: Any, value: float) -> None:
    assert krippendorff_alpha(*DKPRO, weights=distance) == pytest.approx(value, abs=1e-3)  # as theirs do


@pytest.mark.parametrize(
    ("one", "two", "value"),  # of `masi_distance` of NLTK, with 2/3 for its 0.67 and 1/3 for its 0.33
    [("ab", "abcd", 1 - 2 / 3 / 2), ("ab", "bc", 1 - 1 / 3 / 3), ("a", "b", 1.0), ("ab", "ba", 0.0), ("", "a", 1.0)],
)
def test_masi_of_two_sets(one: str, two: str, value: float) -> None:
    found = disagreement(Counts.empty(list(dict.fromkeys([SET(one), SET(two)]))), "masi")
    assert found[0, -1] == pytest.approx(value)
    assert disagreement(Counts.empty([("a", "b"), ("b", "c")]), "jaccard")[0, 1] == pytest.approx(2 / 3)


sets = st.frozensets(st.sampled_from("abc"))


@given(st.lists(st.lists(st.one_of(sets, st.none()), min_size=3, max_size=3), min_size=2, max_size=8))
def test_alpha_of_sets_is_that_of_the_formula_by_loops(ratings: list[list[frozenset[str] | None]]) -> None:
    pairable = [x for unit in ratings if sum(x is not None for x in unit) > 1 for x in unit if x is not None]
    assume(len(set(pairable)) > 1)
    for name, distance in (("jaccard", jaccard), ("masi", _masi_of_nltk)):
        found = krippendorff_alpha(ratings, weights=name)
        assert found == pytest.approx(alpha_by_loops(ratings, distance), abs=1e-12)
        assert found == pytest.approx(krippendorff_alpha(ratings, weights=distance), abs=1e-12)


def _masi_of_nltk(one: frozenset[str], two: frozenset[str]) -> float:
    shared = len(one & two)
    if len(one) == len(two) == shared:
        return 0.0
    m = 2 / 3 if shared == min(len(one), len(two)) else 1 / 3 if shared else 0.0
    return 1 - shared / len(one | two) * m


def test_a_function_of_numbers_is_the_family_that_it_writes_out() -> None:
    first, second = [1, 2, 3, 5, 5, 2] * 10, [1, 2, 5, 5, 3, 1] * 10

    def squared(one: int, two: int) -> int:
        return (one - two) ** 2

    for metric in (krippendorff_alpha, cohen_kappa, scott_pi, gwet_ac2, brennan_prediger, kappa_max):
        assert metric(first, second, weights=squared) == pytest.approx(metric(first, second, weights="quadratic"))
    found, expected = (cohen_kappa.interval(first, second, weights=name) for name in (squared, "quadratic"))
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    assert "|weights:test_a_function_of_numbers_is_the_family_that_it_writes_out.<locals>.squared-" in found.signature

    assert krippendorff_alpha(first, second, weights=squared) == krippendorff_alpha(
        first, second, level_of_measurement="interval"
    )


def test_functions_of_one_name_and_other_distances_have_signatures_of_their_own() -> None:
    counts = Counts.from_labels([1, 2, 3, 5], [1, 3, 3, 2])
    distances = [lambda one, two: abs(one - two), lambda one, two: (one - two) ** 2, lambda one, two: abs(two - one)]
    signatures = [cohen_kappa.signature(counts, weights=distance) for distance in distances]
    assert signatures[0] == signatures[2] != signatures[1]


def test_sets_have_intervals_comparisons_weights_and_clusters() -> None:
    random = np.random.default_rng(0)
    every = [SET(name) for name in ("a", "b", "ab", "bc", "abc", "")]
    truth, noise = random.integers(0, 6, 200), random.integers(0, 6, (2, 200))
    wrong = random.random((2, 200)) < [[0.2], [0.4]]
    columns = [[every[index] for index in codes] for codes in (truth, *np.where(wrong, noise, truth))]
    matrix = [[jaccard(one, two) for two in every] for one in every]
    how: dict[str, Any] = {"sample_weight": random.random(200) + 0.5, "cluster": np.arange(200) // 4}
    for metric in (cohen_kappa, krippendorff_alpha):
        found = metric.interval(*columns[:2], weights="jaccard", **how)
        expected = metric.interval(*columns[:2], weights=matrix, labels=every, **how)
        assert (found.value, found.low, found.high) == pytest.approx((expected.value, expected.low, expected.high))
        comparison = metric.compare(*columns, weights="masi")
        assert comparison.p_value < 0.01
        assert comparison.low < comparison.difference < comparison.high
    panel = krippendorff_alpha.interval(list(zip(*columns, strict=True)), weights="masi")
    assert panel.low < panel.value < panel.high
    frame = pd.DataFrame(dict(zip("tab", columns, strict=True)))
    named = cohen_kappa("t", "a", data=frame, weights="masi")
    assert named == pytest.approx(cohen_kappa(*columns[:2], weights=_masi_of_nltk))


def test_a_function_is_called_once_for_each_pair_of_labels() -> None:
    asked: list[tuple[Any, Any]] = []

    def counted(one: str, two: str) -> float:
        asked.append((one, two))
        return float(one != two)

    cohen_kappa.interval(["x", "y", "z"] * 20, ["x", "z", "z"] * 20, weights=counted)
    assert sorted(asked) == [(one, two) for one in "xyz" for two in "xyz"]
