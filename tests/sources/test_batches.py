"""Labels in files, batch by batch: the page, the errors and the rows named in them are those of the whole columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.files import WRITERS, read_in_batches

from concordant import cohen_kappa, evaluate, scan
from concordant.errors import ConcordantError, LabelWarning
from concordant.report import columns as report_columns
from concordant.sources import batches as row_limit
from concordant.sources import label_batches, parquet_files
from concordant.sources.batches import file_batches, read_columns
from concordant.sources.files import find_files
from concordant.sources.source import with_roles
from concordant.states import Counts


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    read_in_batches(monkeypatch, 3)


def written(frame: pl.DataFrame, kind: str, folder: Path, name: str = "d") -> Path:
    path = folder / f"{name}.{kind}"
    WRITERS[kind](frame, path)
    return path


def page(source: Any, read: Any, **options: Any) -> Any:
    """The page as data, or what the error says."""
    named = {"sample_weight": "w"} if "w" in (read.columns if isinstance(read, pl.DataFrame) else read) else {}
    try:
        found = evaluate("t", "p", data=source, **{**named, **options}).to_dict()
    except ConcordantError as error:
        return type(error), str(error)
    for finding in found["findings"]["findings"]:
        finding["command"] = None  # there is one of files alone, and what it does is said beside it
        finding["next_step"] = finding["next_step"].partition(" This plans")[0]
    return {name: part for name, part in found.items() if name != "source"}


def both(source: Any, columns: list[str], **options: Any) -> tuple[Any, Any]:
    """The page of the files, and that of their columns read as a whole."""
    try:
        files = with_roles(source, labels=columns[:2], weights=columns[2:])
        whole = page(read_columns(files, columns), columns, **options)
    except ConcordantError as error:
        whole = type(error), str(error)
    return page(source, columns, **options), whole


LABELS: dict[str, Any] = {
    "text": st.sampled_from(["no", "yes", "NA", " yes", ""]),
    "numbers as text": st.sampled_from(["1", "2", "1.0", "NA", " 2", "none"]),
}


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning", "ignore::concordant.errors.LabelWarning")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data(), st.sampled_from(sorted(WRITERS)), st.sampled_from(sorted(LABELS)), st.booleans(), st.booleans())
def test_any_rows_give_the_page_of_the_whole_columns(
    tmp_path: Path, data: st.DataObject, kind: str, labels: str, weighted: bool, gaps: bool
) -> None:
    value = LABELS[labels] | st.none() if gaps else LABELS[labels]
    rows = data.draw(st.integers(1, 14))
    columns = {name: data.draw(st.lists(value, min_size=rows, max_size=rows)) for name in ("t", "p")}
    if weighted:  # whole numbers, halves and zero: sums are exact in any order
        others = data.draw(st.lists(st.sampled_from([0.0, 0.5, 1.0, 3.0]), min_size=rows - 1, max_size=rows - 1))
        columns["w"] = [1.0, *others]
    path = written(pl.DataFrame(columns, strict=False), kind, tmp_path)
    for missing in ("raise", "drop"):
        found, whole = both(path, list(columns), missing=missing)
        assert found == whole


@pytest.mark.parametrize("kind", WRITERS)
def test_rows_are_not_read_as_a_whole(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(pl.DataFrame({"t": [0, 1, 1, 0, 1], "p": [0, 1, 0, 0, 1]}), kind, tmp_path)
    monkeypatch.setattr(row_limit, "read_columns", None)
    assert evaluate("t", "p", data=path)["accuracy"].value == 0.8
    assert evaluate("t", "p", data=path, labels=[1, 0]).pos_label == 0


@pytest.mark.parametrize("group", [1, 4, 100])
@pytest.mark.parametrize("rows", [0, 1, 5, 6, 7, 12, 20])
def test_parquet_is_read_in_windows(rows: int, group: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_files, "_WINDOW", 7)  # two batches of three
    pl.DataFrame({"t": range(rows)}).write_parquet(tmp_path / "d.parquet", row_group_size=group)
    parts = file_batches(find_files(tmp_path / "d.parquet"), ["t"], rows=3)
    assert [part["t"].to_list() for _, part in parts][1:] == [
        list(range(start, min(start + 3, rows))) for start in range(0, rows, 3)
    ]


def test_several_files_of_several_kinds_are_one(tmp_path: Path) -> None:
    parts = [pl.DataFrame({"t": [0, 1, k], "p": [1, 1, k], "w": [1.0, 2.0, 0.5]}) for k in range(4)]
    several = enumerate(zip(WRITERS, parts, strict=True))
    paths = [written(part, kind, tmp_path, f"part{k}") for k, (kind, part) in several]
    found, whole = both(paths, ["t", "p", "w"])
    assert found == whole
    assert page(pl.concat(parts), ["w"]) == found


def test_a_scan_is_the_files_it_found(tmp_path: Path) -> None:
    frame = pl.DataFrame({"t": [0, 1, 1], "p": [0, 1, 0], "x": ["a", "b", "c"]})
    (tmp_path / "year=2026").mkdir()
    paths = [written(frame, "parquet", tmp_path / "year=2026", name) for name in "ab"]
    found = scan(tmp_path)
    assert (found.paths, found.columns, found.rows) == (paths, ("t", "p", "x", "year"), 6)
    assert found.size == sum(path.stat().st_size for path in paths)
    assert repr(found) == f"<Scan of {paths[0]} and 1 more: 4 columns>"
    assert found.frame().collect().columns == ["t", "p", "x", "year"]
    assert found.frame().select(pl.col("year").sum()).collect().item() == 6 * 2026
    assert page(found, []) == page(paths, []) == page(pl.concat([frame, frame]), [])
    assert evaluate("t", "p", data=found, by="year").groups is not None
    assert evaluate("t", "p", data=found).source == f"{paths[0]} and 1 more"


def test_a_scan_of_csv_lets_polars_say_what_columns_hold(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text("t;p\n1;0,5\n0;1,5\n")
    assert scan(path).frame().collect().rows() == [(1, 0.5), (0, 1.5)]
    assert (scan(path).rows, scan(str(path)).columns) == (2, ("t", "p"))


@pytest.mark.parametrize("most", [0, 4, 1 << 12])
@pytest.mark.parametrize("kind", [pl.Int64, pl.UInt8, pl.Float64, pl.Boolean])
def test_batches_of_other_labels_are_counted_together(
    most: int, kind: type[pl.DataType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(label_batches, "_MOST_WAITING", most)
    monkeypatch.setattr(parquet_files, "_BATCH", 3)
    truth = [0, 1, 1, 1, 0, 0, 5, 0, 1, 1, None, 0, 0, 0, 0, 1, 0, 1, None, 1, 5]
    frame = pl.DataFrame({"t": truth, "p": [*truth[:15], 1, 1, 0, 0, 5, 1]}).cast(kind)
    found = Counts.from_frame(scan(written(frame, "parquet", tmp_path)), y_true="t", y_pred="p", missing="drop")
    assert found == Counts.from_labels(frame["t"], frame["p"], missing="drop")
    assert found.missing == 2


def test_pairs_as_many_as_rows_are_read_as_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = pl.DataFrame({"t": range(40), "p": [*range(20), *range(20)]})
    path = written(frame, "parquet", tmp_path)
    for most in ("_MOST_WAITING", "_MANY"):
        monkeypatch.setattr(label_batches, most, 5)
    seen = []
    monkeypatch.setattr(
        report_columns, "read_columns", lambda *given, **how: seen.append(given) or read_columns(*given, **how)
    )
    found, whole = both(path, ["t", "p"])
    assert found == whole
    assert seen
    assert Counts.from_frame(scan(path), y_true="t", y_pred="p") == Counts.from_labels(frame["t"], frame["p"])


def test_labels_that_look_alike_and_words_for_missing_ones_are_told(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text("t,p\nyes,yes\nYes,no\nno,no\nNA,no\n")
    for call in (evaluate, cohen_kappa):
        with pytest.warns(LabelWarning) as told:
            call("t", "p", data=path)
        assert [str(one.message) for one in told] == [
            "'Yes' and 'yes' count as different labels: write them alike.",
            "labels that read as missing values count as labels; if they are none, say missing_labels=['NA'].",
        ]
    evaluate("t", "p", data=path, labels=["no", "yes", "Yes", "NA"])  # declared: meant
