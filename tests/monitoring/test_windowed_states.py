"""A table of states: the same as its rows, in any order and parts; any window and group of it."""

from __future__ import annotations

import json
import zlib
from datetime import UTC, date, datetime
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from support.files import TESTS
from support.samples import USUAL, part, rows_of

import concordant
from concordant import StateTable, accuracy, brier_score, cohen_kappa, log_loss, roc_auc
from concordant.errors import (
    ColumnError,
    DataFileError,
    EmptyInputError,
    InputError,
    InputTypeError,
    LabelError,
    MergeError,
    MissingValuesError,
    OptionError,
    ScoreError,
    StateFormatError,
)
from concordant.monitoring import values_in_windows
from concordant.monitoring.windowed_states import table_bytes, table_of_bytes

ROWS = rows_of(4000)
TABLE = StateTable.from_rows(ROWS, **USUAL)
SCORED = {"y_true": "truth", "y_score": "score", "labels": ["no", "yes"]}


# -- edges ---------------------------------------------------------------------------------------------------------


def test_no_rows() -> None:
    empty = StateTable.from_rows(part(ROWS, 0, 0), **USUAL)
    assert (empty.n, empty.windows, empty.groups, empty.span) == (0, (), (), None)
    assert empty + TABLE == TABLE == TABLE + StateTable.empty(TABLE.definition)
    assert empty.states().curve.n == 0
    with pytest.raises(EmptyInputError, match="holds no row"):
        empty.evaluate()
    with pytest.raises(OptionError, match="no last window"):
        empty.window("1d")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({}, "nothing to count"),
        ({"y_true": "t", "y_score": "p"}, "labels= must name all labels"),
        ({"y_score": "p", "labels": [0, 1]}, "there is none"),
        ({"y_true": "t", "y_score": "p", "labels": [0, 1, 2]}, "one score of two classes"),
        ({"y_score": "p", "time": "at"}, "go together"),
        ({"y_score": "p", "time": "at", "window": "1 month"}, "such as '1d'"),
        ({"y_score": "p", "by": "rows"}, "cannot be called 'rows'"),
        ({"y_score": "p", "by": ["a", "a"]}, "names a column twice"),
        ({"y_score": 3}, "must be the name of a column"),
        ({"y_score": "p", "scale": "odds"}, "scale of a key must be 'probability' or 'real'"),
    ],
)
def test_what_cannot_be_counted(asked: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        StateTable.from_rows({}, **asked)


@pytest.mark.parametrize(
    ("column", "value", "error", "said"),
    [
        ("truth", "maybe", LabelError, "does not name: 'maybe'"),
        ("score", np.nan, MissingValuesError, "score has 1 missing"),
        ("score", 1.5, ScoreError, "scale="),
        ("at", None, MissingValuesError, "belongs to no window"),
        ("at", "soon", InputError, "ISO 8601"),
    ],
)
def test_rows_that_cannot_be_counted(column: str, value: object, error: type[Exception], said: str) -> None:
    rows = {name: values[:3].tolist() for name, values in ROWS.items()}
    rows[column][1] = value
    with pytest.raises(error, match=said):
        StateTable.from_rows(rows, **USUAL)


def test_other_batches_are_refused() -> None:
    with pytest.raises(ColumnError, match="no column 'truth'; did you mean 'Truth'"):
        StateTable.from_rows({"Truth": [1], "score": [1]}, **SCORED)
    with pytest.raises(InputError, match="same number of rows"):
        StateTable.from_rows({"truth": ["no"], "score": [0.1, 0.2]}, **SCORED)
    with pytest.raises(InputTypeError, match="eager frame"):
        StateTable.from_rows(pl.LazyFrame({"truth": ["no"], "score": [0.1]}), **SCORED)
    with pytest.raises(InputTypeError, match="not int"):
        StateTable.from_rows(3, **SCORED)
    with pytest.raises(InputTypeError, match="truth must be a column of values, not int"):
        StateTable.from_rows({"truth": 1, "score": 0.5}, **SCORED)
    with pytest.raises(ColumnError, match=r"columns of the same name.*'truth' 2 times"):
        StateTable.from_rows(pd.DataFrame([["no", "no", 0.1]], columns=["truth", "truth", "score"]), **SCORED)


def test_dropped_rows_are_counted_where_they_belong() -> None:
    rows = {name: values[:4].tolist() for name, values in ROWS.items()}
    rows["truth"][0] = rows["label"][1] = rows["score"][2] = None
    found = StateTable.from_rows(rows, missing="drop", **USUAL)
    states = found.states()
    assert (states.n, states.missing, states.counts.missing) == (1, 3, 3)
    assert sum(one.missing for one in found.by_group().values()) == 3


def test_a_missing_group_is_a_group_and_numbers_are_their_text() -> None:
    rows = {"p": [0.1, 0.2, 0.3, 0.4], "g": [1, 1.0, None, 2]}
    found = StateTable.from_rows(rows, y_score="p", by="g")
    assert found.groups == ((None,), ("1",), ("2",))
    assert [found["1"].n, found[None].n, found[1].n, found.where(g=[1, 2]).n] == [2, 1, 2, 3]
    with pytest.raises(OptionError, match="no row has g '12'"):
        found.where(g=12)
    with pytest.raises(OptionError, match="not by 'h'"):
        found.where(h=1)


# -- the states are those of the rows ------------------------------------------------------------------------------


def test_states_are_those_of_the_rows() -> None:
    states = TABLE.states()
    truth, label, score = ROWS["truth"], ROWS["label"], ROWS["score"]
    counts = concordant.Counts.from_labels(truth, label, labels=["no", "yes"])
    assert states.counts.table.tolist() == counts.table.tolist()
    key = concordant.ScoreKey(bits=8)
    assert states.curve == concordant.BucketCurve.from_scores(truth, score, labels=["no", "yes"], key=key)
    for metric, name in ((brier_score, "squared"), (log_loss, "surprise")):
        assert_allclose(metric.of(states.losses[name]), metric(truth, score, labels=["no", "yes"]), atol=1e-12)
        mine, other = metric.interval_of(states.losses[name]), metric.interval(truth, score, labels=["no", "yes"])
        assert_allclose([mine.low, mine.high, mine.se], [other.low, other.high, other.se], rtol=1e-9)
        assert metric.of(states.state_of(metric)) == metric.of(states.losses[name])
    assert cohen_kappa.of(states.state_of(cohen_kappa)) == cohen_kappa(truth, label, labels=["no", "yes"])


def test_an_impossible_probability_makes_the_log_loss_infinite() -> None:
    found = StateTable.from_rows({"truth": ["yes", "no"], "score": [0.0, 0.0]}, **SCORED).states()
    assert log_loss.of(found.losses["surprise"]) == np.inf
    assert brier_score.of(found.losses["squared"]) == 0.5


def test_labels_follow_from_probabilities_at_a_half() -> None:
    rows = {"truth": ["no", "no", "yes", "yes"], "score": [0.5, np.nextafter(0.5, 0), 0.5, 0.1]}
    assert StateTable.from_rows(rows, **SCORED).states().counts.table.tolist() == [[1, 1], [1, 1]]


@pytest.mark.parametrize(
    ("roles", "metric", "said"),
    [
        ({"y_true": "truth", "y_pred": "label", "labels": ["no", "yes"]}, roc_auc, "it holds labels"),
        ({"y_score": "score"}, roc_auc, "no truth"),
        ({"y_pred": "label", "labels": ["no", "yes"]}, accuracy, "no truth"),
        ({**SCORED, "scale": "real"}, brier_score, "it holds scores"),
        (SCORED, concordant.pearson_correlation, "metric of measurements"),
    ],
)
def test_states_that_are_not_there(roles: dict[str, object], metric: concordant.metrics.Metric, said: str) -> None:
    table = StateTable.from_rows(ROWS, **roles)
    assert table.n == 4000
    with pytest.raises(OptionError, match=said):
        table.states().state_of(metric)


# -- parts, orders, frames: the same to the bit --------------------------------------------------------------------


@given(st.lists(st.integers(0, 400), max_size=6), st.integers(0, 2**32 - 1), st.booleans())
def test_any_parts_in_any_order_make_the_same_table(cuts: list[int], seed: int, drop: bool) -> None:
    rows, roles = rows_of(400, seed=seed % 7), dict(USUAL)
    if drop:
        roles.pop("y_pred")
    whole = StateTable.from_rows(rows, **roles)
    ends = sorted({0, 400, *cuts})
    order = np.random.default_rng(seed).permutation(400)
    shuffled = {name: column[order] for name, column in rows.items()}
    parts = [StateTable.from_rows(part(shuffled, a, b), **roles) for a, b in pairwise(ends)]
    total = parts[-1]
    for one in reversed(parts[:-1]):
        total = total + one
    assert total == whole


FRAME = pl.DataFrame(ROWS)
TIMES_AS_TEXT = {**ROWS, "at": [at.isoformat() + "Z" for at in ROWS["at"].tolist()]}  # as NDJSON has them


@pytest.mark.parametrize(
    "rows",
    [FRAME, FRAME.to_pandas(), FRAME.to_arrow(), FRAME.to_dicts(), TIMES_AS_TEXT],
    ids=["polars", "pandas", "pyarrow", "records", "texts"],
)
def test_any_frame_gives_the_same_table(rows: Any) -> None:
    assert StateTable.from_rows(rows, **USUAL) == TABLE


def test_times_with_a_zone_and_dates() -> None:
    times = pl.Series(["2026-03-01T23:30", "2026-03-02T00:00"]).str.to_datetime(time_zone="America/New_York")
    rows = {"p": [0.1, 0.2], "at": times}
    found = StateTable.from_rows(rows, y_score="p", time="at", window="1d")
    assert found.windows == (datetime(2026, 3, 2, tzinfo=UTC),)
    rows["at"] = [date(1969, 12, 31), date(1970, 1, 1)]  # before 1970 too
    found = StateTable.from_rows(rows, y_score="p", time="at", window="1d")
    assert [start.day for start in found.windows] == [31, 1]
    assert [states.n for states in found.by_window().values()] == [1, 1]
    rows["at"] = pd.DatetimeIndex(times.to_list())
    assert StateTable.from_rows(rows, y_score="p", time="at", window="1d").n == 2


@pytest.mark.parametrize("window", ["1h", "1d", "7d"])
def test_times_at_the_ends_of_the_calendar(window: str) -> None:
    """Such as 9999-12-31, by which tables say that something has no end."""
    rows = {"p": [0.1, 0.2], "at": ["0001-01-01", "9999-12-31T23:59:59.999999"]}
    found = StateTable.from_rows(rows, y_score="p", time="at", window=window)
    assert [end.year for end in (*found.windows, *found.span)] == [1, 9999, 1, 9999]
    assert "9999-12-31" in repr(found)


@pytest.mark.parametrize("far", ["2**62 s", "10000-01-01 D", "0000-12-31 D", "200000-01-01 us"])
def test_times_beyond_the_calendar_are_refused(far: str) -> None:
    value, unit = far.split()
    stamp = np.datetime64(2**62, "s") if unit == "s" else np.datetime64(value, unit)
    with pytest.raises(InputError, match="at must hold times of the years 1 to 9999"):
        StateTable.from_rows({"p": [0.1], "at": np.array([stamp])}, y_score="p", time="at", window="1d")


# -- windows -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "first", "end"),
    [
        (("7d",), "2026-03-04", "2026-03-11"),
        (("2026-03-02", "2026-03-03"), "2026-03-02", "2026-03-04"),
        ((date(2026, 3, 9),), "2026-03-09", "2026-04-01"),
        (("2026-03-02T00:00:00Z", datetime(2026, 3, 5, tzinfo=UTC)), "2026-03-02", "2026-03-05"),
        (("2027-01-01",), "2027-01-01", "2028-01-01"),
        (("1000d",), "2020-01-01", "2027-01-01"),
    ],
)
def test_a_window_holds_its_rows(asked: tuple[object, ...], first: str, end: str) -> None:
    here = (ROWS["at"] >= np.datetime64(first)) & (ROWS["at"] < np.datetime64(end))
    found = TABLE.window(*asked)
    assert found.n == here.sum()
    for land in ("FI", "SE"):
        assert found.where(land=land).n == (here & (ROWS["land"] == land)).sum() if here.any() else True
    assert {group[0]: one.n for group, one in found.by_group().items()} == {
        str(land): int((here & (ROWS["land"] == land)).sum()) for land in np.unique(ROWS["land"][here])
    }


