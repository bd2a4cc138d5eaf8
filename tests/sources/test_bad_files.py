"""Many files, one of them at fault: one error, with the file, the column, the row, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from concordant import evaluate
from concordant.errors import ColumnError, ConcordantError, DataFileError, MissingValuesError, WeightError
from concordant.sources import batches as row_limit

ROWS = 400
QUESTIONS: dict[str, dict[str, Any]] = {
    "labels": {"y_true": "t", "y_pred": "p", "sample_weight": "w"},
    "labels by groups": {"y_true": "t", "y_pred": "p", "sample_weight": "w", "by": "g"},
    "scores": {"y_true": "t", "y_score": "s", "sample_weight": "w"},
    "one score a class": {"y_true": "k", "y_score": ["a", "b", "c"]},
}
_at = pl.int_range(ROWS) == 39


def _with(column: str, value: Any) -> Callable[[pl.DataFrame], pl.DataFrame]:
    return lambda rows: rows.with_columns(pl.when(_at).then(pl.lit(value)).otherwise(pl.col(column)).alias(column))


FAULTS: dict[str, tuple[Callable[[pl.DataFrame], pl.DataFrame], str, type[ConcordantError], str]] = {
    "no column": (lambda rows: rows.drop("t"), "t", ColumnError, r"3\.parquet: no column 't'"),
    "no score": (lambda rows: rows.drop("b"), "b", ColumnError, r"3\.parquet: no column 'b'"),
    "another type": (
        lambda rows: rows.with_columns(pl.col("t").cast(pl.String)),
        "t",
        DataFileError,
        r"'t' holds numbers in .*0\.parquet and text in .*3\.parquet",
    ),
    "no label": (_with("t", None), "t", MissingValuesError, r"t has 1 missing .* which is row 39 of .*3\.parquet"),
    "NaN": (_with("s", float("nan")), "s", MissingValuesError, r"s has 1 missing .* which is row 39 of .*3\.parquet"),
    "a negative weight": (_with("w", -1.0), "w", WeightError, r"row 1239, which is row 39 of .*3\.parquet: -1\.0"),
    "an infinite weight": (_with("w", float("inf")), "w", WeightError, r"which is row 39 of .*3\.parquet: inf"),
}
CASES = [
    (question, fault)
    for question, roles in QUESTIONS.items()
    for fault, (_, column, _, _) in FAULTS.items()
    if column in [*roles.values(), *roles.get("y_score", [])]
]


@pytest.fixture(autouse=True)
def _in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four files with all columns."""
    for part in range(4):
        rng = np.random.default_rng(part)
        share = rng.dirichlet([1, 1, 1], ROWS).T
        truth = rng.integers(0, 2, ROWS)
        rest = {"k": rng.integers(0, 3, ROWS), "w": rng.random(ROWS), "g": rng.integers(0, 3, ROWS)}
        some = {"t": truth, "p": truth[::-1], "s": rng.random(ROWS), **dict(zip("abc", share, strict=True)), **rest}
        pl.DataFrame(some).write_parquet(tmp_path / f"{part}.parquet")
    return tmp_path


@pytest.mark.parametrize(("question", "fault"), CASES)
def test_the_error_says_where(folder: Path, question: str, fault: str) -> None:
    spoil, _, error, said = FAULTS[fault]
    spoil(pl.read_parquet(folder / "3.parquet")).write_parquet(folder / "3.parquet")
    with pytest.raises(error, match=said):
        evaluate(data=folder, **QUESTIONS[question])


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_file_without_rows_adds_none(folder: Path, question: str) -> None:
    whole = evaluate(data=[folder / f"{part}.parquet" for part in range(3)], **QUESTIONS[question])
    pl.read_parquet(folder / "3.parquet").clear().write_parquet(folder / "3.parquet")
    assert evaluate(data=folder, **QUESTIONS[question]).to_dict()["results"] == whole.to_dict()["results"]
