"""Tables as Parquet files: read for ever, damaged ones refused, and any tool can add them up."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from monitored_rows import USUAL, part, rows_of

from concordant import StateTable
from concordant.errors import DataFileError, StateFormatError
from concordant.monitoring.windowed_states import table_bytes, table_of_bytes

ROWS = rows_of(300, days=4)
TABLE = StateTable.from_rows(ROWS, **USUAL)
STORED = Path(__file__).parents[1] / "states" / "stored" / "v2"


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
    table = StateTable.from_rows(part(ROWS, 0, n), **roles)
    table.write(tmp_path / "table.parquet")
    assert StateTable.read(tmp_path / "table.parquet") == table
    with pytest.raises(DataFileError, match="cannot be written: File exists"):
        table.write(tmp_path / "table.parquet")


def test_a_window_without_some_of_the_groups_is_read_back(tmp_path: Path) -> None:
    one = TABLE.window("1d").where(land="FI").window("1d") + StateTable.empty(TABLE.definition)
    rare = StateTable.from_rows(
        {**part(ROWS, 0, 2), "land": np.array(["FI", "SE"]), "at": ROWS["at"][[0, -1]]}, **USUAL
    )
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
        StateTable.from_rows(part(ROWS, 100 * number, 100 * (number + 1)), **USUAL).write(
            tmp_path / f"{number}.parquet"
        )
    keys = ["window_start", "window_end", "land", "state", "cell", "class"]
    sums = [pl.col("rows").sum(), pl.col("low").min(), pl.col("high").max()]
    added = pl.read_parquet(tmp_path / "*.parquet").group_by(keys).agg(sums).sort("rows")
    TABLE.write(tmp_path / "whole.parquet")
    whole = pl.read_parquet(tmp_path / "whole.parquet")
    assert added.select(whole.columns).sort(keys).equals(whole.sort(keys))
    labels = whole.filter(pl.col("state") == "labels")
    assert labels["rows"].sum() == 300


def damaged(data: bytes, **change: object) -> bytes:
    """The same file with another content, or other metadata."""
    from io import BytesIO

    frame, meta = pl.read_parquet(BytesIO(data)), pl.read_parquet_metadata(BytesIO(data))
    known = json.loads(meta["concordant"])
    out = BytesIO()
    if "rows" in change:
        frame = frame.with_columns(rows=pl.col("rows").reverse())
    elif "drop" in change:
        frame = frame.drop(change["drop"])
    elif "column" in change:
        frame = frame.with_columns(later=pl.lit(1))
    elif "cell" in change:
        frame = frame.with_columns(cell=pl.col("cell") + 10**6)
    else:
        known |= {name: value for name, value in change.items() if name != "written"}
    if "written" in change:  # so by whoever knew the rule, not by damage
        own = {name: value for name, value in known.items() if name not in ("crc", "meta_crc")}
        known["meta_crc"] = zlib.crc32(json.dumps(own, sort_keys=True).encode())
    frame.write_parquet(out, metadata={"concordant": json.dumps(known)})
    return out.getvalue()


@pytest.mark.parametrize(
    ("change", "error", "said"),
    [
        ({"rows": 1}, DataFileError, "CRC"),
        ({"cells": 3}, DataFileError, "damaged: its metadata"),
        ({"cells": 3, "written": 1}, DataFileError, "should hold 3 cells"),
        ({"writer": "b"}, DataFileError, "damaged: its metadata"),
        ({"writer": "b", "written": 1}, DataFileError, "content does not have the CRC"),
        ({"cell": 1}, DataFileError, "none of its definition"),
        ({"drop": "rows"}, DataFileError, "columns"),
        ({"version": 3}, DataFileError, "damaged: its metadata"),
        ({"version": 3, "written": 1}, StateFormatError, "format 3"),
        ({"version": "x"}, DataFileError, "damaged: its metadata"),
        ({"version": "x", "written": 1}, DataFileError, "lack a part"),
        ({"definition": {}}, DataFileError, "damaged: its metadata"),
        ({"format": "x", "written": 1}, DataFileError, "lack a part"),
    ],
)
def test_damaged_files_are_refused(change: dict[str, object], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        table_of_bytes(damaged(table_bytes(TABLE, {"writer": "a"}), **change), "here")


def test_other_files_are_refused_and_other_columns_ignored(tmp_path: Path) -> None:
    data = table_bytes(TABLE, {})
    assert StateTable.like(table_of_bytes(damaged(data, column=1), "here")[0]) == TABLE
    for place in range(0, len(data), len(data) // 15):
        with pytest.raises(DataFileError, match="damaged"):
            table_of_bytes(data[:place], "here")
    pl.DataFrame({"a": [1]}).write_parquet(tmp_path / "other.parquet")
    with pytest.raises(DataFileError, match="no table of states"):
        StateTable.read(tmp_path / "other.parquet")


def test_flipped_bytes_are_found() -> None:
    data = bytearray(table_bytes(TABLE, {}))
    rng = np.random.default_rng(0)
    for place in rng.integers(0, len(data), 40).tolist():
        data[place] ^= 0x55
        try:
            found = table_of_bytes(bytes(data), "here")[0]
        except (DataFileError, StateFormatError):
            pass
        else:  # a byte of no meaning, such as of statistics
            assert found == TABLE
        data[place] ^= 0x55
