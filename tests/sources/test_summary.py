"""Frames, lazy frames and files give the same page as arrays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from concordant import evaluate
from concordant.data import example
from concordant.errors import InputTypeError, MissingValuesError, WeightError
from concordant.sources import batches as row_limit

BREAST = example("breast")


def test_names_and_arrays_are_not_mixed_up() -> None:
    frame = pl.read_csv(BREAST.path)
    with pytest.raises(InputTypeError, match="looks like the name of a column: give the table too"):
        evaluate("truth", "prediction")
    with pytest.raises(InputTypeError, match="y_pred is the name of a column, not Series"):
        evaluate("truth", frame["prediction"], data=frame)
    with pytest.raises(InputTypeError, match="y_score is the name of a column or a list of names, not Series"):
        evaluate("truth", y_score=frame["malignancy"], data=frame)
    with pytest.raises(InputTypeError, match="expected a data frame that narwhals knows"):
        evaluate("truth", "prediction", data=3)


ROWS = 60
RNG = np.random.default_rng(0)
FRAME = pl.DataFrame(
    {
        **{name: RNG.integers(0, 2, ROWS) for name in "tpg"},
        **{name: RNG.integers(0, 20, ROWS) / 20 for name in "sxy"},
        "k": RNG.integers(0, 3, ROWS),
        "a": 0.25,
        "b": 0.25,
        "c": 0.5,
        "w": RNG.integers(1, 4, ROWS).astype(float),
    }
)
ROLES: dict[str, dict[str, Any]] = {
    "tp": {"y_true": "t", "y_pred": "p"},
    "ts": {"y_true": "t", "y_score": "s"},
    "xy": {"y_true": "x", "y_pred": "y", "task": "continuous"},
    "ka": {"y_true": "k", "y_score": ["a", "b", "c"]},
    "tg": {"y_true": "t", "y_pred": "p", "by": "g"},
    "sg": {"y_true": "t", "y_score": "s", "by": "g"},
    "pg": {"y_true": "t", "y_pred": "p", "cluster": "g"},
}


@pytest.mark.parametrize("most", [0, 2_000_000])
@pytest.mark.parametrize("weight", [float("nan"), None, -1.0, float("inf")])
@pytest.mark.parametrize("roles", ROLES)
def test_a_row_that_lacks_a_value_is_dropped_with_its_weight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, roles: str, weight: float | None, most: int
) -> None:
    monkeypatch.setattr(row_limit, "MOST_ROWS", most)
    row = pl.int_range(ROWS) == 7
    expected = evaluate(data=FRAME.filter(~row), sample_weight="w", **ROLES[roles])
    for column in roles:
        frame = FRAME.with_columns(
            pl.when(~row).then(pl.col(column)).alias(column), w=pl.when(row).then(pl.lit(weight)).otherwise("w")
        )
        frame.write_parquet(tmp_path / "x.parquet")
        frame.write_csv(tmp_path / "x.csv", null_value="NA")  # a word, which in numbers is a missing value
        lazy = [] if roles == "ka" and most == 0 else [frame.lazy()]  # weighted scores of classes need every row
        for data in (frame, *lazy, tmp_path / "x.parquet", tmp_path / "x.csv"):
            found = evaluate(data=data, sample_weight="w", missing="drop", **ROLES[roles])
            assert found.n_missing == 1
            for one, other in zip(found.results, expected.results, strict=False):
                assert (one.key, one.value) == (other.key, pytest.approx(other.value, rel=1e-9, nan_ok=True))
            with pytest.raises(MissingValuesError, match=r"1 missing|lack a value in 1"):
                evaluate(data=data, sample_weight="w", **ROLES[roles])


def test_a_weight_beside_a_word_that_is_a_label_counts(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("t,p,w\nNA,a,-1\nb,b,1\nNA,NA,2\n")
    with pytest.raises(WeightError, match=r"1 are not, the first in row 0: -1\.0"):
        evaluate("t", "p", data=tmp_path / "x.csv", sample_weight="w", missing="drop")
