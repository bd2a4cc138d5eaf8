"""NDJSON: what is read as it was written, by the types of all objects, and how a line that cannot be read is named."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from concordant.sources import ndjson_files
from concordant.sources.batches import column_names, count_rows, first_rows, lazy_frame, read_columns
from concordant.sources.files import DamagedFileError, find_files

TWO = b'{"t": 1, "s": 0.5}\n{"t": 0, "s": 0.25}\n'


@pytest.fixture(params=[60, 1 << 24], autouse=True)
def _pieces(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at a few lines at a time, or at the whole file."""
    monkeypatch.setattr(ndjson_files, "_PIECE", request.param)


def write(folder: Path, content: bytes, name: str = "x.jsonl") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.gz"])
@pytest.mark.parametrize(
    ("content", "more"),
    [
        (TWO.rstrip(), []),
        (b"\xef\xbb\xbf" + TWO, []),
        (b"\n \r\n" + TWO.replace(b"\n", b"\r\n\t\n"), []),
        (TWO + b'{"s": 7, "t": 9}\n{"t": 2}\n{}', [(9, 7.0), (2, None), (None, None)]),
        (TWO + b'{"t": 1, "s": NaN, "z": "NaN, \\"\xc3\xa9\\" Infinity"}\n', [(1, None)]),
        (TWO + b'{"t": 1, "s": 2, "z": -Infinity}\n{"t": 2, "s": 3, "z": [Infinity, NaN]}\n', [(1, 2.0), (2, 3.0)]),
        (TWO + b'{"t": 1, "s": 2, "z": {"a": 1}}\n{"t": 2, "s": 3, "z": [true]}\n', [(1, 2.0), (2, 3.0)]),
        (TWO + b'{"\\u0074": 5, "s": 1e-400, "z": {"t": 8}}\n', [(5, 0.0)]),
        (TWO + b'{"t": %d, "s": 1}\n{"t": %d, "s": 1}\n' % (2**63, 2**64 + 1), [(2**63, 1.0), (2**64 + 1, 1.0)]),
        (TWO * 600 + b'{"t": 2.5, "s": NaN}\n', [(1, 0.5), (0, 0.25)] * 599 + [(2.5, None)]),
    ],
    ids=["end", "mark", "blank", "keys", "nan", "unasked", "nested", "escapes", "long", "late"],
)
def test_every_line_that_holds_something_is_a_row(
    tmp_path: Path, name: str, content: bytes, more: list[tuple[object, ...]]
) -> None:
    path = write(tmp_path, gzip.compress(content) if name.endswith("gz") else content, name)
    rows = [(1, 0.5), (0, 0.25), *more]
    assert read_columns(path, ["t", "s"]).rows() == rows
    assert first_rows(find_files(path), ["t", "s"], len(rows)).rows() == rows
    assert first_rows(find_files(path), ["s", "t"], 1).rows() == [(0.5, 1)]
    assert count_rows(find_files(path)) == (None if name.endswith("gz") else len(rows))
    assert column_names(path)[:2] == ["t", "s"]
    if len(rows) < 1000:
        assert lazy_frame(find_files(path)).select("t", "s").collect().rows() == rows


def test_a_column_that_the_first_objects_lack(tmp_path: Path) -> None:
    path = write(tmp_path, b'{"pred": 1}\n' * 1200 + b'{"pred": 2, "truth": 7, "z": {}}\n{"z": 1}')
    ticks: list[int] = []
    read = read_columns(path, ["pred", "truth"], progress=lambda done, _: ticks.append(done))
    assert read[[0, -2, -1]].rows() == [(1, None), (2, 7), (None, None)]
    assert ticks[-1] == read.height == 1202


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[\n" + TWO, "begins with a JSON array ([...]); write one object a line. One way: jq -c '.[]' old.json > "),
        (TWO.decode().encode("utf-16"), "is UTF-16 text; save it as UTF-8."),
        (TWO.decode().encode("utf-16-le"), "is not a text file, although its name says NDJSON."),
        (b"\n \n", "is empty: it holds no rows."),
        (b"\xef\xbb\xbf", "is empty: it holds no rows."),
    ],
)
def test_a_file_that_is_no_ndjson_says_what_it_is(tmp_path: Path, content: bytes, message: str) -> None:
    path = write(tmp_path, content)
    with pytest.raises(DamagedFileError) as caught:
        read_columns(path, ["t", "s"])
    assert str(caught.value).startswith(f"{path} {message}")


@pytest.mark.parametrize("before", [1, 600], ids=["early", "late"])  # late: beyond the objects that tell the types
@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            b'{"t": 1, "s":',
            "line # is no JSON: Expecting value at character 14; write one JSON object a line, as UTF-8.",
        ),
        (b'{"t": 1, "s": "x\n' + TWO, "line # is no JSON: Unterminated string starting at at character 15; write"),
        (b"[1, 2]", "line # holds a list; write one JSON object a line"),
        (b"null", "line # holds null; write one JSON object a line"),
        (b'{"t": 1}, {"t": 2}', "line # is no JSON: Extra data at character 9; write one JSON object a line"),
        (
            b'{"t": 1, "s": 1e400}',
            "column 's' holds a number in line 1 and an infinite number in line #; write only nu",
        ),
        (b'{"t": 1, "s": "\xe9"}', "line # is no JSON: 'utf-8' codec can't decode byte 0xe9"),
        (b'{"t": 1, "s": -Infinity}', "column 's' holds a number in line 1 and an infinite number in line #; write"),
        (b'{"t": true, "s": 1}', "column 't' holds an integer in line 1 and true or false in line #; write only"),
        *(
            (b'{"t": %s, "s": 1}' % value, f"column 't' holds an integer in line 1 and {kind} in line #; write only")
            for value, kind in ((b'{"a": 1}', "an object"), (b"[]", "a list"), (b'"1"', "text"))
        ),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, before: int, lines: bytes, message: str) -> None:
    path = write(tmp_path, TWO * before + b"\n" + lines)
    with pytest.raises(DamagedFileError) as caught:
        read_columns(path, ["t", "s"])
    assert str(caught.value).startswith(f"{path}: {message.replace('#', str(2 * before + 2))}")


@pytest.mark.parametrize("before", [1, 1200], ids=["early", "late"])
@pytest.mark.parametrize(
    ("value", "kind"), [(1, "an integer"), (1.0, "a number"), (True, "true or false"), ([], "a list")]
)
def test_text_beside_other_values_is_refused_where_it_is_asked_for(
    tmp_path: Path, before: int, value: object, kind: str
) -> None:
    lines = [*[{"t": "1", "s": 0}] * before, {"t": value, "s": 1}, {"t": None, "s": 0}]
    path = write(tmp_path, "\n".join(map(json.dumps, lines)).encode())
    with pytest.raises(
        DamagedFileError, match=f"column 't' holds text in line 1 and {kind} in line {before + 1}; write"
    ):
        read_columns(path, ["t", "s"])
    assert read_columns(path, ["s"]).height == before + 2
