"""Ratings and tallies of lazy frames are those of the rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from support.files import LAZY
from support.samples import random_panel

from concordant.errors import (
    ColumnError,
    DuplicateRatingError,
    LabelError,
    MissingValuesError,
    OptionError,
    WeightError,
)
from concordant.states import Ratings, Tallies

MATRIX = random_panel(5, 60, 4)
COLUMNS: dict[str, Any] = {"unit": "item", "rater": "who", "label": "grade"}


def rows(matrix: Any = MATRIX) -> pl.DataFrame:
    """The long form, in an order that is not that of the units; a missing rating is null."""
    unit, rater = (part.ravel() for part in np.indices(matrix.shape))
    frame = pl.DataFrame({"item": unit, "who": np.array(list("abcd"))[rater], "grade": matrix.ravel()})
    frame = frame.with_columns(pl.col("grade").fill_nan(None).cast(pl.Int64), weight=(pl.col("item") % 3) + 0.5)
    return frame.sample(fraction=1.0, shuffle=True, seed=1)


engines = pytest.mark.parametrize("engine", LAZY)


@engines
@pytest.mark.parametrize("declared", [None, [1, 2, 3], [3, 1, 2, 0]])
def test_profiles_are_those_of_the_rows(engine: str, declared: Any) -> None:
    whole = Ratings.from_wide(MATRIX, raters=list("abcd"), labels=declared)
    frame = rows()
    assert Ratings.from_long(frame, **COLUMNS, labels=declared) == whole
    assert Ratings.from_long(LAZY[engine](frame), **COLUMNS, labels=declared) == whole
    anonymous = Tallies.from_long(LAZY[engine](frame), unit="item", label="grade", labels=declared)
    assert anonymous == whole.tallies()


@engines
def test_weights_of_tallies_travel_as_sums(engine: str) -> None:
    frame = rows()
    eager = Ratings.from_long(frame, **COLUMNS, weight="weight")
    tallies = Tallies.from_long(LAZY[engine](frame), unit="item", label="grade", weight="weight")
    assert tallies == eager.tallies()


@engines
def test_text_and_units_that_nobody_rated(engine: str) -> None:
    frame = pl.DataFrame(
        {"item": [1, 1, 2, 3, 3], "who": ["a", "b", "a", "a", "b"], "grade": ["yes", "no", None, "", "yes"]}
    )
    for options, missing in (({}, 1), ({"missing_labels": [""]}, 1)):
        eager = Ratings.from_long(frame, **COLUMNS, **options)
        assert Ratings.from_long(LAZY[engine](frame), **COLUMNS, **options) == eager
        assert eager.missing == missing


@engines
def test_what_cannot_be_read_says_why(engine: str) -> None:
    frame = pl.DataFrame({"item": [1, 1, 2], "who": ["a", "a", "b"], "grade": [1, 2, 1], "w": [1.0, 2.0, 1.0]})
    with pytest.raises(DuplicateRatingError, match="1 ratings are of a unit"):
        Ratings.from_long(LAZY[engine](frame), **COLUMNS)
    with pytest.raises(OptionError, match="needs the rows in their order"):
        Ratings.from_long(LAZY[engine](frame), **COLUMNS, duplicates="first")
    with pytest.raises(LabelError, match="2"):
        Ratings.from_long(LAZY[engine](frame), **COLUMNS, labels=[1])
    with pytest.raises(LabelError, match="does not name"):
        Ratings.from_long(LAZY[engine](frame), **COLUMNS, raters=["a"])
    with pytest.raises(WeightError, match="the same in all of its rows"):
        Tallies.from_long(LAZY[engine](frame), unit="item", label="grade", weight="w")
    with pytest.raises(ColumnError, match="no column 'items'"):
        Ratings.from_long(LAZY[engine](frame), unit="items", rater="who", label="grade")
    gap = frame.with_columns(item=pl.Series([1, None, 2]))
    with pytest.raises(MissingValuesError, match="unit has 1 missing"):
        Ratings.from_long(LAZY[engine](gap), **COLUMNS)


@engines
@pytest.mark.parametrize("name", ["^.*$", 'p"q', "a b"])
def test_names_of_columns_are_no_patterns(engine: str, name: str) -> None:
    frame = rows()
    whole = Ratings.from_long(frame, **COLUMNS, weight="weight")
    for role, column in {**COLUMNS, "weight": "weight"}.items():
        given = {**COLUMNS, "weight": "weight", role: name}
        assert Ratings.from_long(LAZY[engine](frame.rename({column: name})), **given) == whole
