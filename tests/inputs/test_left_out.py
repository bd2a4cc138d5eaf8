"""Damaged files of a scan: an error, or left out with all of their rows and named; never silent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from concordant import evaluate, scan
from concordant.cli import main
from concordant.errors import DataFileError
from concordant.sources import batches as row_limit
from concordant.states import Counts, Curve

ROWS = 60


def frame() -> pl.DataFrame:
    rows = pl.DataFrame({"t": [0, 1, 1] * 20, "p": [0, 1, 0] * 20, "s": [k / 60 for k in range(ROWS)]})
    return rows.with_columns(x=pl.col("s") * 7)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def zeros(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] + bytes(20) + whole[len(whole) // 2 + 20 :])


DAMAGES: dict[str, tuple[str, Callable[[Path], Any]]] = {
    "half a parquet": ("parquet", cut),
    "a hole in a csv": ("csv", zeros),
    "an empty csv": ("csv", lambda path: path.write_bytes(b"")),
    "half an ndjson": ("ndjson", lambda path: path.write_bytes(path.read_bytes()[:-9])),
}


@pytest.fixture(params=DAMAGES)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Three files, of which that in the middle is damaged."""
    kind, damage = DAMAGES[request.param]
    for part in range(3):
        path, some = tmp_path / f"{part}.{kind}", frame()[part * 20 : part * 20 + 20]
        {"csv": some.write_csv, "parquet": some.write_parquet, "ndjson": some.write_ndjson}[kind](path)
    damage(tmp_path / f"1.{kind}")
    return tmp_path


@pytest.mark.parametrize("most", [0, 2_000_000])
@pytest.mark.parametrize("roles", [("t", "p"), ("t", None, "s"), ("x", "s")])
def test_pages_are_those_of_the_other_files(
    folder: Path, roles: Any, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(row_limit, "MOST_ROWS", most)
    with pytest.raises(DataFileError, match=r"1\.(parquet|csv|ndjson)"):
        evaluate(*roles, data=folder)
    files = scan(folder, skip_corrupt=True)
    page, whole = evaluate(*roles, data=files), evaluate(*roles, data=frame()[:20].vstack(frame()[40:]))
    assert [one.value for one in page] == pytest.approx([one.value for one in whole], rel=1e-12, nan_ok=True)
    assert [Path(name).stem for name in files.left_out] == ["1"]
    assert page.remarks[-1].startswith("One file is damaged and is NOT in these numbers: ")


def test_states_and_the_command_name_them(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = scan(folder, skip_corrupt=True)
    assert Counts.from_frame(files, y_true="t", y_pred="p").n == 40
    assert Curve.from_frame(files, y_true="t", y_score="s").n == 40
    words = ["report", str(folder), "--truth", "t", "--pred", "p", "--json", "-"]
    assert main([*words, "--skip-corrupt"]) == 0
    assert "NOT in these numbers" in capsys.readouterr().out


def test_nothing_left_is_an_error(tmp_path: Path) -> None:
    frame().write_parquet(path := tmp_path / "a.parquet")
    cut(path)
    with pytest.raises(DataFileError, match="all 1 files are damaged"):
        scan(path, skip_corrupt=True)
