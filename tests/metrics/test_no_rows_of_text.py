"""No rows are undefined by one rule, whatever the type of the empty column."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from concordant import accuracy, average_precision, brier_score, cohen_kappa, f1, log_loss, recall, roc_auc
from concordant.errors import PositiveLabelError, UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric

EMPTY: dict[str, Any] = {
    "list": [],
    "int64": np.array([], np.int64),
    "numpy text": np.array([], "U3"),
    "objects": np.array([], object),
    "polars text": pl.Series([], dtype=pl.String),
    "polars categorical": pl.Series([], dtype=pl.Categorical),
    "polars Enum": pl.Series([], dtype=pl.Enum(["a", "b"])),
    "pandas text": pd.Series([], dtype="str"),
    "pandas categorical": pd.Series([], dtype="category"),
    "Arrow text": pa.array([], pa.string()),
    "Arrow dictionary": pa.array([], pa.dictionary(pa.int32(), pa.string())),
}


@pytest.mark.parametrize("column", EMPTY.values(), ids=EMPTY)
@pytest.mark.parametrize("metric", [accuracy, cohen_kappa, f1, recall], ids=lambda metric: metric.name)
def test_metrics_of_labels_are_nan(metric: Metric, column: Any) -> None:
    with pytest.warns(UndefinedMetricWarning):
        assert math.isnan(metric(column, column))


@pytest.mark.parametrize("column", EMPTY.values(), ids=EMPTY)
@pytest.mark.parametrize("metric", [roc_auc, average_precision, brier_score, log_loss], ids=lambda metric: metric.name)
def test_so_are_metrics_of_scores(metric: Metric, column: Any) -> None:
    with pytest.warns(UndefinedMetricWarning):
        assert math.isnan(metric(column, np.array([])))


def test_rows_of_text_still_need_their_positive_class() -> None:
    with pytest.raises(PositiveLabelError, match="which of 'a' and 'b' is the positive class"):
        f1(["a", "b"], ["a", "b"])
