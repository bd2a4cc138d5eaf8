"""Labels of the types that a Parquet file has: they can be typed as messages offer them, or are refused."""

from __future__ import annotations

import datetime as dt
import re
import shlex
from decimal import Decimal
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from support.files import duckdb_of

from concordant import accuracy, evaluate
from concordant.cli.wording import parse_labels, typed_list
from concordant.errors import InputTypeError, LabelError
from concordant.inputs.encoding import encode

from .conftest import Run

KINDS: dict[str, tuple[pl.Series, str]] = {
    "text as bytes": (pl.Series([b"no", "j\u00e4, oui".encode()]), "j\u00e4, oui"),
    "decimals": (pl.Series([Decimal("0.50"), Decimal("0.70")]), "0.70"),
    "bools": (pl.Series([False, True]), "true"),
    "categories": (pl.Series(["1", "2"], dtype=pl.Enum(["1", "2"])), "2"),
    "large": (pl.Series([0, 2**70], dtype=pl.Int128), str(2**70)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_label_can_be_typed_as_it_is_shown(run: Run, tmp_path: Path, kind: str) -> None:
    truth, word = KINDS[kind]
    columns = {"y": truth[[0, 1, 1, 0] * 5], "p": truth[[0, 1] * 10], "s": [0.1, 0.8, 0.4, 0.3] * 5}
    pl.DataFrame(columns).write_parquet(file := tmp_path / "x.parquet")
    labels = encode(truth.cast(pl.String) if kind == "text as bytes" else truth, "y").names or truth.to_list()
    words = shlex.split(typed_list(labels))[0]
    metric = ("score", file, "--truth", "y", "--score", "s", "--metric", "roc_auc", "--no-interval", "--json", "-")
    ran = run(*metric, "--labels", words, f"--pos-label={word}")
    assert ran.code == 0, ran.err
    assert ran.json["metrics"][0]["value"] == 1.0


@pytest.mark.parametrize(
    ("column", "says"),
    [
        (pl.Series([dt.date(2020, 1, 1)]), "column 'y' is of type Date, whose labels cannot be typed"),
        (pl.Series([dt.timedelta(1)]), "column 'y' is of type Duration"),
        (pl.Series([b"\xff"]), "column 'y' is of type Binary"),
        (pl.Series([Decimal("0.50")]), "column 'y' holds numbers (such as 0.50)"),
    ],
)
def test_a_word_that_names_no_label_of_the_column(column: pl.Series, says: str) -> None:
    with pytest.raises(LabelError, match=re.escape(f"--labels x: {says}")):
        parse_labels(["x"], column.alias("y"))


BYTES = {"y": [b"a", "\u00e9".encode(), None], "p": [b"a", b"a", b"\xff"], 'a "b"': [b"1", b"1", b"2"]}


@pytest.mark.parametrize("kind", [pl.DataFrame.to_arrow, pl.DataFrame.to_pandas, duckdb_of])
def test_bytes_of_other_frames_stay_bytes(kind: Any) -> None:
    data = kind(pl.DataFrame(BYTES))
    assert evaluate("y", 'a "b"', data=data, missing="drop").labels == (b"1", b"a", "\u00e9".encode())
    with pytest.raises(LabelError, match="3 labels occur that labels= does not name: b'1'"):
        evaluate("y", 'a "b"', data=data, missing="drop", labels=["a", "\u00e9", "1"])


@pytest.mark.parametrize("kind", [pl.DataFrame.lazy, pl.DataFrame.clone])
def test_bytes_of_frames_of_polars_are_text_where_all_are_utf_8(kind: Any) -> None:
    data = kind(pl.DataFrame(BYTES))
    page = evaluate("y", 'a "b"', data=data, missing="drop", labels=["a", "\u00e9", "1"])
    assert page.n == 2
    with pytest.raises(InputTypeError, match="one of y_true and y_pred holds text and the other bytes"):
        accuracy("y", "p", data=data, missing="drop")
