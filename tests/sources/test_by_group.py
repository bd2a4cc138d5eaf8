"""States of groups: one query gives what a loop over filtered rows gives."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from support.files import LAZY

import concordant
from concordant.errors import (
    ColumnError,
    ConcordantError,
    InputTypeError,
    LabelError,
    LengthError,
    MissingValuesError,
    OptionError,
)
from concordant.states import BucketCurve, Counts, Curve, Moments, SampleCounts

N = 400
RNG = np.random.default_rng(3)
FRAME = pl.DataFrame(
    {
        "t": RNG.integers(0, 2, N),
        "p": RNG.integers(0, 3, N),
        "s": RNG.integers(0, 40, N) / 40,
        "w": RNG.integers(0, 4, N) / 4,
        "site": RNG.choice(["north", "south", "east"], N),
        "ward": RNG.integers(0, 3, N) / 2,
        "at": np.datetime64("1969-12-20T00:00", "us") + (RNG.integers(0, 40 * 86400, N) * 1_000_000).astype("m8[us]"),
        "gap": ["x", None] * (N // 2),
    }
).with_columns(day=pl.col("at").dt.date(), zoned=pl.col("at").dt.replace_time_zone("UTC"))
FRAME = FRAME.with_columns(pl.Series(name, RNG.integers(0, 2, N)) for name in ("a", "b", "c", "^a.*$", "said b", "o"))
MANY = {"y_true": ["a", "b", "c"], "y_pred": ["^a.*$", "said b", "o"]}
SCORED = {"y_true": "t", "y_score": "s"}
KINDS: dict[Any, dict[str, str]] = {Counts: {"y_true": "t", "y_pred": "p"}, Curve: SCORED, BucketCurve: SCORED}


@pytest.fixture(params=["polars", "pandas", "lazy", "duckdb", "scan"])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    if request.param == "scan":
        FRAME.write_parquet(tmp_path / "rows.parquet")
        return concordant.scan(tmp_path / "rows.parquet")
    holders = {"polars": lambda frame: frame, "pandas": pl.DataFrame.to_pandas, "lazy": LAZY["polars"]}
    return {**holders, "duckdb": LAZY["duckdb"]}[request.param](FRAME)


@pytest.mark.parametrize("weight", [None, "w"])
@pytest.mark.parametrize("kind", KINDS)
def test_groups_are_those_of_a_loop_over_filters(data: Any, kind: Any, weight: str | None) -> None:
    columns: dict[str, Any] = {**KINDS[kind], "sample_weight": weight}
    declared: dict[str, Any] = {"labels": [0, 1, 2] if kind is Counts else [0, 1]}
    found = kind.by_group(data, by=["site", "ward"], **columns)
    loop = {
        key: kind.from_frame(part, **columns, **declared)
        for key, part in FRAME.partition_by("site", "ward", as_dict=True).items()
    }
    assert list(found) == sorted(loop)
    assert all(found[key] == state for key, state in loop.items())
    assert found.total() == kind.from_frame(FRAME, **columns)


def near(found: Moments, known: Moments) -> None:
    for name in ("weight", "squares", "mean", "comoment"):
        np.testing.assert_allclose(getattr(found, name), getattr(known, name), rtol=1e-12, atol=1e-12, err_msg=name)
    assert found.missing == known.missing


@pytest.mark.parametrize("weight", [None, "w"])
def test_moments_of_groups_are_those_of_a_loop_over_filters(data: Any, weight: str | None) -> None:
    columns: dict[str, Any] = {"y_true": "s", "y_pred": "p", "sample_weight": weight}
    found = Moments.by_group(data, by=["site", "ward"], **columns)
    loop = {
        key: Moments.from_frame(part, **columns)
        for key, part in FRAME.partition_by("site", "ward", as_dict=True).items()
    }
    assert list(found) == sorted(loop)
    for key, state in loop.items():
        near(found[key], state)
    near(found.total(), Moments.from_frame(FRAME, **columns))
    windows = Moments.by_group(data, by=("at", "36h"), **columns)
    for start, state in Moments.by_group(FRAME, by=("at", "36h"), **columns).items():
        near(windows[start], state)


@pytest.mark.parametrize("weight", [None, "w"])
def test_rows_of_indicators_by_group(data: Any, weight: str | None) -> None:
    def of(rows: pl.DataFrame) -> SampleCounts:
        weights = None if weight is None else rows[weight].to_numpy()
        true, said = (np.column_stack([rows[name] for name in names]) for names in MANY.values())
        return SampleCounts.from_indicators(true, said, labels=MANY["y_true"], sample_weight=weights)

    found = SampleCounts.by_group(data, by=["site", "ward"], sample_weight=weight, **MANY)
    loop = {key: of(part) for key, part in FRAME.partition_by("site", "ward", as_dict=True).items()}
    assert list(found) == sorted(loop)
    assert all(found[key] == state for key, state in loop.items())  # weights are quarters, whose sums are exact
    assert found.total() == SampleCounts.from_frame(data, sample_weight=weight, **MANY) == of(FRAME)
    assert sum(one.n for one in SampleCounts.by_group(data, by=("at", "36h"), **MANY).values()) == N


WRONG: list[tuple[dict[str, Any], type[ConcordantError], str]] = [
    ({"y_true": "a", "y_pred": ["b"]}, InputTypeError, "y_true must be a list of columns"),
    ({"y_true": ["a"], "y_pred": ["b", "c"]}, LengthError, "y_true names 1 columns and y_pred 2"),
    ({"y_true": ["a"], "y_pred": ["site"]}, LabelError, "must hold numbers, not text"),
    ({"y_true": ["a"], "y_pred": ["p"]}, LabelError, "y_pred must be a matrix of 0 and 1"),
    ({"y_true": ["a"], "y_pred": ["hole"]}, MissingValuesError, "y_pred has 200 missing"),
    ({"y_true": ["a"], "y_pred": ["b"], "labels": ["x", "y"]}, LabelError, "must name the 1 columns"),
]


@pytest.mark.parametrize(("asked", "error", "says"), WRONG)
def test_indicators_that_are_none(asked: dict[str, Any], error: type[Exception], says: str) -> None:
    rows = FRAME.with_columns(hole=pl.when(pl.col("gap").is_null()).then(None).otherwise(pl.col("b")))
    for frame in (rows, rows.lazy()):
        with pytest.raises(error, match=says):
            SampleCounts.by_group(frame, by="site", **asked)
        with pytest.raises(error, match=says):
            SampleCounts.from_frame(frame, **asked)
    holed = {"y_true": ["a"], "y_pred": ["hole"], "missing": "drop"}
    assert SampleCounts.by_group(rows.lazy(), by="site", **holed).total().missing == N // 2


HARD = pl.DataFrame(
    {
        "x": [1e9, 1e9 + 1, 1e9 + 2, 5.0, 5.0, None, 1.0, 2.0],
        "y": [0.1, 0.2, 0.4, 0.1, 0.1, 1.0, 3.0, float("nan")],
        "w": [1e-15, 2e-15, 1e-15, 3e-15, 1e-15, 1e-15, 0.0, 0.0],
        "g": ["far", "far", "far", "flat", "flat", "flat", "none", "none"],
    }
)


@pytest.mark.parametrize("weight", [None, "w"])
def test_moments_of_hard_groups(weight: str | None) -> None:
    columns: dict[str, Any] = {"y_true": "x", "y_pred": "y", "sample_weight": weight, "missing": "drop"}
    lazy, eager = (Moments.by_group(frame, by="g", **columns) for frame in (HARD.lazy(), HARD))
    assert list(lazy) == list(eager) == ["far", "flat", "none"]
    for group, state in eager.items():
        near(lazy[group], state)
    assert lazy["flat"].comoment.tolist() == [[0.0, 0.0], [0.0, 0.0]]
    with pytest.raises(MissingValuesError, match="y_true has 1 missing"):
        Moments.by_group(HARD.lazy(), by="g", **{**columns, "missing": "raise"})
    with pytest.raises(InputTypeError, match="has no option 'labels'"):
        Moments.by_group(HARD, by="g", labels=[0, 1], **columns)


@pytest.mark.parametrize("column", ["at", "day", "zoned"])
@pytest.mark.parametrize(("window", "days"), [("1d", 1), ("1w", 7), ("36h", 1.5)])
def test_windows_begin_at_whole_multiples_of_their_length(data: Any, column: str, window: str, days: float) -> None:
    found = Counts.by_group(data, by=(column, window), **KINDS[Counts])
    starts: dict[datetime, int] = {}
    for value in FRAME[column if column == "day" else "at"].cast(pl.Datetime("us")):
        since = (value.replace(tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)) / timedelta(days=days)
        start = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=days) * int(np.floor(since))
        starts[start] = starts.get(start, 0) + 1
    assert {start: state.n for start, state in found.items()} == dict(sorted(starts.items()))


def test_a_missing_group_is_a_missing_value(data: Any) -> None:
    with pytest.raises(MissingValuesError, match="column 'gap' has 200 missing"):
        Counts.by_group(data, by="gap", **KINDS[Counts])
    found = Counts.by_group(data, by="gap", missing="drop", **KINDS[Counts])
    assert (list(found), found.missing, found["x"].n) == (["x"], 200, 200)


@pytest.mark.parametrize(
    ("by", "more", "error", "says"),
    [
        ("sites", {}, ColumnError, "did you mean 'site'"),
        ([], {}, InputTypeError, "by must be a column"),
        (["site", "site"], {}, OptionError, "twice: site, site"),
        (("at", "1mo"), {}, OptionError, "a window is a number and a unit"),
        (("site", "1d"), {}, ColumnError, "need a column of dates, or of times in UTC, not String"),
        ("site", {"lables": [0, 1]}, InputTypeError, "Did you mean 'labels'"),
        ("site", {"y_pred": None}, InputTypeError, "needs y_pred="),
    ],
)
def test_what_cannot_be_grouped_is_said(by: Any, more: dict[str, Any], error: type[Exception], says: str) -> None:
    columns: dict[str, Any] = {**KINDS[Counts], **more}
    columns = {name: value for name, value in columns.items() if value is not None}
    for frame in (FRAME, FRAME.lazy()):
        with pytest.raises(error, match=f"(?i){says}"):
            Counts.by_group(frame, by=by, **columns)


def test_one_query_and_only_groups_come_home(collected: list[int]) -> None:
    Counts.by_group(FRAME.lazy(), by="site", **KINDS[Counts])
    assert collected == [18]


def test_no_row_is_no_group() -> None:
    found = Counts.by_group(FRAME.clear().lazy(), by="site", **KINDS[Counts])
    assert (len(found), repr(found)) == (0, "<states of 0 groups by site>")