def test_windows_are_not_cut() -> None:
    with pytest.raises(OptionError, match="2026-03-01 00:00:00 and at 2026-03-02 00:00:00 UTC"):
        TABLE.window("2026-03-01T12:00:00")
    with pytest.raises(OptionError, match="no whole number of windows"):
        TABLE.window("36h")
    with pytest.raises(OptionError, match="ends after it begins"):
        TABLE.window("2026-03-03", "2026-03-01")
    with pytest.raises(OptionError, match="has no windows"):
        StateTable.from_rows(ROWS, **SCORED).window("1d")


@pytest.mark.parametrize("name", ["y_true", "labels", "by", "window", "bits"])
def test_tables_of_other_definitions_do_not_add(name: str) -> None:
    other = {**USUAL, "bits": 8}
    other |= {"y_true": {"y_true": "label"}, "labels": {"labels": ["yes", "no"]}, "by": {"by": None}}.get(name, {})
    other |= {"window": {"window": "1h"}, "bits": {"bits": 7}}.get(name, {})
    with pytest.raises(MergeError, match=f"different {name}"):
        TABLE + StateTable.from_rows(ROWS, **other)


# -- the page ------------------------------------------------------------------------------------------------------


def test_the_page_is_that_of_the_rows() -> None:
    page = TABLE.evaluate()
    other = concordant.evaluate("truth", "label", "score", data=pl.DataFrame(ROWS), labels=["no", "yes"], by="land")
    assert (page.n, page.pos_label, page.columns) == (other.n, other.pos_label, other.columns)
    for mine in page.results:
        result = other[mine.name]
        atol = 0 if mine.bounds is None else 1e-3
        assert_allclose(mine.value, result.value, atol=max(atol, 1e-12))
        if mine.bounds is not None:
            assert mine.bounds.low <= result.value <= mine.bounds.high
    assert [group.label for group in page.groups.groups] == ["FI", "NO", "SE"]
    assert any("2026-03-01 00:00 to 2026-03-11" in said for said in page.assumptions)


