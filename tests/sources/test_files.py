"""Reading columns of files: kinds, patterns, what columns hold, and what is said of files that cannot be read."""

from __future__ import annotations

import gzip
import io
import pathlib
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

import numpy as np
import polars as pl
import pytest
from support.files import WRITERS

from concordant import best_threshold, evaluate, scan
from concordant.data import example
from concordant.errors import ColumnError, DataFileError, InputTypeError, MissingDependencyError, OptionError
from concordant.sources import batches as row_limit
from concordant.sources.batches import column_names, read_columns
from concordant.sources.files import DamagedFileError, find_files
from concordant.states import BucketCurve, Counts

BOTH = ["truth", "pred"]


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def refused(error: type[Exception], path: object, columns: list[str] = BOTH) -> str:
    with pytest.raises(error) as caught:
        read_columns(path, columns)  # type: ignore[arg-type]
    message = str(caught.value)
    assert "\n" not in message
    return message


# Kinds of files


@pytest.mark.parametrize(
    ("name", "write_frame"),
    [
        ("x.csv", lambda frame, path: frame.write_csv(path)),
        ("x.csv.gz", lambda frame, path: path.write_bytes(gzip.compress(frame.write_csv().encode()))),
        ("x.tsv", lambda frame, path: frame.write_csv(path, separator="\t")),
        ("x.txt", lambda frame, path: frame.write_csv(path, separator=";")),
        ("x.CSV", lambda frame, path: frame.write_csv(path, separator="|")),
        ("x.parquet", lambda frame, path: frame.write_parquet(path)),
        ("x.pq", lambda frame, path: frame.write_parquet(path)),
        ("x.ndjson", lambda frame, path: frame.write_ndjson(path)),
        ("x.jsonl", lambda frame, path: frame.write_ndjson(path)),
        ("x.arrow", lambda frame, path: frame.write_ipc(path)),
        ("x.feather", lambda frame, path: frame.write_ipc(path)),
    ],
)
def test_every_kind_gives_the_same_columns_in_the_order_asked_for(
    tmp_path: Path, name: str, write_frame: Callable[[pl.DataFrame, Path], Any]
) -> None:
    frame = pl.DataFrame({"truth": [1, 0, 1], "text": ["a", "b", "c"], "pred": [0.5, 0.25, 1.0]})
    write_frame(frame, tmp_path / name)
    read = read_columns(tmp_path / name, ["pred", "truth", "pred"])
    assert read.equals(frame.select("pred", "truth"))
    assert read.schema == {"pred": pl.Float64, "truth": pl.Int64}
    assert column_names(tmp_path / name) == ["truth", "text", "pred"]


# Several files


def test_a_file_with_gaps_only_takes_the_kind_of_the_other_file(tmp_path: Path) -> None:
    first = write(tmp_path, "x.csv", "truth,pred\n1,\n")
    second = write(tmp_path, "y.csv", "truth,pred\n1,yes\n")
    assert read_columns([first, second], BOTH)["pred"].to_list() == [None, "yes"]


def test_numbers_in_one_file_and_text_in_another_are_refused(tmp_path: Path) -> None:
    first, second = write(tmp_path, "x.csv", "truth,pred\n1,1\n"), write(tmp_path, "y.csv", "truth,pred\none,1\n")
    message = refused(DataFileError, [first, second])
    assert message == f"column 'truth' holds numbers in {first} and text in {second}; write it the same way everywhere."


def test_categories_stay_categories_and_different_ones_become_text(tmp_path: Path) -> None:
    for name, labels in (("x.parquet", ["b", "a"]), ("y.parquet", ["b", "c"])):
        pl.DataFrame({"truth": pl.Series(labels, dtype=pl.Enum(labels))}).write_parquet(tmp_path / name)
    assert read_columns(tmp_path / "x.parquet", ["truth"]).schema == {"truth": pl.Enum(["b", "a"])}
    assert read_columns(str(tmp_path / "*.parquet"), ["truth"])["truth"].to_list() == ["b", "a", "b", "c"]


