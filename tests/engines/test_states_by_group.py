"""States of groups: one query gives what a loop over filtered rows gives."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest

import concordant
from concordant.errors import ColumnError, InputError, InputTypeError, MissingValuesError, OptionError
from concordant.states import BucketCurve, Counts, Curve

N = 400
RNG = np.random.default_rng(3)
FRAME = pl.DataFrame(
    {
        "t": RNG.integers(0, 2, N),
        "p": RNG.integers(0, 3, N),
        "s": RNG.integers(0, 40, N) / 40,
        "w": RNG.integers(0, 4, N) / 4,
        "site": RNG.choice(["north", "south", "east"], N),
        "ward": RNG.integers(0, 3, N),
        "at": np.datetime64("1969-12-20T00:00", "us") + (RNG.integers(0, 40 * 86400, N) * 1_000_000).astype("m8[us]"),
        "gap": ["x", None] * (N // 2),
    }
).with_columns(day=pl.col("at").dt.date(), zoned=pl.col("at").dt.replace_time_zone("UTC"))
SCORED = {"y_true": "t", "y_score": "s"}
KINDS: dict[Any, dict[str, str]] = {Counts: {"y_true": "t", "y_pred": "p"}, Curve: SCORED, BucketCurve: SCORED}


@pytest.fixture(params=["polars", "pandas", "lazy", "duckdb", "scan"])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    path = tmp_path / "rows.parquet"
    FRAME.write_parquet(path)
    made: dict[str, Any] = {
        "polars": lambda: FRAME,
        "pandas": FRAME.to_pandas,
        "lazy": FRAME.lazy,
        "duckdb": lambda: duckdb.connect().from_arrow(FRAME.to_arrow()),
        "scan": lambda: concordant.scan(path),
    }
    return made[request.param]()


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
        ([("at", "1x")], {}, OptionError, "a window is a number and a unit"),
        (("site", "1d"), {}, ColumnError, "need a column of dates or times, not String"),
        ("s", {}, InputError, "not whole"),
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


def test_one_query_and_only_groups_come_home(monkeypatch: pytest.MonkeyPatch) -> None:
    import narwhals as nw

    sizes: list[int] = []
    collect = nw.LazyFrame.collect
    monkeypatch.setattr(
        nw.LazyFrame, "collect", lambda self, *args: sizes.append(len(found := collect(self, *args))) or found
    )
    Counts.by_group(FRAME.lazy(), by="site", **KINDS[Counts])
    assert sizes == [18]


def test_no_row_is_no_group() -> None:
    found = Counts.by_group(FRAME.clear().lazy(), by="site", **KINDS[Counts])
    assert (len(found), repr(found)) == (0, "<states of 0 groups by site>")


@pytest.mark.parametrize("zone", ["Etc/GMT+5", "dateutil/Europe/Berlin", "+05:30", "Europe/Berlin", "UTC"])
def test_windows_of_pandas_are_in_utc_whatever_the_zone(zone: str) -> None:
    rows = FRAME.to_pandas()
    expected = Counts.by_group(rows, by=("at", "7h"), **KINDS[Counts])
    zoned = rows.assign(at=rows["at"].dt.tz_localize("UTC").dt.tz_convert(zone))
    found = Counts.by_group(zoned, by=("at", "7h"), **KINDS[Counts])
    assert list(found) == list(expected)
    assert all(found[start] == expected[start] for start in found)
