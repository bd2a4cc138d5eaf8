"""CSV whose first line names no columns, and CSV whose lines end as old Macs ended them: refused with a way out."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from concordant import evaluate, scan
from concordant.errors import DataFileError

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


@pytest.mark.parametrize("text", ["t,p\r0,1\r1,1\r", "t\r0\r1\r", "t;p\r0;1"])
@pytest.mark.parametrize("name", ["rows.csv", "rows.csv.gz"])
def test_lines_that_no_newline_ends_are_refused_with_a_command(tmp_path: Path, text: str, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(text.encode()) if name.endswith("gz") else text.encode())
    with pytest.raises(DataFileError, match=r"carriage return alone.*tr '\\r' '\\n' < old.csv > new.csv"):
        evaluate("t", "p", data=path)


@pytest.mark.parametrize("text", ['"a\rb",t,p\n1,0,1\n2,1,1\n', "t,p\r\n0,1\r\n1,1\r\n", "t,p,sep=\n0,1,;\n1,1,;\n"])
def test_other_carriage_returns_and_names_are_read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_bytes(text.encode())
    assert evaluate("t", "p", data=path).n == 2