@pytest.mark.parametrize("name", ["a[1].csv", "a[1].ndjson", "a[1].parquet", "a[1].arrow"])
def test_brackets_in_the_name_of_a_file_are_no_pattern(tmp_path: Path, name: str) -> None:
    WRITERS[name.partition(".")[2]](pl.DataFrame({"truth": [1], "pred": [2]}), tmp_path / name)
    assert read_columns(str(tmp_path / name), BOTH).rows() == [(1, 2)]


# What CSV columns hold


@pytest.mark.parametrize(
    ("values", "expected", "kind"),
    [
        (["1", "-2", "+3", "04"], [1, -2, 3, 4], pl.Int64),
        (["1", "0.5", "1e-3", ".5"], [1.0, 0.5, 0.001, 0.5], pl.Float64),
        (["1", "inf", "-inf"], [1.0, float("inf"), float("-inf")], pl.Float64),
        (["1", "NA", "3", "null", "n/a"], [1, None, 3, None, None], pl.Int64),
        (["1", "nan"], [1.0, float("nan")], pl.Float64),
        ([" 1", "2 ", "3"], [1, 2, 3], pl.Int64),
        (["true", "False", "TRUE"], [True, False, True], pl.Boolean),
        (["NA", "x"], ["NA", "x"], pl.String),
        (["1", "-1e309", "inf"], ["1", "-1e309", "inf"], pl.String),  # no float holds it
        # More digits than a float has: two different ids must not become one number.
        (["98765432109876543210", "98765432109876543211"], ["98765432109876543210", "98765432109876543211"], pl.String),
    ],
)
def test_a_csv_column_is_what_all_of_its_values_are(
    tmp_path: Path, values: list[str], expected: list[object], kind: Any
) -> None:
    path = write(tmp_path, "x.csv", "truth,pred\n" + "".join(f"a,{value}\n" for value in values))
    column = read_columns(path, ["pred"])["pred"]
    assert column.equals(pl.Series("pred", expected, kind), check_dtypes=True)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(b"truth;pred\n1;0,5\n2;-1,25\n", [(1, 0.5), (2, -1.25)], id="decimal commas"),
        pytest.param(b'truth,pred\n"a, b","line\nbreak"\n', [("a, b", "line\nbreak")], id="quotes"),
        pytest.param(
            b"\xef\xbb\xbf\r\ntruth,pred\r\n1,2\r\n\r\n3,4\r\n\r\n", [(1, 2), (3, 4)], id="mark and blank lines"
        ),
        pytest.param(b"truth,pred\n1,2\n3\n", [(1, 2), (3, None)], id="a short line"),
        pytest.param(b"truth,pred,id\n1,2,a\n,,b\n", [(1, 2), (None, None)], id="a gap beside a value"),
    ],
)
def test_rows_of_csv(tmp_path: Path, text: bytes, rows: list[tuple[object, ...]]) -> None:
    assert read_columns(write(tmp_path, "rows.csv", text), BOTH).rows() == rows


def test_names_of_columns_in_quotes(tmp_path: Path) -> None:
    path = write(tmp_path, "x.csv", '"a, b","c\nd",e\n1,2,3\n')
    assert column_names(path) == ["a, b", "c\nd", "e"]
    assert read_columns(path, ["c\nd"]).rows() == [(2,)]


# Progress


@pytest.mark.parametrize("name", ["x.csv", "x.parquet"])
def test_progress_counts_rows_up_to_all(tmp_path: Path, name: str) -> None:
    frame = pl.DataFrame({"truth": range(1_200_000), "pred": 1})
    (frame.write_csv if name.endswith("csv") else frame.write_parquet)(tmp_path / name)
    reports: list[tuple[int, int | None]] = []
    read_columns(tmp_path / name, BOTH, progress=lambda done, total: reports.append((done, total)))
    assert len(reports) > 1
    assert [done for done, _ in reports] == sorted(done for done, _ in reports)
    assert reports[-1] == (1_200_000, 1_200_000)
    assert {total for _, total in reports} == {1_200_000}


def test_progress_over_several_files_and_without_a_known_total(tmp_path: Path) -> None:
    first = write(tmp_path, "x.csv", "truth,pred\n1,2\n")
    second = write(tmp_path, "y.csv.gz", gzip.compress(b"truth,pred\n1,2\n3,4\n"))
    reports: list[tuple[int, int | None]] = []
    read_columns([first, second], BOTH, progress=lambda done, total: reports.append((done, total)))
    assert reports[-1] == (3, None)


