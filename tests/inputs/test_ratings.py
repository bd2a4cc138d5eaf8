"""A column of ids, or of a table with a row a rating, is no rater; raters who agree in nothing are."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from concordant import Ratings, krippendorff_alpha
from concordant.errors import LabelError
from concordant.panels import agree

RNG = np.random.default_rng(5)
NAMES = ("ann", "bob", "eve")
WIDE = {name: RNG.choice(["a", "b", "c"], 30) for name in NAMES}
LONG = {
    "unit": np.repeat([f"text {k}" for k in range(20)], 3),
    "rater": np.tile(NAMES, 20),
    "label": RNG.choice(["a", "b", "c"], 60),
}
SCORES = RNG.integers(1, 6, (60, 3))


@pytest.mark.parametrize(
    ("ratings", "said"),
    [
        (pl.DataFrame({"id": [f"t{k}" for k in range(30)], **WIDE}), r"30 of the 30 values of 'id' \('t0'"),
        (pl.DataFrame({**WIDE, "batch": ["x", "y"] * 15}), r"30 of the 30 values of 'batch' \('x', 'y'"),
        (pl.DataFrame(LONG), "60 of the 60 values of 'unit'"),
        (np.c_[np.repeat(np.arange(20), 3), np.tile([0, 1, 2], 20), SCORES[:, 0]], "of the 60 values of 0"),
        (np.c_[SCORES, np.arange(60) + 0.0], "of the 60 values of 3"),
        (np.c_[np.arange(100, 160), SCORES[:, 0]], "60 of the 60 values of 0"),
        ([[f"t{k}", *row] for k, row in enumerate(np.array(list(WIDE.values())).T.tolist())], "30 values of 0"),
    ],
)
def test_a_column_whose_values_no_other_has_stops_the_call_and_is_named(ratings: Any, said: str) -> None:
    for call in (krippendorff_alpha, Ratings.from_wide, agree):
        with pytest.raises(LabelError, match=said) as caught:
            call(ratings)
        assert "occur in no other column" in str(caught.value)
        assert "Ratings.from_long" in str(caught.value)


@pytest.mark.parametrize(
    "ratings",
    [
        [["a", "b"]] * 100,  # two who never agree
        [["a", "b", "c"]] * 50,  # each with one label
        [["a", "a", "z"], ["a", "b", "z"], ["b", "b", "z"]] * 20,  # one says what nobody else does
        [["a", "a", "b"]] * 20 + [["b", "b", "z"]] * 20,
        [["a", "a", "x"], ["b", "a", "y"], ["b", "b", "x"]],  # few rows
        np.c_[np.arange(60) % 26, np.zeros(60)],  # a model that knows one class
        RNG.integers(0, 500, (40, 3)),  # measurements
        np.c_[RNG.integers(0, 100, (40, 3)), RNG.integers(1000, 1100, 40)],
        [[f"topic {RNG.integers(400)}" for _ in range(3)] for _ in range(30)],  # labels of one's own
        [[f"topic {k}", f"topic {k}", f"topic {k + 1}"] for k in range(30)],
        [*[["a", "a", None]] * 40, ["b", "a", "x"], ["b", "b", "y"]],  # two ratings
        [["a", "b", None], ["c", None, "d"], ["e", "f", None], *[[None] * 3] * 8, ["g", None, "h"]],  # few ratings
    ],
)
def test_raters_who_have_labels_of_their_own_or_never_agree_are_taken(ratings: Any) -> None:
    assert Ratings.from_wide(ratings).n > 0


def test_rows_in_the_order_of_their_labels_hide_no_shared_label() -> None:
    first = [["a", "a", "x"], ["a", "a", "y"]] * 10_000
    assert Ratings.from_wide([*first, *[["x", "y", "a"]] * 10_000]).n == 30_000
    with pytest.raises(LabelError, match="of 2 "):
        Ratings.from_wide(first)


def test_declared_labels_say_that_all_columns_are_ratings() -> None:
    frame = pl.DataFrame({"id": [f"t{k}" for k in range(30)], **WIDE})
    labels = [*frame["id"], "a", "b", "c"]
    assert Ratings.from_wide(frame, labels=labels).raters == ("id", *NAMES)


def test_few_units_that_all_of_many_raters_rated_are_asked_about() -> None:
    matrix = RNG.integers(0, 3, (30, 4))
    assert agree(matrix, over="units").remark is None
    assert "30 raters rated 4 units: is the matrix transposed?" in str(agree(matrix.T, over="units"))
    sparse = np.where(RNG.random((4, 30)) < 0.5, np.nan, matrix.T)
    assert agree(sparse, over="units").remark is None
