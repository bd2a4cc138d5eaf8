"""Tests of each class at once, beside the tests of one class after the other."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import concordant
from concordant.errors import ConcordantError, IntervalWarning, UndefinedMetricWarning
from concordant.inference.comparisons.compare import Asked, answer, answers_of_each
from concordant.inference.comparisons.difference import Contrast, check_claim
from concordant.inference.intervals.estimand import Question
from concordant.inference.samples.gather import samples_of, split_options
from concordant.metrics import get
from concordant.result.comparisons import Comparison, ManyComparisons, column, reasons_of

METRICS = [
    name
    for name in concordant.metrics.names()
    if "average" in get(name).options and get(name).data == ("y_true", "y_pred") and get(name).facts.instead is None
]
NUMBERS = ("difference", "low", "high", "se", "p_value", "level", "n")
WORDS = ("method", "names", "metric", "signature", "reason", "margin", "alternative", "conclusion")


class Both(NamedTuple):
    """The answers for all classes at once, and one after the other."""

    at_once: Sequence[Comparison]
    alone: Sequence[Comparison]


def both(name: str, truth: Any, a: Any, b: Any, method: str | None = None, cluster: Any = None, **options: Any) -> Both:
    """What is found of each class at once, and of one after the other."""
    metric = get(name)
    beta = {"beta": 2.0} if "beta" in metric.options else {}
    reading, chosen = split_options(metric, {"average": None, **beta, **options})
    samples = samples_of(metric, truth, (a, b), ("a", "b"), {"cluster": cluster} | reading, chosen)
    claim = check_claim(metric, "two-sided", None, 0.95)
    first, second = (Question(metric, chosen, sample, claim.coverage) for sample in samples)
    asked = Asked(claim, method, ("A", "B"), "signature", first.undefined)
    contrast = Contrast(first, second, claim.coverage)
    known = answers_of_each(contrast, asked, f"{name} of {{}}".format)
    alone = [answer(contrast.of_value(place), asked, f"{name} of {place}") for place in range(len(first.value))]
    return Both(known, alone)


def check(found: Both) -> bool:
    """Both say the same; whether all classes were asked at once."""
    for at_once, alone in zip(found.at_once, found.alone, strict=True):
        for field in NUMBERS:
            one, other = getattr(at_once, field), getattr(alone, field)
            assert one == pytest.approx(other, rel=1e-9, abs=1e-15, nan_ok=True), field
        for field in WORDS:
            assert getattr(at_once, field) == getattr(alone, field), field
    for name in ("difference", "low", "high", "p_value"):
        assert_allclose(column(found.at_once, name), column(found.alone, name), rtol=1e-9, atol=1e-15)
    assert sorted(reasons_of(found.at_once)) == sorted(reasons_of(found.alone))
    return isinstance(found.at_once, ManyComparisons)


def rows(seed: int, n: int, k: int, right: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, k, n)
    return truth, *(np.where(rng.random(n) < right, truth, rng.integers(0, k, n)) for _ in range(2))


@pytest.mark.parametrize("how", ["plain", "weighted", "clusters", "weighted clusters", "few rows", "nearly perfect"])
@pytest.mark.parametrize("name", METRICS)
def test_at_once_is_one_after_the_other(name: str, how: str) -> None:
    truth, a, b = rows(3, 40 if how == "few rows" else 600, 5, 0.98 if how == "nearly perfect" else 0.7)
    rng, options = np.random.default_rng(5), {}
    if "weighted" in how:
        options["sample_weight"] = rng.choice([0.0, 0.5, 1.0, 2.5], len(truth))
    if "clusters" in how:
        options["cluster"] = rng.integers(0, 30, len(truth))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        check(both(name, truth, a, b, **options))


@pytest.mark.parametrize("k", [3, 64, 65, 200])
def test_many_classes_are_asked_at_once(k: int) -> None:
    truth, a, b = rows(7, 40 * k, k, 0.6)
    for name in ("f1", "recall", "precision", "informedness", "jaccard"):
        assert check(both(name, truth, a, b)), name
        assert check(both(name, truth, a, b, cluster=np.arange(len(truth)) // 8)), name


@pytest.mark.parametrize("method", ["mcnemar", "mcnemar-mid-p", "mcnemar-exact", "mcnemar-corrected", "delta"])
def test_methods_that_know_classes(method: str) -> None:
    truth, a, b = rows(11, 500, 8, 0.8)
    assert check(both("recall", truth, a, b, method))


@pytest.mark.parametrize("method", ["mover", "percentile", "permutation"])
def test_other_methods_are_asked_alone(method: str) -> None:
    truth, a, b = rows(13, 120, 3, 0.8)
    assert not check(both("f1", truth, a, b, method))


def test_classes_that_are_the_same_say_so() -> None:
    truth, a, b = rows(17, 400, 6, 0.8)
    b = np.where((truth == 2) | (a == 2) | (b == 2), a, b)
    for name in ("f1", "recall"):
        found = both(name, truth, a, b)
        check(found)
        same = found.at_once[2]
        assert same.p_value == 1
        assert "the two are the same in every row" in (same.reason or "")
        assert math.isnan(same.low) == (name == "f1")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_labels(data: st.DataObject) -> None:
    k = data.draw(st.integers(1, 6))
    n = data.draw(st.integers(1, 40))
    labels = st.lists(st.integers(0, k - 1), min_size=n, max_size=n)
    truth, a, b = (np.array(data.draw(labels)) for _ in range(3))
    options: dict[str, Any] = {}
    if data.draw(st.booleans()):
        options["sample_weight"] = np.array(
            data.draw(st.lists(st.sampled_from([0.0, 1.0, 3.0]), min_size=n, max_size=n))
        )
    if n > 1 and data.draw(st.booleans()):
        options["cluster"] = np.arange(n) % data.draw(st.integers(2, 8))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        try:
            check(
                both(
                    data.draw(st.sampled_from(["f1", "recall", "specificity", "informedness"])), truth, a, b, **options
                )
            )
        except ConcordantError:
            return


def test_the_public_call_gives_what_was_found() -> None:
    truth, a, b = rows(19, 900, 12, 0.7)
    found = concordant.f1.compare(truth, a, b, average=None, adjust=None)
    for one, alone in zip(found, both("f1", truth, a, b).alone, strict=True):
        assert (one.low, one.high, one.p_value) == pytest.approx((alone.low, alone.high, alone.p_value), rel=1e-9)


@pytest.mark.parametrize("how", ["plain", "weighted", "clusters"])
@pytest.mark.parametrize("k", [3, 40, 90])
@pytest.mark.parametrize("name", ["f1", "recall", "precision", "informedness", "jaccard"])
def test_each_class_is_compared_as_binary_labels_are(name: str, k: int, how: str) -> None:
    truth, a, b = rows(23, 12 * k, k, 0.7)
    options: dict[str, Any] = {}
    if how == "weighted":
        options["sample_weight"] = np.random.default_rng(2).choice([0.5, 1.0, 2.5], len(truth))
    if how == "clusters":
        options["cluster"] = np.arange(len(truth)) // 6
    metric = get(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        each = metric.compare(truth, a, b, average=None, adjust=None, **options)
        for place in range(0, k, 7):
            one = metric.compare(*(labels == place for labels in (truth, a, b)), **options)
            for field in ("difference", "low", "high", "se", "p_value"):
                wanted = pytest.approx(getattr(one, field), rel=1e-8, abs=1e-15, nan_ok=True)
                assert getattr(each[place], field) == wanted, field


def test_weights_that_round_hide_no_class_that_is_the_same() -> None:
    rng = np.random.default_rng(199)
    truth = rng.integers(0, 3, 60)
    a = np.where(rng.random(60) < 0.8, truth, rng.integers(0, 3, 60))
    b = a.copy()
    others = np.flatnonzero(a != 2)[:6]
    b[others] = 1 - a[others]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)
        found = concordant.specificity.compare(truth, a, b, average=None, sample_weight=rng.uniform(0.2, 3, 60))
    assert found[2].method == "delta"
    assert found[2].p_value == 1
    assert found[2].difference == pytest.approx(0, abs=1e-15)
    assert "the two are the same in every row" in (found[2].reason or "")


@pytest.mark.parametrize("how", ["weight 0", "no row", "dropped"])
@pytest.mark.parametrize("method", [None, "delta", "mover", "log", "mcnemar"])
@pytest.mark.parametrize("clusters", [False, True])
def test_without_a_row_there_is_no_difference(how: str, method: str | None, clusters: bool) -> None:
    missing = float("nan")
    truth, a, b = {
        "weight 0": ([0, 1], [0, 1], [1, 1]),
        "no row": ([], [], []),
        "dropped": ([missing] * 2, [0, 1], [1, 1]),
    }[how]
    options: dict[str, Any] = {"labels": [0, 1, 2], "missing": "drop"}
    if how == "weight 0":
        options["sample_weight"] = [0.0, 0.0]
    if clusters and how != "no row":
        options["cluster"] = [0, 1]
    for name in ("f1", "recall", "positive_likelihood_ratio", "prevalence"):
        with pytest.warns(UndefinedMetricWarning):
            found = get(name).compare(truth, a, b, average=None, method=method, **options)
        assert np.isnan(found.difference).all()
        assert np.isnan(found.p_value).all()


def test_a_slope_without_end_hides_no_difference() -> None:
    rng = np.random.default_rng(0)
    for k in (5, 20, 80):
        truth = rng.integers(0, k, 50 * k)
        a, b = (np.where(rng.random(50 * k) < 0.7, truth, rng.integers(0, k, 50 * k)) for _ in range(2))
        b = np.where((b == 1) & (truth != 1), truth, b)  # without a false positive of class 1
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", IntervalWarning)
            found = get("prevalence_threshold").compare(truth, a, b, average=None)[1]
            binary = get("prevalence_threshold").compare(truth == 1, a == 1, b == 1)
        assert found.se < 0.1
        assert found.p_value < 1e-4
        assert (found.se, found.p_value) == pytest.approx((binary.se, binary.p_value), rel=1e-8)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_a_class_that_both_find_always_needs_no_permutation(monkeypatch: pytest.MonkeyPatch) -> None:
    truth, a, b = rows(29, 600, 6, 0.7)
    a, b = (np.where(truth == 4, 4, labels) for labels in (a, b))  # and what else is taken for it differs
    monkeypatch.setattr("concordant.inference.comparisons.permutation.permutation_test", None)
    found = concordant.recall.compare(truth, a, b, average=None, cluster=np.arange(600) // 10)
    assert (found[4].difference, found[4].se, found[4].p_value, found[4].method) == (0, 0, 1, "delta")
    assert "the two are the same in every row" in (found[4].reason or "")


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("clusters", [False, True])
def test_exchanged_rows_of_a_class_are_those_of_binary_labels(clusters: bool) -> None:
    truth, a, b = rows(31, 240, 4, 0.7)
    options: dict[str, Any] = {"cluster": np.arange(240) // 6} if clusters else {}
    each = concordant.f1.compare(truth, a, b, average=None, method="permutation", **options)
    for place, found in enumerate(each):
        binary = concordant.f1.compare(*(x == place for x in (truth, a, b)), method="permutation", **options)
        assert found.p_value == pytest.approx(binary.p_value, abs=0.03 if not clusters else 1e-12)