# What cannot be read


@pytest.mark.parametrize(
    ("present", "requested", "message"),
    [
        (["results.csv"], "result.csv", "no such file: {0}/result.csv; did you mean {0}/results.csv?"),
        (["results.csv", "notes.md"], "q.parquet", "no such file: {0}/q.parquet; data files there: results.csv."),
        ([], "x.csv", "no such file: {0}/x.csv (no data file lies in {0})."),
        ([], "nix/x.csv", "no such file: {0}/nix/x.csv (the folder {0}/nix does not exist)."),
        ([], "*.csv", "no file matches '{0}/*.csv' (in "),
        (["notes.md"], "", "{0} is a folder without a file of data; readable are CSV (.csv,"),
        (["a.csv", "a.ndjson"], "", "{0}/a.csv and {0}/a.ndjson seem to hold the same rows, which would count twice; "),
        (["a.csv", "b/a.csv.gz", "b/a.csv"], "", "{0}/b/a.csv and {0}/b/a.csv.gz seem to hold the same rows, which "),
    ],
)
def test_a_name_without_a_file_says_what_is_there(
    tmp_path: Path, present: list[str], requested: str, message: str
) -> None:
    for name in present:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        write(tmp_path, name, "truth,pred\n1,2\n")
    assert refused(DataFileError, str(tmp_path / requested)).startswith(message.format(tmp_path))


@pytest.mark.parametrize("skip_corrupt", [False, True])
@pytest.mark.parametrize(
    "source", [".", "**/*.csv", "*/*.csv", "b/*.csv", "b/x.csv", "b/y", "b", ["a/x.csv", "b/x.csv"]]
)
@pytest.mark.parametrize("closed", ["b", "b/x.csv", "link", "loop"])
def test_what_may_not_be_read_is_neither_left_out_nor_damaged(
    closed: str, source: Any, skip_corrupt: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in ("a/x.csv", "b/x.csv"):
        (tmp_path / path).parent.mkdir()
        write(tmp_path, path, "truth,pred\n1,2\n")
    monkeypatch.chdir(tmp_path)
    expected = f"{'b' if closed == 'b' else 'b/x.csv'} may not be read (permission denied); change its permissions"
    if closed in ("link", "loop"):
        to = "absent.csv" if closed == "link" else "x.csv"
        Path("b/x.csv").unlink()
        Path("b/x.csv").symlink_to(to)
        expected = f"b/x.csv is a link to {to}, which does not exist or leads back to the link."
    else:  # an administrator may read everything
        inside = re.compile(rf"(\./)?{closed}/?{'' if closed != 'b' else '(/.*)?'}")
        monkeypatch.setattr("os.access", lambda path, _: inside.fullmatch(str(path)) is None)
    if source == "b/y":
        expected = "b may not be read" if closed == "b" else "no such file: b/y"
    with pytest.raises(DataFileError, match=re.escape(expected)) as caught:
        scan(source, skip_corrupt=skip_corrupt)
    assert not isinstance(caught.value, DamagedFileError)


@pytest.mark.parametrize("kind", ["csv", "parquet", "ndjson", "arrow"])
def test_a_folder_is_all_files_below_it(kind: str, tmp_path: Path) -> None:
    for year, fold in ((2025, "a"), (2026, "b b"), (2026, None)):
        folder = tmp_path / f"year={year}" / f"fold={'__HIVE_DEFAULT_PARTITION__' if fold is None else quote(fold)}"
        folder.mkdir(parents=True)
        frame = pl.DataFrame({"truth": [1, 2], "pred": [1, year]})
        WRITERS[kind](frame, folder / f"part.{kind}")
    write(tmp_path, "_SUCCESS.tsv", "x")
    write(tmp_path, ".notes.parquet", "x")
    patterns = [str(tmp_path / "**" / f"*.{kind}"), str(tmp_path / "year=*" / "*" / f"part.{kind}")]
    for source in (tmp_path, *patterns, sorted(tmp_path.glob(f"year=*/*/*.{kind}")), sorted(tmp_path.glob("year=*"))):
        assert column_names(source) == ["truth", "pred", "year", "fold"]
        found = read_columns(source, ["fold", "pred", "year"])
        assert found.rows() == [
            *[("a", 1, 2025), ("a", 2025, 2025)],
            *[(None, 1, 2026), (None, 2026, 2026)],
            *[("b b", 1, 2026), ("b b", 2026, 2026)],
        ]
        assert read_columns(source, ["year"])["year"].to_list() == [2025, 2025, 2026, 2026, 2026, 2026]
    assert "did you mean 'year'" in refused(ColumnError, tmp_path, ["jear"])


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("x.xlsx", "files that end in .xlsx cannot be read; save the sheet as CSV. Readable are CSV (.csv,"),
        ("x.json", "files that end in .json cannot be read; write one object a line and name it .ndjson. Readable"),
        ("x.sas7bdat", "files that end in .sas7bdat cannot be read; readable are CSV (.csv, .tsv, .csv.gz), Parquet"),
        ("x", "files without an ending cannot be read; readable are"),
    ],
)
def test_unknown_kinds_say_what_can_be_read(tmp_path: Path, name: str, said: str) -> None:
    path = write(tmp_path, name, "x")
    assert refused(DataFileError, path).startswith(f"{path}: {said}")


