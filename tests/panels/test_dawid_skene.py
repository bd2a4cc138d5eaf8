"""The model of Dawid and Skene: their own table, crowd-kit, gold units, and what it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_allclose
from support.samples import panels_of_cases as cases
from support.samples import random_panel

from concordant import Ratings, panels
from concordant.data import ratings_example

ANAESTHETISTS = ratings_example("anaesthetists")


def test_the_table_of_the_paper() -> None:
    """Dawid & Skene 1979, tables 2 and 3: the shares of grades, and the errors of the first anaesthetist."""
    rows = pl.read_csv(ANAESTHETISTS.path)
    read: Any = {"unit": "patient", "rater": "anaesthetist", "label": "grade", "duplicates": "runs"}
    found = panels.dawid_skene(rows, **read)
    assert found.prior.round(2).tolist() == [0.4, 0.42, 0.11, 0.07]
    first = [[0.89, 0.11, 0, 0], [0.07, 0.88, 0.05, 0], [0, 0.34, 0.66, 0], [0, 0, 0.56, 0.44]]
    assert_allclose(found.confusion[0], first, atol=0.005)
    assert found.raters == (1, 2, 3, 4, 5)
    assert found.posterior.shape == (45, 4)
    assert [one.n for one in found.accuracy] == [135, 45, 45, 45, 45]
    assert "two labels exchanged would fit better to 3 (3 and 4)" in str(found.reason)
    assert found.consensus().label[1] == 4  # most voted 3: the paper's patient 2
    assert len(panels.dawid_skene(rows, **read, runs="apart").raters) == 7


@pytest.mark.parametrize("case", cases("dawid_skene"), ids=lambda case: case["name"])
def test_crowd_kit_run_to_convergence(case: Any) -> None:
    triples = [(rater, unit, label) for unit, rater, label in case["input"]["unit_rater_label"]]
    expected = case["expected"]
    wide = Ratings.from_triples(triples)
    frame = pl.DataFrame({"u": [t[1] for t in triples], "r": [t[0] for t in triples], "l": [t[2] for t in triples]})
    found = panels.dawid_skene(frame, unit="u", rater="r", label="l", tolerance=1e-15)
    assert_allclose(found.prior, expected["prior"], atol=1e-6)
    assert_allclose(found.posterior, expected["posterior"], atol=1e-6)
    assert_allclose(panels.dawid_skene(wide, tolerance=1e-15).prior, found.prior, atol=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_the_likelihood_never_falls_and_profiles_give_what_units_give(seed: int) -> None:
    matrix = random_panel(seed, 40, 4)
    found = panels.dawid_skene(matrix)
    assert np.diff(found.trace).min() > -1e-9 * abs(found.loglik)
    assert found.converged
    state = Ratings.from_wide(matrix)
    counted = panels.dawid_skene(state * 3)  # a unit thrice is a weight of 3
    assert_allclose(counted.prior, found.prior, atol=1e-8)
    assert_allclose(counted.loglik, 3 * found.loglik)


def test_gold_units_stay_what_they_are_and_turn_labels_round() -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 80)
    wrong = np.where(rng.random((80, 3)) < 0.8, 1 - truth[:, None], truth[:, None])  # all read the labels swapped
    known: list[int | None] = [*truth[:30].tolist(), *[None] * 50]
    free, held = panels.dawid_skene(wrong), panels.dawid_skene(wrong, known=known)
    assert (held.posterior.argmax(1) == truth).mean() > 0.8 > 0.2 > (free.posterior.argmax(1) == truth).mean()
    assert_allclose(held.posterior[np.arange(30), truth[:30]], 1.0)
    assert "two labels exchanged" in str(held.reason)


def test_limits_hold_the_estimate_and_are_never_1_to_1() -> None:
    rows = [["a", "a", "a"], ["b", "b", "b"], ["a", "b", "a"], ["b", "b", "a"], ["b", "b", "b"]] * 8
    wide = panels.dawid_skene(rows)
    many = np.repeat(np.array(rows, object), 5, axis=1)
    many[0] = [f"{label} {rater}" for rater, label in enumerate(many[0])]  # 17 labels: the information is not taken
    narrow = panels.dawid_skene(many)
    for found in (wide, narrow):
        assert all(x.low <= x.value + 1e-9 and x.value <= x.high + 1e-9 for x in found.accuracy)
        assert np.nanmax(found.confusion_low - found.confusion) <= 1e-9
    assert wide.accuracy[0].low < 1
    assert "too narrow" in str(narrow.reason)
    assert narrow.accuracy[0].method == "jeffreys of expected counts"


def test_what_is_doubtful_is_said() -> None:
    few = panels.dawid_skene([["a", "b", None], ["a", None, None], [None, "b", None], [None, None, None]])
    assert "1.33 ratings a unit on average" in str(few.reason)
    nearly = panels.dawid_skene([["a", "b", None], *[["a", "b", "a"], ["b", "b", "b"]] * 100])
    assert "2.99 ratings a unit on average: below 3 the model" in str(nearly.reason)
    assert np.isnan(few.posterior[3]).all()
    assert np.isnan(few.accuracy[2].value)
    short = panels.dawid_skene(random_panel(1, 40, 4), max_steps=2)
    assert not short.converged
    assert "no convergence after 2 steps" in str(short.reason)
    assert panels.dawid_skene([["a", "a", "a"], ["a", "a", "a"]]).prior.tolist() == [1.0]


@pytest.mark.parametrize(
    ("accuracies", "units", "most", "least"),
    [
        ((0.98, 0.7, 0.6), 150, 1.0, 0.95),
        ((0.98, 0.6, 0.6, 0.6, 0.6), 150, 1.0, 0.95),
        ((0.9, 0.9, 0.9), 100, 0.1, 0.0),
    ],
)
def test_a_rater_among_others_who_hardly_agree_is_warned_of(
    accuracies: tuple[float, ...], units: int, most: float, least: float
) -> None:
    rng, warned = np.random.default_rng(10), []
    for _ in range(40):
        truth = rng.integers(0, 2, (units, 1))
        model = panels.dawid_skene(np.where(rng.random((units, len(accuracies))) < accuracies, truth, 1 - truth))
        best = model.accuracy[0]
        assert best.low <= best.value <= best.high
        warned.append(best.reason is not None)
        assert not warned[-1] or "is hardly known" in str(model.reason)
    assert least <= np.mean(warned) <= most


def test_gold_units_tell_the_accuracy_that_other_raters_cannot() -> None:
    rng = np.random.default_rng(11)
    truth = rng.integers(0, 2, (150, 1))
    rows = np.where(rng.random((150, 3)) < (0.98, 0.7, 0.6), truth, 1 - truth)
    assert panels.dawid_skene(rows).accuracy[0].reason == "other raters agree too little to tell it"
    assert panels.dawid_skene(rows, known=truth[:, 0].tolist()).accuracy[0].reason is None
