"""Labels of every type that a Parquet file has: they can be typed as they are shown, and as messages offer them."""

from __future__ import annotations

import datetime as dt
import re
import shlex
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from support.files import duckdb_of

from concordant import accuracy, evaluate
from concordant.cli.wording import in_options, parse_labels, typed_list
from concordant.errors import InputTypeError, LabelError
from concordant.inputs.encoding import encode

from .conftest import Run

DAY, HOUR = dt.timedelta(1), dt.timedelta(hours=1, minutes=30)
FIRST, SECOND = (dt.datetime(2020, 1, day) for day in (1, 2))  # noqa: DTZ001  (columns without a zone)
NANO = pl.Series([1577923200000000000, 1577923200000000001]).cast(pl.Datetime("ns"))
KINDS: dict[str, tuple[pl.Series, list[str]]] = {
    "dates": (pl.Series([FIRST.date(), SECOND.date()]), ["2020-01-02", "20200102"]),
    "times": (pl.Series([FIRST, SECOND]), ["2020-01-02 00:00:00", "2020-01-02", "2020-01-02T00:00:00"]),
    "nanoseconds": (NANO, ["2020-01-02T00:00:00.000000001"]),
    "zone": (
        pl.Series([FIRST, SECOND]).dt.replace_time_zone("Europe/Berlin"),
        ["2020-01-02 00:00:00+01:00", "2020-01-01T23:00:00Z", "2020-01-02"],
    ),
    "durations": (pl.Series([0 * DAY, DAY]), ["1 day, 0:00:00", "1d", "24h", "P1D", "PT24H", "p0w1dt0h0m0s"]),
    "short": (pl.Series([-HOUR, HOUR / 2]), ["0:45:00", "45m", "PT45M", "44m59s1000ms", "PT2700.000S"]),
    "negative": (pl.Series([0 * DAY, -HOUR]), ["-1 day, 22:30:00", "-1h30m", "-PT1H30M"]),
    "time of day": (pl.Series([dt.time(0), dt.time(12, 30)]), ["12:30:00", "12:30", "T12:30"]),
    "text as bytes": (pl.Series([b"no", "j\u00e4, oui".encode()]), ["j\u00e4, oui"]),
    "bytes": (pl.Series([b"no, \xfe", b"\xff a"]), [r"b'\xff a'"]),
    "decimals": (pl.Series([Decimal("0.50"), Decimal("0.70")]), ["0.7", "0.70"]),
    "bools": (pl.Series([False, True]), ["true", "True"]),
    "categories": (pl.Series(["1", "2"], dtype=pl.Enum(["1", "2"])), ["2"]),
    "large": (pl.Series([0, 2**70], dtype=pl.Int128), [str(2**70)]),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_label_can_be_typed_as_it_is_shown_and_offered(run: Run, tmp_path: Path, kind: str) -> None:
    truth, spellings = KINDS[kind]
    columns = {"y": truth[[0, 1, 1, 0] * 5], "p": truth[[0, 1] * 10], "s": [0.1, 0.8, 0.4, 0.3] * 5}
    pl.DataFrame(columns).write_parquet(file := tmp_path / "x.parquet")
    labels = encode(truth.cast(pl.String) if kind == "text as bytes" else truth, "y").names or truth.to_list()
    words = shlex.split(typed_list(labels))[0]
    metric = ("score", file, "--truth", "y", "--score", "s", "--metric", "roc_auc", "--no-interval", "--json", "-")
    for spelling in spellings:
        ran = run(*metric, "--labels", words, f"--pos-label={spelling}")
        assert ran.code == 0, ran.err
        assert ran.json["metrics"][0]["value"] == 1.0
    ran = run(*metric)
    asks = "nothing says it" in ran.err
    assert asks == (kind not in {"decimals", "bools", "categories", "large"})
    if asks:
        offers = shlex.split(ran.err.replace("?", ""))
        taken = [run(*metric, f"--pos-label={after}") for word, after in pairwise(offers) if word == "--pos-label"]
        assert {ran.json["metrics"][0]["value"] for ran in taken} == {0.0, 1.0}


@pytest.mark.parametrize(
    ("kind", "word", "says"),
    [
        ("dates", "2020-02-30", "dates (such as 2020-01-01), and '2020-02-30' is none"),
        ("times", "2020-01-02 00:00:00Z", "datetimes without a time zone (such as 2020-01-01 00:00:00)"),
        ("times", "2020-01-02 00:00:00.0000001", "datetimes without a time zone"),
        ("zone", "noon", "datetimes in a time zone (such as 2020-01-01 00:00:00+01:00)"),
        ("durations", "P1M", "durations (such as 0:00:00)"),
        ("durations", "1", "durations"),
        ("time of day", "25:00", "times of day without a time zone (such as 00:00:00)"),
        ("bytes", "b'\\x'", "bytes (such as b'no, \\xfe')"),
        ("decimals", "x", "numbers (such as 0.50)"),
    ],
)
def test_a_word_that_names_no_label_of_the_column(kind: str, word: str, says: str) -> None:
    with pytest.raises(LabelError, match=re.escape(f"--labels {word}: column 'y' holds {says}")):
        parse_labels([word], KINDS[kind][0].alias("y"))


def test_messages_write_times_as_they_are_typed() -> None:
    zone = dt.timezone(dt.timedelta(hours=-1))
    labels = [FIRST.date(), SECOND.replace(tzinfo=zone), -HOUR, dt.time(0, fold=1), FIRST.astimezone(dt.UTC)]
    shown = f"--labels '2020-01-01,2020-01-02 00:00:00-01:00,\"-1 day, 22:30:00\",00:00:00,{labels[-1]}'"
    assert in_options(f"labels={labels}") == shown
    assert in_options(f"pos_label={b' a, '!r}, or") == "--pos-label 'b'\"'\"' a, '\"'\"'', or"
    assert in_options("'datetime.date(oops)'") == "'datetime.date(oops)'"


@pytest.mark.parametrize(
    "kind", [pl.DataFrame.lazy, pl.DataFrame.to_arrow, pl.DataFrame.to_pandas, duckdb_of, pl.DataFrame.clone]
)
def test_bytes_of_frames_are_text_where_all_are_utf_8(kind: Any) -> None:
    columns = {"y": [b"a", "\u00e9".encode(), None], "p": [b"a", b"a", b"\xff"], 'a "b"': [b"1", b"1", b"2"]}
    data = kind(pl.DataFrame(columns))
    page = evaluate("y", 'a "b"', data=data, missing="drop", labels=["a", "\u00e9", "1"])
    assert page.n == 2
    with pytest.raises(InputTypeError, match="one of y_true and y_pred holds text and the other bytes"):
        accuracy("y", "p", data=data, missing="drop")