@pytest.mark.parametrize(
    ("name", "text"), [("x.csv", ""), ("x.csv", "\n\n \n"), ("x.parquet", ""), ("x.ndjson", ""), ("x.arrow", "")]
)
def test_an_empty_file(tmp_path: Path, name: str, text: str) -> None:
    path = write(tmp_path, name, text)
    assert refused(DataFileError, path) == f"{path} is empty: it holds no rows."


@pytest.mark.parametrize("kind", ["csv", "parquet", "arrow"])
def test_names_without_rows(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"x.{kind}"
    WRITERS[kind](pl.DataFrame(schema={"truth": pl.Int64, "pred": pl.Int64}), path)
    assert refused(DataFileError, path) == f"{path}: no rows, only names of columns."


@pytest.mark.parametrize("kind", WRITERS)
def test_no_such_column_names_the_nearest(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"x.{kind}"
    WRITERS[kind](pl.DataFrame({"label": [1], "Predicted": [2]}), path)
    for column, rest in (("predicted", "did you mean 'Predicted'?"), ("xyz", "columns: 'label', 'Predicted'.")):
        assert refused(ColumnError, path, [column]) == f"{path}: no column {column!r}; {rest}"


def test_two_columns_of_one_name_are_refused_if_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path, "x.csv", "truth,pred,pred\n1,2,3\n")
    assert refused(ColumnError, path) == f"{path} has 2 columns named 'pred'; rename all but one."
    assert read_columns(path, ["truth"]).rows() == [(1,)]


NOT_UTF8 = " is not UTF-8 text; save it as UTF-8. One way: iconv -f WINDOWS-1252 -t UTF-8; in Python: "
# With the needed columns only, Polars would read 'John' as the truth and 0 as the prediction.
TOO_MANY = b"name,truth,pred\nAnn,1,0\nSmith, John,0,1\n"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.csv", TOO_MANY, ": line 3 has 4 fields where the header names 3; put text that holds ',' in quotes"),
        ("x.csv", b'truth,pred\n1,"2\n3,4\n', ': a quote (") opens a text and no quote ends it.'),
        ("x.csv", "truth,pred\nä,ö\n".encode("latin-1"), NOT_UTF8),
        ("x.csv", b"truth,pred\n" + b"a,b\n" * 5000 + "ä,ö\n".encode("latin-1"), NOT_UTF8),
        ("x.csv", "truth,pred\n1,2\n".encode("utf-16"), " is UTF-16 text; save it as UTF-8."),
        ("x.csv", b"PK\x03\x04\x00\x00\x00", " is not a text file, although its name says CSV."),
        ("x.csv.gz", b"truth,pred\n1,2\n", " cannot be read: Not a gzipped file"),
        ("x.parquet", b"no such kind\n", " cannot be read as Parquet; it is damaged or something else ("),
        ("x.arrow", b"no such kind\n", " cannot be read as Arrow IPC; it is damaged or something else ("),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    path = write(tmp_path, name, content)
    assert refused(DataFileError, path).startswith(f"{path}{message}")


@pytest.mark.parametrize("separator", ";\t,")
def test_the_line_that_is_advised_for_other_encodings_reads_any_separator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, separator: str
) -> None:
    path = write(tmp_path, "x.csv", f"t{separator}p\nä{separator}ö\nö{separator}ä\n".encode("latin-1"))
    monkeypatch.chdir(tmp_path)
    exec(refused(DataFileError, path).partition("in Python: ")[2].rstrip("."), {"pathlib": pathlib})
    assert read_columns("utf8.csv", ["t", "p"]).rows() == [("ä", "ö"), ("ö", "ä")]


