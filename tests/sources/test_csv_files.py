"""Fields of CSV files that are parsed as numbers, or not at all: the same as if all of them were parsed as text."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from concordant import evaluate, roc_auc, scan
from concordant.errors import ConcordantError, DataFileError, ScoreError
from concordant.sources import csv_files
from concordant.sources.batches import read_columns
from concordant.sources.csv_files import as_numbers, csv_fields
from concordant.sources.files import batches, find_files
from concordant.states import Counts, Curve

# A quote somewhere in a file makes every field be parsed as text.
HEADERS = {"numbers": "t,p,x", "text": 't,p,"x"'}
ODD = [
    "", " ", "1", " 1", "1 ", "+1", "-1", "01", "00", "1.0", "1.", ".5", "0.5", "-0.0", "1e2", "1E-3", "0x1", "1_0",
    "NA", "nan", "NaN", "null", "inf", "-inf", "Infinity", "true", "False", "abc", "é", "9007199254740993",
    "9223372036854775807", "9223372036854775808", "1e400", "1e-400", "12345678901234567.5", "0.10000000000000000555",
]  # fmt: skip


@pytest.fixture
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    def two(scan: pl.LazyFrame, rows: int) -> Iterator[pl.DataFrame]:
        del rows
        return batches(scan, 2)

    monkeypatch.setattr(csv_files, "batches", two)


def written(folder: Path, lines: list[str]) -> dict[str, Path]:
    paths = {}
    for name, header in HEADERS.items():
        paths[name] = folder / f"{name}.csv"
        paths[name].write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
    return paths


def scores_or_error(path: Path) -> object:
    try:
        curve = Curve.from_frame(scan(path), y_true="t", y_score="p", missing="drop")
    except ConcordantError as error:
        return type(error), str(error).replace(str(path), "FILE").replace(path.name, "FILE")
    return curve.scores.tolist(), curve.weights.tolist(), curve.missing


@pytest.mark.usefixtures("_small_batches")
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    start=st.sampled_from(["1", "0.5", "abc"]),
    many=st.integers(0, 3),
    rest=st.lists(st.tuples(st.sampled_from(["0", "1", "2"]), st.sampled_from(ODD)), max_size=4),
    more=st.sampled_from(["", "x", "é", "1,2"]),
)
def test_numbers_are_what_the_text_says(
    start: str, many: int, rest: list[tuple[str, str]], more: str, tmp_path: Path
) -> None:
    lines = [f"{k % 2},{start},x" for k in range(many)] + [f"{t},{p},{more}" for t, p in rest]
    paths = written(tmp_path, lines)
    assert scores_or_error(paths["numbers"]) == scores_or_error(paths["text"])


def batches_of(path: Path) -> list[list[object]]:
    parts = csv_fields(find_files(path)[0], ["p"], lambda _: None, ["p"])
    columns = [part["p"] for part in parts if part.height]
    return [(one if one.dtype.is_numeric() else as_numbers(one)).to_list() for one in columns]


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("start", ["1", "0.5"])
def test_batches_after_the_first_rows(start: str, odd: str, tmp_path: Path) -> None:
    paths = written(tmp_path, [f"1,{start},x"] * 1100 + [f"1,{odd},x", "1,7,x"])
    assert repr(batches_of(paths["numbers"])) == repr(batches_of(paths["text"]))


def test_numbers_are_parsed_as_such(tmp_path: Path) -> None:
    path = written(tmp_path, ["0,1,x", "1,2.5,x"])["numbers"]
    parts = list(csv_fields(find_files(path)[0], ["t", "p"], lambda _: None, ["t"]))
    assert parts[-1].schema == {"t": pl.Int64, "p": pl.String}


ROWS = "t;p\n0;1\n1;1\n0;0\n"


@pytest.mark.parametrize("note", ["sep=;", '"sep=;"', "\ufeffsep=;", "sep=,", "sep=\t", "sep="])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("name", ["rows.csv", "rows.tsv", "rows.csv.gz"])
def test_a_note_to_excel_is_named_and_to_be_deleted(tmp_path: Path, note: str, end: str, name: str) -> None:
    path = tmp_path / name
    text = (note + "\n" + ROWS).replace("\n", end).encode()
    path.write_bytes(gzip.compress(text) if name.endswith("gz") else text)
    with pytest.raises(DataFileError, match=r"its first line, .*sep=.* tells Excel .* delete that line"):
        scan(path)


def test_lines_that_no_newline_ends_are_refused_with_a_command(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_bytes(b"t,p\r0,1\r1,1\r")
    with pytest.raises(DataFileError, match=r"carriage return alone.*tr '\\r' '\\n' < old.csv > new.csv"):
        evaluate("t", "p", data=path)


@pytest.mark.parametrize("text", ['"a\rb",t,p\n1,0,1\n2,1,1\n', "t,p\r\n0,1\r\n1,1\r\n", "t,p,sep=\n0,1,;\n1,1,;\n"])
def test_other_carriage_returns_and_names_are_read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_bytes(text.encode())
    assert evaluate("t", "p", data=path).n == 2


def test_a_label_without_weight_says_what_its_column_holds_and_is_no_class(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text("t,p,w\nx,0.1,0\n1,0.3,1\n2,0.2,1\n")
    named = {"sample_weight": "w", "labels": ["2", "1"]}
    assert Curve.from_frame(scan(path), y_true="t", y_score="p", **named).classes == ("2", "1")
    path.write_text("t,p,w\nx,1,0\n1,1,2\n2,1,1\n")
    assert Counts.from_frame(scan(path), y_true="t", y_pred="p", sample_weight="w").labels == ("1", "2")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("y;a;risk\n0;1.234;0,5\n1;900;0,7\n", "1.234"),  # another column says that commas are in use
        ("y;a\n0;900\n1;2,5\n0;12.345\n", "12.345"),  # the column itself does
    ],
)
def test_a_point_between_thousands_is_no_decimal_point(tmp_path: Path, text: str, value: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(text)
    with pytest.raises(ScoreError, match=rf"a must hold numbers, but row \d of .* holds '{value}'. Write numbers with"):
        roc_auc("y", "a", data=path)


@pytest.mark.parametrize("text", ["y;a;b\n0;1.234;x\n1;2.345;y\n", "y;a;b\n0;0.234;0,5\n1;0.345;0,1\n"])
def test_three_decimals_are_decimals_where_nothing_speaks_for_thousands(tmp_path: Path, text: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(text)
    assert roc_auc("y", "a", data=path) == 1


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("model, v2;truth\na;a\nb;b\n", ["model, v2", "truth"]),
        ("\ufeff\ngrade, final;score\n\n1;1,7\n2;2,5\n", ["grade, final", "score"]),
        ('id;"grade, final";score\r\n1;0;0,5\r\n2;1;1,2\r\n', ["id", "grade, final", "score"]),
        ("grade, final\tscore\n1\t1,7\n2\t2.5\n", ["grade, final", "score"]),
        ('text, raw;t\n"Dear Ann,\nno";a\nhe said, yes;b\nyes;a\n', ["text, raw", "t"]),
        ("id,note;tag\n1,a;b\n2,c;d\n3,e\n", ["id", "note;tag"]),
        ("id,a;b;c\n1,x;y;z\n2,u;v;w\n", ["id", "a;b;c"]),
        ('id,"a;b",c\n1,"x;y",z\n', ["id", "a;b", "c"]),
        ("p(a|b),p(b|a),y\n0.1,0.9,1\n0.2,0.8\n", ["p(a|b)", "p(b|a)", "y"]),
        ('"a, b"\nx\ny;z\n', ["a, b"]),
        ("t\nx,y\nz\n", ["t"]),
    ],
)
def test_what_separates_splits_the_rows_as_it_splits_the_header(tmp_path: Path, text: str, names: list[str]) -> None:
    path = tmp_path / "rows.txt"
    path.write_bytes(text.encode())
    assert csv_files.csv_names(find_files(path)[0]) == names


@pytest.mark.parametrize(
    ("rows", "values"),
    [
        (["0,5", "1"], [0.5, 1.0]),
        (["1,234", "900,5"], [1.234, 900.5]),
        (["1,234", "900"], ["1,234", "900"]),  # 1234 in English
        (["1,25", "0.5"], ["1,25", "0.5"]),  # not both
    ],
)
@pytest.mark.parametrize("separator", "\t|")
def test_decimal_commas_without_semicolons(
    tmp_path: Path, rows: list[str], values: list[object], separator: str
) -> None:
    path = tmp_path / "rows.txt"
    path.write_text("".join(f"{row}{separator}{k}\n" for k, row in enumerate(["x", *rows])))
    assert read_columns(path, ["x"])["x"].to_list() == values
