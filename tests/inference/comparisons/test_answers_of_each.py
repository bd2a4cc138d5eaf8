"""Tests of each class at once, beside the tests of one class after the other."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import concordant
from concordant.inference.comparisons.answer import Asked, answer
from concordant.inference.comparisons.answers_of_each import answers_of_each
from concordant.inference.comparisons.contrast import Contrast, check_claim
from concordant.inference.intervals.question import Question
from concordant.inference.samples.gather import samples_of, split_options
from concordant.metrics import get
from concordant.result.comparison import Comparison

METRICS = [
    name
    for name in concordant.metrics.names()
    if "average" in get(name).options and get(name).data == ("y_true", "y_pred") and get(name).facts.instead is None
]
NUMBERS = ("difference", "low", "high", "se", "p_value", "level", "n")
WORDS = ("method", "names", "metric", "signature", "reason", "margin", "alternative", "conclusion")


def both(
    name: str, truth: Any, a: Any, b: Any, method: str | None = None, cluster: Any = None, **options: Any
) -> list[tuple[Comparison | None, Comparison]]:
    """What is found of each class at once, and of one after the other."""
    metric = get(name)
    beta = {"beta": 2.0} if "beta" in metric.options else {}
    reading, chosen = split_options(metric, {"average": None, **beta, **options})
    samples = samples_of(metric, truth, (a, b), ("a", "b"), {"cluster": cluster} | reading, chosen)
    claim = check_claim(metric, "two-sided", None, 0.95)
    first, second = (Question(metric, chosen, sample, claim.coverage) for sample in samples)
    asked = Asked(claim, method, ("A", "B"), "signature", first.undefined)
    contrast = Contrast(first, second, claim.coverage)
    called = [f"{name} of {place}" for place in range(len(first.value))]
    known = answers_of_each(contrast, asked, called)
    alone = [answer(contrast.of_value(place), asked, called[place]) for place in range(len(called))]
    return list(zip(known, alone, strict=True))


def check(pairs: list[tuple[Comparison | None, Comparison]]) -> int:
    """Both say the same; how many were found at once."""
    for at_once, alone in pairs:
        if at_once is None:
            continue
        for field in NUMBERS:
            one, other = getattr(at_once, field), getattr(alone, field)
            assert one == pytest.approx(other, rel=1e-9, abs=1e-15, nan_ok=True), field
        for field in WORDS:
            assert getattr(at_once, field) == getattr(alone, field), field
    return sum(at_once is not None for at_once, _ in pairs)


def rows(seed: int, n: int, k: int, right: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, k, n)
    return truth, *(np.where(rng.random(n) < right, truth, rng.integers(0, k, n)) for _ in range(2))


@pytest.mark.parametrize("how", ["plain", "weighted", "clusters", "weighted clusters", "few rows", "nearly perfect"])
@pytest.mark.parametrize("name", METRICS)
def test_at_once_is_one_after_the_other(name: str, how: str) -> None:
    if name == "prevalence_threshold" and how in {"few rows", "nearly perfect"}:
        pytest.skip("its slope has no end where nothing is falsely positive, and digits of it mean nothing")
    truth, a, b = rows(3, 40 if how == "few rows" else 600, 5, 0.98 if how == "nearly perfect" else 0.7)
    rng, options = np.random.default_rng(5), {}
    if "weighted" in how:
        options["sample_weight"] = rng.choice([0.0, 0.5, 1.0, 2.5], len(truth))
    if "clusters" in how:
        options["cluster"] = rng.integers(0, 30, len(truth))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check(both(name, truth, a, b, **options))


@pytest.mark.parametrize("k", [3, 64, 65, 200])
def test_all_that_have_an_answer_are_found_at_once(k: int) -> None:
    truth, a, b = rows(7, 40 * k, k, 0.6)
    for name in ("f1", "recall", "precision", "informedness", "jaccard"):
        pairs = both(name, truth, a, b)
        assert check(pairs) == k, name
        assert check(both(name, truth, a, b, cluster=np.arange(len(truth)) // 8)) == k, name


@pytest.mark.parametrize("method", ["mcnemar", "mcnemar-mid-p", "mcnemar-exact", "mcnemar-corrected", "delta"])
def test_methods_that_know_classes(method: str) -> None:
    truth, a, b = rows(11, 500, 8, 0.8)
    assert check(both("recall", truth, a, b, method)) == 8


@pytest.mark.parametrize("method", ["mover", "percentile", "permutation"])
def test_other_methods_are_asked_alone(method: str) -> None:
    truth, a, b = rows(13, 120, 3, 0.8)
    assert check(both("f1", truth, a, b, method)) == 0


def test_classes_that_are_the_same_say_so() -> None:
    truth, a, b = rows(17, 400, 6, 0.8)
    b = np.where((truth == 2) | (a == 2) | (b == 2), a, b)
    for name in ("f1", "recall"):
        found = both(name, truth, a, b)
        check(found)
        same = found[2][0]
        assert same is not None
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
        warnings.simplefilter("ignore")
        try:
            check(
                both(
                    data.draw(st.sampled_from(["f1", "recall", "specificity", "informedness"])), truth, a, b, **options
                )
            )
        except concordant.ConcordantError:
            return


def test_the_public_call_gives_what_was_found() -> None:
    truth, a, b = rows(19, 900, 12, 0.7)
    found = concordant.f1.compare(truth, a, b, average=None, adjust=None)
    pairs = both("f1", truth, a, b)
    for one, (_, alone) in zip(found, pairs, strict=True):
        assert (one.low, one.high, one.p_value) == pytest.approx((alone.low, alone.high, alone.p_value), rel=1e-9)
