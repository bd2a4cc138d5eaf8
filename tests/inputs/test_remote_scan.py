"""Files at URLs: read by Polars, in batches, with the same numbers; a local server stands in for a store."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import polars as pl
import pytest

from concordant import best_threshold, evaluate, scan
from concordant.cli import main
from concordant.errors import ColumnError, DataFileError, OptionError
from concordant.sources import batches as row_limit
from concordant.states import BucketCurve, Counts


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


FRAME = pl.DataFrame({"t": [0, 1, 1] * 20, "p": [0, 1, 0] * 20, "s": [k * 7 % 60 / 60 for k in range(60)]})


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("store")
    FRAME.write_parquet(folder / "rows.parquet")
    FRAME.write_csv(folder / "rows.csv")
    (folder / "quoted.csv").write_text('t,p\na,a\nb,b\n"",a\nb,""\n')
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Ranges, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_numbers_are_those_of_the_rows(url: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    found = scan(f"{url}/rows.{kind}")
    assert (found.columns, found.rows) == (("t", "p", "s"), 60)
    for roles in ({"y_pred": "p"}, {"y_score": "s"}):
        pages = [evaluate("t", data=data, **roles) for data in (found, f"{url}/rows.{kind}", FRAME)]
        assert [one.value for one in pages[0]] == [one.value for one in pages[1]] == [one.value for one in pages[2]]
        assert pages[0].source == f"{url}/rows.{kind}"
    assert Counts.from_frame(found, y_true="t", y_pred="p").n == 60
    assert BucketCurve.from_frame(found, y_true="t", y_score="s").n == 60
    whole = best_threshold(FRAME["t"], FRAME["s"], "f1", cv=None)
    assert best_threshold("t", "s", "f1", cv=None, data=found).threshold == whole.threshold


def test_the_command_reads_addresses(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["report", f"{url}/rows.csv", "--truth", "t", "--score", "s", "--by", "p", "--by", "t"]
    assert main([*given, "--json", "-"]) == 0
    page = json.loads(capsys.readouterr().out)
    whole = evaluate("t", y_score="s", data=FRAME)
    assert [one["value"] for one in page["results"]] == [one.value for one in whole]
    assert (page["source"], page["by"]["groups"][0]["label"]) == (f"{url}/rows.csv", "0, 0")
    assert main(["report", f"{url}/rows.csv", "--truth", "y", "--score", "s"]) == 2
    assert "no column 'y'" in capsys.readouterr().err


def test_cells_in_quotes_that_hold_nothing_are_missing(url: str) -> None:
    page = evaluate("t", "p", data=f"{url}/quoted.csv", missing="drop")
    assert (page.n, page.n_missing, page.labels) == (2, 2, ("a", "b"))


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