def test_polars_has_to_be_there_and_not_too_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "x.csv", "truth,pred\n1,2\n")
    monkeypatch.setattr(pl, "__version__", "1.36.1")
    assert refused(MissingDependencyError, path) == (
        'reading files needs Polars 1.37 or newer, this is 1.36.1: pip install --upgrade "concordant[cli]"'
    )
    monkeypatch.setitem(sys.modules, "polars", None)
    assert refused(MissingDependencyError, path) == 'reading files needs Polars: pip install "concordant[cli]"'


def test_an_empty_name_is_not_this_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "d.csv").write_text("a,b\n1,1\n0,1\n")
    monkeypatch.chdir(tmp_path)
    for name in ("", ["d.csv", ""]):
        with pytest.raises(DataFileError, match="the name of a file is empty"):
            find_files(name)
    assert [file.path.name for file in find_files(".")] == ["d.csv"]


@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_a_decimal_of_256_bits_is_refused_as_what_it_is(tmp_path: Path, ending: str) -> None:
    pa, ipc = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.ipc")
    wide = pa.table({"t": pa.array([Decimal(1), Decimal(0)], pa.decimal256(50, 2)), "p": [1, 0]})
    path = tmp_path / f"wide.{ending}"
    if ending == "parquet":
        pytest.importorskip("pyarrow.parquet").write_table(wide, path)
    else:
        with ipc.new_file(path, wide.schema) as opened:
            opened.write(wide)
    with pytest.raises(DataFileError, match="holds a decimal of 256 bits, which Polars does not read") as caught:
        read_columns(path, ["t", "p"])
    assert "damaged" not in str(caught.value)
    assert not isinstance(caught.value, DamagedFileError)  # which --skip-corrupt would leave out


ROWS = 60