@pytest.mark.parametrize(
    ("labels", "task", "expected"),
    [
        (["bill", "letter", "offer"], None, "multiclass"),
        (["bill", "letter", "offer"], "ordinal", "ordinal"),
        (["letter", "bill", "offer"], None, "ordinal"),
        (["letter", "bill", "offer"], "multiclass", "multiclass"),
    ],
)
def test_labels_by_alphabet_show_no_order(labels: list[str], task: Any, expected: str) -> None:
    rows = {"t": ["bill", "letter", "offer", "offer"], "q": ["bill", "bill", "offer", "offer"]}
    table = StateTable.from_rows(rows, y_true="t", y_pred="q", labels=labels)
    page = table.evaluate(task=task)
    assert page.task == expected
    assert page.results[0].name == ("cohen_kappa" if expected == "ordinal" else "accuracy")
    assert ("by alphabet" in page.assumptions[0]) == (task is None and expected == "multiclass")
    assert not any("as asked for" in said for said in page.assumptions) or task is not None


def test_a_table_of_labels_has_no_task_of_measurements() -> None:
    with pytest.raises(OptionError, match="task must be 'binary', 'multiclass' or 'ordinal', not 'continuous'"):
        TABLE.evaluate(task="continuous")


# -- a metric of each window and group -----------------------------------------------------------------------------


