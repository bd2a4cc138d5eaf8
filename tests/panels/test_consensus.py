"""One label for every unit: ties, medians, means, and what a state or a long table gives."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from concordant import NumericRatings, Ratings, panels
from concordant.errors import LengthError, OptionError
from concordant.panels.votes import Ties

ROWS = [["a", "a", "b"], ["a", "b", None], ["b", "b", "b"], [None, None, None], ["c", "a", "b"]]


def test_edges_have_no_label_and_are_counted() -> None:
    found = panels.consensus(ROWS)
    assert found.label == ("a", None, "b", None, None)
    assert found.tied.tolist() == [False, True, False, False, True]
    assert (found.n_tied, found.n_undecided, found.n_unrated) == (2, 2, 1)
    assert found.ratings.tolist() == [3, 2, 3, 0, 3]
    assert found.sentence == ("2 units have a consensus (majority), 25 % of all 4 units a unanimous one. 2 are tied.")
    for ties in get_args(Ties):
        assert panels.consensus(np.zeros((0, 3)), ties=ties).label == ()
    assert found.frame().columns == ["unit", "label", "share", "tied", "ratings"]


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        ("first", ("a", "a", "b", None, "a")),
        ("last", ("a", "b", "b", None, "c")),
        ("middle", ("a", None, "b", None, "b")),
    ],
)
def test_a_tie_is_settled_as_asked_and_stays_marked(ties: Any, expected: Any) -> None:
    found = panels.consensus(ROWS, ties=ties, labels=["a", "b", "c"])
    assert found.label == expected
    assert found.n_tied == 2
    assert f"ties='{ties}' settled" in found.sentence


def test_a_random_choice_is_one_of_the_tied_and_is_seeded() -> None:
    rows = [["a", "b", "c", "c", "b"]] * 200
    found = panels.consensus(rows, ties="random", seed=4)
    assert set(found.label) == {"b", "c"}
    assert found == panels.consensus(rows, ties="random", seed=4)
    with pytest.raises(OptionError, match="a state has none"):
        panels.consensus(Ratings.from_wide(rows), ties="random")


@given(st.lists(st.lists(st.sampled_from([1, 2, 3, None]), min_size=4, max_size=4), min_size=1, max_size=6))
def test_numbers_have_the_median_and_mean_of_numpy_and_the_majority_by_counting(rows: Any) -> None:
    if not any(x is not None for row in rows for x in row):
        return
    matrix = np.array(rows, float)
    labels: Any = {"labels": [1, 2, 3]}
    rated = ~np.isnan(matrix).all(1)
    for method, reference in (("median", np.nanmedian), ("mean", np.nanmean)):
        found = np.array(panels.consensus(rows, method=method, **labels).label, float)
        assert_allclose(found[rated], reference(matrix[rated], axis=1))
        assert np.isnan(found[~rated]).all()
    whole = panels.consensus(rows, **labels)
    for row, label, tied in zip(rows, whole.label, whole.tied, strict=True):
        votes = {x: row.count(x) for x in (1, 2, 3) if row.count(x)}
        best = [x for x, many in votes.items() if many == max(votes.values())]
        assert (label, tied) == ((best[0] if len(best) == 1 else None), len(best) > 1)
    state = panels.consensus(Ratings.from_wide(rows, **labels))
    assert (state.n_tied, state.n_undecided, state.n_unrated) == (whole.n_tied, whole.n_undecided, whole.n_unrated)


def test_other_ways_to_give_ratings() -> None:
    numbers = [[1.5, 2.0, 9.0, 2.5, 2.0], [3.0, np.nan, 4.0, np.nan, np.nan]]
    assert panels.consensus(numbers, method="trimmed").label == (pytest.approx(6.5 / 3), 3.5)
    assert panels.consensus(NumericRatings.from_wide(numbers), method="median").label == (2.0, 3.5)
    long = pl.DataFrame({"u": ["x", "x", "y", "z"], "who": list("pqpp"), "l": ["lo", "hi", "hi", None]})
    read: Any = {"unit": "u", "label": "l"}
    assert panels.consensus(long, rater="who", **read).columns()["unit"] == ["x", "y", "z"]
    for who in ({}, {"rater": "who"}):
        assert panels.consensus(long, **read, **who).label == (None, "hi", None)
    order: Any = {"labels": ["lo", "mid", "hi"], "method": "median"}
    assert panels.consensus([["lo", "hi", "mid"], ["lo", "hi", None]], **order).label == ("mid", None)
    posterior = [[0.5, 0.5], [0.9, 0.1], [np.nan, np.nan]]
    probable = panels.Consensus.from_posterior(posterior, ["a", "b"], units=[7, 8, 9])
    assert (probable.label, probable.n_tied, probable.n_unrated) == ((None, "a", None), 1, 1)
    with pytest.raises(LengthError, match="2 columns"):
        panels.Consensus.from_posterior([[1.0]], ["a", "b"])
    wide = pl.DataFrame({"id": ["k", "l"], "p": [1, 2], "q": [1, 3]})
    assert panels.consensus(wide, unit="id").units == ("k", "l")


def test_a_model_of_raters_is_a_choice_of_consensus() -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 3, 300)
    right = rng.random((300, 5)) < [0.95, 0.9, 0.5, 0.5, 0.5]
    rows = np.where(right, truth[:, None], rng.integers(0, 3, (300, 5)))
    found, votes = panels.consensus(rows, method="dawid-skene"), panels.consensus(rows)
    model = panels.dawid_skene(rows)
    assert found.label == model.consensus().label
    assert_allclose(found.share, np.nanmax(model.posterior, axis=1))
    assert (found.method, found.ratings.tolist()) == ("dawid-skene", [5] * 300)
    right_of_model, right_of_votes = (np.mean(np.array(one.label, float) == truth) for one in (found, votes))
    assert right_of_model > right_of_votes + 0.02
    state = panels.consensus(Ratings.from_wide(rows), method="dawid-skene")
    assert list(state.columns())[:2] == ["profile", "units"]
    gaps = panels.consensus([["a", "a", None], [None, None, None], ["b", "a", "b"]] * 20, method="dawid-skene")
    assert (gaps.label[1], gaps.n_unrated) == (None, 20)
    assert "is hardly known" in str(panels.consensus([[0, 1], [1, 0], [1, 1]] * 20, method="dawid-skene").reason)