def frame() -> pl.DataFrame:
    rows = pl.DataFrame({"t": [0, 1, 1] * 20, "p": [0, 1, 0] * 20, "s": [k / 60 for k in range(ROWS)]})
    return rows.with_columns(x=pl.col("s") * 7)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def zeros(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] + bytes(20) + whole[len(whole) // 2 + 20 :])


@pytest.mark.parametrize(("kind", "damage"), [("parquet", cut), ("csv", zeros), ("ndjson", cut)])
@pytest.mark.parametrize("roles", [("t", "p"), ("t", None, "s"), ("x", "s")])
def test_pages_are_those_of_the_other_files(tmp_path: Path, roles: Any, kind: str, damage: Any) -> None:
    for part in range(3):
        WRITERS[kind](frame()[part * 20 : part * 20 + 20], tmp_path / f"{part}.{kind}")
    damage(tmp_path / f"1.{kind}")
    with pytest.raises(DataFileError, match=rf"1\.{kind}"):
        evaluate(*roles, data=tmp_path)
    files = scan(tmp_path, skip_corrupt=True)
    page, whole = evaluate(*roles, data=files), evaluate(*roles, data=frame()[:20].vstack(frame()[40:]))
    assert [one.value for one in page] == pytest.approx([one.value for one in whole], rel=1e-12, nan_ok=True)
    assert [Path(name).stem for name in files.left_out] == ["1"]
    assert page.remarks[-1].startswith("One file is damaged and is NOT in these numbers: ")
    assert Counts.from_frame(files, y_true="t", y_pred="p").n == 40


def test_damaged_files_are_left_out_but_for_all(tmp_path: Path) -> None:
    frame().write_parquet(tmp_path / "a.parquet")
    cut(tmp_path / "a.parquet")
    with pytest.raises(DataFileError, match="all 1 files are damaged"):
        scan(tmp_path / "a.parquet", skip_corrupt=True)


class _Ranges(SimpleHTTPRequestHandler):
    """Answers for parts of a file, as stores do."""

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def send_head(self) -> Any:
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return None
        whole = path.read_bytes()
        asked = re.match(r"bytes=(\d*)-(\d*)", self.headers.get("Range") or "")
        first, last = 0, len(whole) - 1
        if asked is not None:
            first = int(asked[1]) if asked[1] else max(len(whole) - int(asked[2]), 0)
            last = min(int(asked[2]), last) if asked[1] and asked[2] else last
        self.send_response(200 if asked is None else 206)
        self.send_header("Content-Range", f"bytes {first}-{last}/{len(whole)}")
        self.send_header("Content-Length", str(last - first + 1))
        self.send_header("Last-Modified", self.date_time_string(1_000_000_000))
        self.end_headers()
        return io.BytesIO(whole[first : last + 1])


@contextmanager
def served(folder: Path, handler: type[SimpleHTTPRequestHandler] = _Ranges) -> Iterator[str]:
    """Serve the files of a folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("store")
    frame().write_parquet(folder / "rows.parquet")
    frame().write_csv(folder / "rows.csv")
    (folder / "quoted.csv").write_text('t,p\na,a\nb,b\n"",a\nb,""\n')
    with served(folder) as url:
        yield url


def test_a_server_that_gives_no_parts_of_files(tmp_path: Path) -> None:
    frame().write_parquet(tmp_path / "0.parquet")
    with (
        served(tmp_path, SimpleHTTPRequestHandler) as url,
        pytest.raises(DataFileError, match=r"0\.parquet: the server gives no parts .*; download the file"),
    ):
        scan(f"{url}/0.parquet")


@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_numbers_are_those_of_the_rows(url: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    found = scan(f"{url}/rows.{kind}")
    assert (found.columns, found.rows) == (("t", "p", "s", "x"), 60)
    for roles in ({"y_pred": "p"}, {"y_score": "s"}):
        pages = [evaluate("t", data=data, **roles) for data in (found, f"{url}/rows.{kind}", frame())]
        assert [one.value for one in pages[0]] == [one.value for one in pages[1]] == [one.value for one in pages[2]]
        assert pages[0].source == f"{url}/rows.{kind}"
    assert Counts.from_frame(found, y_true="t", y_pred="p").n == 60
    assert BucketCurve.from_frame(found, y_true="t", y_score="s").n == 60
    thresholds = [best_threshold("t", "s", "f1", cv=None, data=data).threshold for data in (found, frame())]
    assert thresholds[0] == thresholds[1]
    quoted = evaluate("t", "p", data=f"{url}/quoted.csv", missing="drop")  # "" is a missing label
    assert (quoted.n, quoted.n_missing, quoted.labels) == (2, 2, ("a", "b"))


def test_errors_name_the_address(url: str) -> None:
    with pytest.raises(DataFileError, match=r"absent\.parquet cannot be read"):
        scan(f"{url}/absent.parquet")
    with pytest.raises(DataFileError, match="all end in one of"):
        scan(f"{url}/rows.xlsx")
    with pytest.raises(ColumnError, match="truth"):
        evaluate("truth", "p", data=f"{url}/rows.parquet")
    with pytest.raises(OptionError, match="not for URLs"):
        scan(f"{url}/rows.parquet", skip_corrupt=True)
    with pytest.raises(OptionError, match="for URLs such as"):
        scan("rows.parquet", storage_options={})


PATH = example("breast").path


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        (5, InputTypeError, "a list of them, not int; data in memory go to data="),
        (b"rows.csv", InputTypeError, "a list of them, not bytes; data in memory"),
        (pl.LazyFrame({"truth": [0, 1]}), InputTypeError, "a list of them, not LazyFrame; data in memory"),
        (scan(PATH), InputTypeError, "a list of them, not Scan; data in memory"),
        ([5], InputTypeError, "a file must be named by text or a Path, not "),
        (np.array([1, 2]), InputTypeError, "a file must be named by text or a Path, not "),
        (None, DataFileError, "no file was given"),
        ((), DataFileError, "no file was given"),
    ],
)
def test_what_names_no_file_is_refused(given: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=re.escape(said)):
        scan(given)