@pytest.mark.parametrize(("per", "many"), [("window", 10), ("group", 3), ("window and group", 30)])
def test_values_of_windows_and_groups_are_those_of_the_rows(per: str, many: int) -> None:
    found = values_in_windows(TABLE, "roc_auc", per=per)
    assert len(found) == many
    for one in found[:: max(many // 4, 1)]:
        here = np.ones(4000, np.bool_)
        if one.window is not None:
            start = np.datetime64(one.window.replace(tzinfo=None))
            here &= (ROWS["at"] >= start) & (ROWS["at"] < start + np.timedelta64(1, "D"))
        if one.group is not None:
            here &= ROWS["land"] == one.group
        exact = roc_auc(ROWS["truth"][here], ROWS["score"][here], labels=["no", "yes"])
        assert one.n == here.sum()
        assert one.low < one.certain_low <= exact <= one.certain_high < one.high
    some = values_in_windows(TABLE.window("1d"), "accuracy")[0]
    assert some.value == some.certain_low == some.certain_high


def test_values_that_are_not_there_have_reasons() -> None:
    one_class = StateTable.from_rows({"truth": ["no"], "score": [0.3]}, **SCORED)
    (found,) = values_in_windows(one_class, "roc_auc", per="group")
    assert "only the class 'no'" in found.reason
    assert np.isnan(found.value)
    (several,) = values_in_windows(TABLE.window("1d"), "recall", average=None)
    assert "choose an average" in several.reason
    for asked, said in (({"per": "day"}, "per must be 'window', "), ({"level": 2}, "level")):
        with pytest.raises(OptionError, match=said):
            values_in_windows(TABLE, "roc_auc", **asked)


def test_real_scores_have_no_labels_and_no_losses() -> None:
    rows = {"truth": [0, 1, 1, 0], "score": [-np.inf, 3.5, np.inf, 7.0], "g": list("abab")}
    table = StateTable.from_rows(rows, y_true="truth", y_score="score", labels=[0, 1], by="g", scale="real")
    page = table.evaluate()
    assert page["roc_auc"].value == roc_auc(rows["truth"], [-9, 3.5, 9, 7.0])
    assert (page.counts, table.states().losses) == (None, {})


def test_more_groups_than_a_table_holds() -> None:
    rows = {"p": np.zeros(70_000), "g": np.arange(70_000)}
    with pytest.raises(OptionError, match="more than 65,536 groups"):
        StateTable.from_rows(rows, y_score="p", by="g")
    first, second = (
        StateTable.from_rows({"p": np.zeros(40_000), "g": np.arange(start, start + 40_000)}, y_score="p", by="g")
        for start in (0, 40_000)
    )
    assert len(first.groups) == 40_000
    with pytest.raises(MergeError, match="more than 65,536 groups together"):
        first + second


FEW_ROWS = rows_of(300, days=4)
FEW = StateTable.from_rows(FEW_ROWS, **USUAL)
STORED = TESTS / "states" / "stored" / "v2"


@pytest.mark.parametrize(
    "roles",
    [
        USUAL,
        {"y_score": "score", "scale": "real"},
        {"y_pred": "label", "labels": ["no", "yes"], "by": ["land", "truth"]},
        {"y_true": "truth", "y_pred": "label", "labels": ["yes", "no"], "time": "at", "window": "1h"},
    ],
)
@pytest.mark.parametrize("n", [0, 300])
def test_read_back_to_the_bit(tmp_path: Path, roles: dict[str, object], n: int) -> None:
    table = StateTable.from_rows(part(FEW_ROWS, 0, n), **roles)
    table.write(tmp_path / "table.parquet")
    assert StateTable.read(tmp_path / "table.parquet") == table
    with pytest.raises(DataFileError, match="cannot be written: File exists"):
        table.write(tmp_path / "table.parquet")


def test_a_window_without_some_of_the_groups_is_read_back(tmp_path: Path) -> None:
    one = FEW.window("1d").where(land="FI").window("1d") + StateTable.empty(FEW.definition)
    two_lands = {"land": np.array(["FI", "SE"]), "at": FEW_ROWS["at"][[0, -1]]}
    rare = StateTable.from_rows({**part(FEW_ROWS, 0, 2), **two_lands}, **USUAL)
    for number, table in enumerate((one, rare.window("1d"), rare.between(0, 1))):
        table.write(tmp_path / f"{number}.parquet")
        assert StateTable.read(tmp_path / f"{number}.parquet").states().n == table.n


def test_missing_groups_and_infinite_scores_are_kept(tmp_path: Path) -> None:
    rows = {"p": [-np.inf, np.inf, 0.0, -0.0, 1e-310], "g": [None, "", "a", None, "(missing)"]}
    table = StateTable.from_rows(rows, y_score="p", by="g", scale="real")
    table.write(tmp_path / "table.parquet")
    again = StateTable.read(tmp_path / "table.parquet")
    assert again == table
    assert again.groups == ((None,), ("",), ("(missing)",), ("a",))


def test_the_stored_table_of_version_2_is_read_for_ever() -> None:
    found = StateTable.read(STORED / "state_table.parquet")
    expected = json.loads((STORED / "state_table.json").read_text())
    states = found.states()
    assert states.counts.table.tolist() == expected["counts"]
    assert states.curve.to_dict() == expected["curve"]
    assert [list(group) for group in found.groups] == expected["groups"]
    assert [start.isoformat() for start in found.windows] == expected["windows"]
    assert {name: one.to_dict() for name, one in states.losses.items()} == expected["losses"]


def test_any_tool_can_add_it_up(tmp_path: Path) -> None:
    for number in range(3):
        some = StateTable.from_rows(part(FEW_ROWS, 100 * number, 100 * (number + 1)), **USUAL)
        some.write(tmp_path / f"{number}.parquet")
    keys = ["window_start", "window_end", "land", "state", "cell", "class"]
    sums = [pl.col("rows").sum(), pl.col("low").min(), pl.col("high").max()]
    added = pl.read_parquet(tmp_path / "*.parquet").group_by(keys).agg(sums).sort("rows")
    FEW.write(tmp_path / "whole.parquet")
    whole = pl.read_parquet(tmp_path / "whole.parquet")
    assert added.select(whole.columns).sort(keys).equals(whole.sort(keys))
    labels = whole.filter(pl.col("state") == "labels")
    assert labels["rows"].sum() == 300


def changed(data: bytes, *, written: bool = True, **meta: Any) -> bytes:
    """The same table with other metadata, `written` by whoever knows the rule of its CRC."""
    metadata = json.loads(pl.read_parquet_metadata(BytesIO(data))["concordant"]) | meta
    if written:
        signed = {name: value for name, value in metadata.items() if name not in ("crc", "meta_crc")}
        metadata["meta_crc"] = zlib.crc32(json.dumps(signed, sort_keys=True).encode())
    pl.read_parquet(BytesIO(data)).write_parquet(file := BytesIO(), metadata={"concordant": json.dumps(metadata)})
    return file.getvalue()


@pytest.mark.parametrize(
    ("change", "error", "said"),
    [
        ({"cells": 3, "written": False}, DataFileError, "damaged: its metadata"),
        ({"cells": 3}, DataFileError, "should hold 3 cells"),
        ({"writer": "b"}, DataFileError, "content does not have the CRC"),
        ({"version": 3}, StateFormatError, "format 3"),
        ({"version": "x"}, DataFileError, "lack a part"),
        ({"format": "x"}, DataFileError, "lack a part"),
    ],
)
def test_metadata_of_something_else_are_refused(change: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        table_of_bytes(changed(table_bytes(FEW, {"writer": "a"}), **change), "here")


@pytest.mark.parametrize(
    ("column", "said"),
    [
        (pl.col("rows").reverse(), "CRC"),
        (pl.col("cell") + 10**6, "none of its definition"),
        (pl.lit("no such state").alias("state"), "columns are not those of a table of states"),
        (pl.lit(1).alias("later"), None),
    ],
)
def test_other_columns_are_refused_or_ignored(column: pl.Expr, said: str | None) -> None:
    frame, meta = (read(BytesIO(table_bytes(FEW, {}))) for read in (pl.read_parquet, pl.read_parquet_metadata))
    frame.with_columns(column).write_parquet(file := BytesIO(), metadata={"concordant": meta["concordant"]})
    if said is None:
        assert StateTable.like(table_of_bytes(file.getvalue(), "here")[0]) == FEW
        return
    with pytest.raises(DataFileError, match=said):
        table_of_bytes(file.getvalue(), "here")


def test_other_files_are_refused(tmp_path: Path) -> None:
    data = table_bytes(FEW, {})
    for place in range(0, len(data), len(data) // 15):
        with pytest.raises(DataFileError, match="damaged"):
            table_of_bytes(data[:place], "here")
    pl.DataFrame({"a": [1]}).write_parquet(tmp_path / "other.parquet")
    with pytest.raises(DataFileError, match="no table of states"):
        StateTable.read(tmp_path / "other.parquet")


def test_flipped_bytes_are_found() -> None:
    data = bytearray(table_bytes(FEW, {}))
    rng = np.random.default_rng(0)
    for place in rng.integers(0, len(data), 40).tolist():
        data[place] ^= 0x55
        try:
            found = table_of_bytes(bytes(data), "here")[0]
        except (DataFileError, StateFormatError):
            pass
        else:  # a byte of no meaning, such as of statistics
            assert found == FEW
        data[place] ^= 0x55
