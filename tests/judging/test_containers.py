"""The same labels in every container that people hold them in give the same answers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from concordant import judging
from concordant.errors import InputTypeError

JUDGE = ["pass", "fail", "pass", "pass"] * 10
PEOPLE = {"ann": ["pass", "fail", None, "fail"] * 10, "bob": ["pass", "pass", "pass", None] * 10}
EVERY = {"gpt": JUDGE, **PEOPLE}
TABLES: dict[str, Any] = {
    "polars": pl.DataFrame(EVERY),
    "polars categories": pl.DataFrame(EVERY).with_columns(pl.all().cast(pl.Categorical)),
    "polars enum": pl.DataFrame(EVERY).with_columns(pl.all().cast(pl.Enum(["fail", "pass"]))),
    "pandas": pd.DataFrame(EVERY),
    "pandas nullable": pd.DataFrame(EVERY).convert_dtypes(),
    "pandas categories": pd.DataFrame(EVERY).astype("category"),
    "arrow": pa.table(EVERY),
}
EXPECTED = judging.gap(judge=JUDGE, humans=PEOPLE, margin=0.2)


@pytest.mark.parametrize("name", TABLES)
def test_tables_by_names_and_by_columns(name: str) -> None:
    table = TABLES[name]
    by_names = judging.gap(table, judge="gpt", humans=["ann", "bob"], margin=0.2)
    judge = table["gpt"]
    people = table.select(["ann", "bob"]) if hasattr(table, "select") else table[["ann", "bob"]]
    by_columns = judging.gap(judge=judge, humans=people, margin=0.2)
    assert by_names.difference == by_columns.difference == EXPECTED.difference
    rate = judging.pass_rate(judge=judge, human=table["ann"], pass_label="pass", chosen="random")
    assert rate.labelled == 30


def test_numbers_as_names_of_columns() -> None:
    frame = pd.DataFrame({0: JUDGE, 1: PEOPLE["ann"], 2: PEOPLE["bob"], 3: range(40)})
    found = judging.assess(frame, judge=0, humans=[1, 2], margin=0.2, covariate=3, pass_label="pass", chosen="random")
    assert found.gap is not None
    assert found.slope is not None
    assert found.pass_rate is not None
    assert found.gap.difference == EXPECTED.difference


def test_masked_values_are_missing() -> None:
    people = np.ma.masked_array([[1, 0], [1, 1]] * 20, mask=[[0, 0], [0, 1]] * 20)
    assert judging.gap(judge=[1, 0] * 20, humans=people).items == 20


def test_what_is_no_column() -> None:
    with pytest.raises(InputTypeError, match="not generator"):
        judging.gap(judge=(one for one in JUDGE), humans=PEOPLE)
    with pytest.raises(InputTypeError, match="collect it first"):
        judging.gap(pl.LazyFrame(EVERY), judge="gpt", humans=["ann", "bob"])
