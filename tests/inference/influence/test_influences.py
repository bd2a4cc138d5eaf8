"""Influences that are not written down, beside the array that they stand for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import Counts, informedness, metrics, prevalence
from concordant.errors import IntervalWarning
from concordant.inference.influence.classes import KindsOfRows, OfEachClass, OfShares
from concordant.inference.influence.influences import (
    Influences,
    Joined,
    OwnSpread,
    Spread,
    Written,
    carriers,
    standard_error,
)
from concordant.inference.influence.tables import cell_influence, slopes_of_parts, slopes_of_sum
from concordant.inference.intervals.parts import reach
from concordant.inference.samples.sample import Clusters, Units
from concordant.metrics.definition.facts import Parts, Share
from concordant.metrics.definition.metric import Metric

SIZES = (3, 5, 40)


def counts_of(size: int) -> tuple[Counts, Any]:
    """A table with empty cells and a class without rows, and the places of its units: some cells hold several."""
    random = np.random.default_rng(size)
    table = random.integers(0, 4, (size, size)) * (random.random((size, size)) < 0.6)
    table[:, 1] += np.arange(size) % 3
    table[-1] = 0
    here = np.flatnonzero(table)
    cell = np.concatenate([here, random.choice(here, 4)])
    weight = np.bincount(cell, random.random(len(cell)) + 0.5, minlength=size * size)
    return Counts(weight.reshape(size, size), tuple(range(size))), cell


def known() -> Iterator[tuple[str, Influences, Any]]:
    """Influences, and all of them one by one."""
    for size in SIZES:
        counts, cell = counts_of(size)
        for name in ("f1", "recall", "specificity", "cohen_kappa", "matthews_correlation"):
            metric = metrics.get(name)
            if "average" not in metric.options:
                continue

            def formula(state: Counts, metric: Metric = metric) -> Any:
                return metric.formula(state, average=None)

            wanted = cell_influence(formula, counts, np.arange(size * size))[cell]
            labels = KindsOfRows(np.divmod(cell, size), size)
            yield f"{name} {size}", OfEachClass.of_formula(formula, counts, labels), wanted
        parts = metrics.get("macro_mean_absolute_error").parts(counts, {})
        assert parts is not None
        share = parts.of[0]
        assert isinstance(share, Share)
        counted = cell_influence(
            lambda one, share=share: share.part(one) / share.whole(one), counts, np.arange(size**2)
        )
        yield f"shares {size}", OfShares(share, counts, cell), np.nan_to_num(counted[cell])
        by_tape = OfShares(replace(share, back=None), counts, cell)
        yield f"shares by tape {size}", by_tape, np.nan_to_num(counted[cell])
        first = OfShares(share, counts, cell)
        both = np.concatenate([first.written(), -first.written()], axis=1)
        yield f"joined {size}", Joined([first, first], (1.0, -1.0)), both
        yield f"written {size}", Written(both), both


@pytest.mark.parametrize(("found", "wanted"), [pytest.param(*rest, id=name) for name, *rest in known()])
def test_sums_are_those_of_the_array(found: Influences, wanted: Any) -> None:
    random = np.random.default_rng(0)
    units, values = wanted.shape
    weight, slopes, sums = random.random(units), random.normal(size=(values, 3)), random.normal(size=(units, 2))
    scale = np.nanmax(np.abs(wanted))
    assert found.shape == (values,)
    assert found.size == values
    assert_allclose(found.written(), wanted, rtol=1e-9, atol=1e-12 * scale)
    assert_allclose(found.of_value(1), wanted[:, 1], rtol=1e-9, atol=1e-12 * scale)
    for power in (2, 3, 4):
        of_array = weight @ wanted**power
        assert_allclose(found.moment(weight, power), of_array, rtol=1e-9, atol=1e-11 * scale**power)
    zeros = np.nan_to_num(wanted)
    kept = found.known()
    assert_allclose(kept.onto_units(slopes), zeros @ slopes, rtol=1e-9, atol=1e-10 * scale)
    assert_allclose(kept.onto_units(slopes[:, 0]), zeros @ slopes[:, 0], rtol=1e-9, atol=1e-10 * scale)
    assert_allclose(kept.onto_values(sums), zeros.T @ sums, rtol=1e-9, atol=1e-10 * scale)
    assert_allclose(kept.onto_values(sums[:, 0]), zeros.T @ sums[:, 0], rtol=1e-9, atol=1e-10 * scale)


@pytest.mark.parametrize(("found", "wanted"), [pytest.param(*rest, id=name) for name, *rest in known()])
def test_some_values_and_functions_are_those_of_the_array(found: Influences, wanted: Any) -> None:
    random = np.random.default_rng(1)
    units, values = wanted.shape
    weight, wanted = random.random(units), np.nan_to_num(wanted)
    scale = np.abs(wanted).max()
    kept, times = found.known(), random.normal(size=values)
    for here in (slice(0, values), slice(1, values - 1), slice(values - 1, values)):
        assert_allclose(kept.some(here), wanted[:, here], rtol=1e-9, atol=1e-12 * scale)
    assert_allclose(kept.products(weight, kept), weight @ wanted**2, rtol=1e-9, atol=1e-11 * scale**2)
    mapped = kept.mapped(lambda each: times * each)
    assert_allclose(mapped.written(), times * wanted, rtol=1e-9, atol=1e-11 * scale)
    both = kept.plus(mapped)
    assert_allclose(both.written(), (1 + times) * wanted, rtol=1e-9, atol=1e-11 * scale)
    alone = Written(wanted)
    for first, second in ((kept, mapped), (both, alone), (alone, both)):
        product = weight @ (first.written() * second.written())
        assert_allclose(first.products(weight, second), product, rtol=1e-9, atol=1e-10 * scale**2)
    assert_allclose(kept.plus(alone).written(), 2 * wanted, rtol=1e-9, atol=1e-11 * scale)


@pytest.mark.parametrize("counted", [False, True])
@pytest.mark.parametrize("size", [3, 4, 30])
def test_one_class_of_two_models_is_told_by_kinds_of_rows(size: int, counted: bool) -> None:
    random = np.random.default_rng(size)
    truth, first, second = random.integers(0, size - 1, (3, 60))  # the last class has no row
    terms, other = random.normal(size=(2, 4, size))
    weight = random.integers(0, 4, 60).astype(float) if counted else random.random(60)
    terms[:, 1] = [np.nan, 1.0, np.inf, -np.inf]
    other[:, 1] = [0.0, np.nan, np.inf, 1.0]
    one, two = (
        OfEachClass(terms, KindsOfRows((truth, first), size)),
        OfEachClass(other, KindsOfRows((truth, second), size)),
    )
    elsewhere = OfEachClass(other, KindsOfRows((truth.copy(), second), size))
    for place in range(size):
        a, b = one.only(place), two.only(place)
        assert a.shape == b.shape == ()
        plain = Written(one.of_value(place))
        assert_allclose(a.written()[:, 0], one.of_value(place))
        with np.errstate(invalid="ignore"):
            wanted = one.of_value(place) - two.of_value(place)
        for found in (a.minus(b), a.minus(elsewhere.only(place)), a.minus(Written(two.of_value(place)))):
            assert found.shape == ()
            assert_allclose(found.written()[:, 0], wanted)
            assert_allclose(found.mapped(lambda each: 2 * each).written()[:, 0], 2 * wanted)
            if np.isfinite(wanted).all():
                for power in (2, 3, 4):
                    assert_allclose(found.moment(weight, power), [weight @ wanted**power], rtol=1e-9, atol=1e-12)
                    doubled = found.mapped(lambda each: 2 * each).moment(weight, power)
                    assert_allclose(doubled, [2**power * weight @ wanted**power], rtol=1e-9, atol=1e-12)
                    assert_allclose(a.moment(weight, power), plain.moment(weight, power), rtol=1e-9, atol=1e-12)
                assert_allclose(found.onto_values(weight), [weight @ wanted], rtol=1e-9, atol=1e-12)
                assert_allclose(found.onto_units(np.ones(1)), wanted)
            known = np.where(np.isnan(wanted), 0.0, wanted)
            assert_allclose(found.known().written()[:, 0], known)
        others = one.only((place + 1) % size)
        with np.errstate(invalid="ignore"):
            assert_allclose(a.minus(others).written()[:, 0], one.of_value(place) - others.written()[:, 0])


@pytest.mark.parametrize("size", [3, 30])
def test_kinds_of_rows_are_counted_for_every_class(size: int) -> None:
    random = np.random.default_rng(size)
    truth, first, second = random.integers(0, size, (3, 200))
    signed = random.normal(size=200)  # sums over units, not weights
    for weight in (np.ones(200), random.random(200), random.integers(0, 3, 200).astype(float), signed, -(signed**2)):
        labels = KindsOfRows((truth, first, second), size)
        for _ in range(2):  # the second is remembered
            found = labels.weights(weight)
            for place in range(size):
                kind = 4 * (truth == place) + 2 * (first == place) + (second == place)
                assert_allclose(found[:, place], np.bincount(kind, weight, 8), rtol=1e-12, atol=1e-12)
    heavy = np.where((truth == 0) | (first == 0) | (second == 0), 1e13, random.random(200))
    light = KindsOfRows((truth, first, second), size).weights(heavy)[0, 0]
    assert_allclose(light, heavy[heavy < 1].sum(), rtol=1e-10)
    assert KindsOfRows(tuple(np.zeros((3, 5), np.intp)), 2).weights(np.array([0.1, 0.2, 0.3, 0.1, 0.3]))[
        0
    ].tolist() == [0, 1.0]


@pytest.mark.parametrize("clusters", [False, True])
@pytest.mark.parametrize(("parts", "values"), [(2, 1), (2, 5), (3, 4)])
def test_parts_of_each_value_vary_as_among_those_of_all(parts: int, values: int, clusters: bool) -> None:
    random = np.random.default_rng(parts)
    rows = 40
    psi = random.normal(size=(parts, rows, values))
    psi[0, :, 0] = 0.0  # nothing moves it
    code = random.integers(0, 9, rows)
    weight = random.random(rows) + 0.1
    units = Units(weight, weight**2, code % 3, Clusters(code, np.arange(rows), weight, 9) if clusters else None)
    own = OwnSpread(units, [Written(one) for one in psi])
    every = Spread(units, np.concatenate(psi, axis=1))
    assert_allclose(own.se.ravel(), every.se, rtol=1e-12)
    assert own.sure.ravel().tolist() == every.sure.tolist()
    weights = random.random((parts, values))
    wide = np.zeros((parts * values, values))
    for part in range(parts):
        wide[part * values + np.arange(values), np.arange(values)] = weights[part]
    variance, each = own.of(weights)
    of_all, each_of_all = every.of(wide)
    assert_allclose(variance, of_all, rtol=1e-10)
    place = np.arange(parts)[:, None] * values + np.arange(values)
    assert_allclose(each, each_of_all[place, np.arange(values)], rtol=1e-9, atol=1e-14)
    assert_allclose(own.se_of(weights), every.se_of(wide), rtol=1e-10)
    for found, wanted in zip(reach(own, weights, 2 * weights), reach(every, wide, 2 * wide), strict=True):
        assert_allclose(found, wanted, rtol=1e-9)


def sums_of_parts() -> Iterator[Any]:
    """Each metric that is said to be a sum of its parts, with options, and how many parts it has."""
    for name in metrics.names():
        metric = metrics.get(name)
        if Counts not in metric.takes:
            continue
        for average in ("", "macro", None, "binary"):
            options: dict[str, Any] = {} if average == "" else {"average": average}
            if average == "binary":
                options["pos_label"] = 1
            if not options.keys() <= set(metric.options):
                continue
            for size in (2,) if average == "binary" else (4, 70):
                parts = metric.parts(Counts.from_table(np.eye(size, dtype=int) + 1), options)
                if parts is not None and parts.linear:
                    yield pytest.param(parts, size, id=f"{name} {average} {size}")


@pytest.mark.parametrize(("parts", "size"), list(sums_of_parts()))
def test_what_is_said_to_be_a_sum_of_its_parts_is_one(parts: Parts, size: int) -> None:
    random = np.random.default_rng(3)
    each = size if ("average", None) in [item for one in parts.of for item in options_of(one)] else 1
    many = size * (size - 1) if isinstance(parts.of[0], Share) else each * len(parts.of)
    a, b = random.random((2, many))
    a[1 % many :: 7] = b[1 % many :: 7] = np.nan
    mixed = 0.3 * np.asarray(parts.combine(a)) + 0.7 * np.asarray(parts.combine(b))
    assert_allclose(parts.combine(0.3 * a + 0.7 * b), mixed, rtol=1e-11)
    if many < 10**3:  # beyond, the complex step takes gigabytes
        slopes = slopes_of_parts(parts.combine, a)
        assert_allclose(slopes_of_sum(parts.combine, a), slopes, rtol=1e-12, atol=1e-15)


def options_of(part: Any) -> Any:
    return () if isinstance(part, Share) else part[1].items()


def test_influences_that_are_rounding_are_carried_by_no_row() -> None:
    random = np.random.default_rng(0)
    weight = random.random(30)
    psi = 1e-16 * random.normal(size=30)  # as what cancels leaves
    for units in (Units(weight, weight**2), Units(np.arange(1.0, 31), np.arange(1.0, 31))):
        assert standard_error(units, psi) == 0
        assert carriers(units, psi) == 0
        assert carriers(units, 1e6 * psi) > 3


def test_a_mean_that_no_row_moves_is_not_said_to_rest_on_few() -> None:
    random = np.random.default_rng(0)
    for weight in (None, random.random(40) + 0.1):
        truth = random.integers(0, 3, 40)
        with pytest.warns(IntervalWarning) as caught:
            found = prevalence.interval(truth, truth[::-1], average="macro", sample_weight=weight)
        assert (found.se, "no row moves the value" in str(found.reason)) == (0.0, True)
        assert "rests on few rows" not in str(caught[0].message)


def test_weights_leave_a_class_of_one_row_to_the_exchange_of_rows() -> None:
    random = np.random.default_rng(1)
    truth, (first, second) = random.integers(0, 2, 60), random.integers(0, 2, (2, 60))
    truth[0], first[0], second[0] = 2, 2, 0
    for light in (1.0, 1e-3, 1e-6):
        weight = np.append(light, np.exp(random.normal(size=59)))
        with pytest.warns(IntervalWarning, match='method="permutation" is used instead'):
            found = informedness.compare(truth, first, second, average=None, sample_weight=weight)
        assert [one.method for one in found] == ["delta", "delta", "permutation"]
        assert list(found)[2].se == 0
