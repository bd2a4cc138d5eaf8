"""Frames, lazy frames and files give the same page as arrays."""

from __future__ import annotations

import pandas as pd
import polars as pl
import pytest

from concordant import evaluate
from concordant.data import example
from concordant.errors import InputTypeError

BREAST = example("breast")


def test_the_file_stands_in_the_header() -> None:
    page = evaluate("truth", "prediction", data=BREAST.path)
    assert page.source == str(BREAST.path)
    assert str(page).startswith("569 rows of breast.csv: truth 'truth', prediction 'prediction'\n")


def test_weights_and_several_scores_by_name() -> None:
    frame = pd.DataFrame({"y": [0, 1, 1], "a": [0.6, 0.2, 0.3], "b": [0.4, 0.8, 0.7], "w": [1.0, 2.0, 0.5]})
    page = evaluate("y", y_score=["a", "b"], sample_weight="w", data=frame)
    assert page["roc_auc"].value == 1.0
    assert page.weighted
    assert page.columns == {"truth": "y", "score": ("a", "b"), "weight": "w"}
    assert page.balance[1].true == 2.5


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
