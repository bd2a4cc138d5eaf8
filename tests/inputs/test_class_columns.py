"""One column of scores a class: which belongs to which is declared, or told by names, and never by the alphabet."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from itertools import permutations
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import concordant
from concordant.errors import LabelError, LabelOrderError

ORDER = ["low", "mid", "high"]
TRUTH = ["low", "mid", "high", "mid", "low", "high"]
PLACES = [ORDER.index(label) for label in TRUTH]
COLUMNS = np.eye(3)[PLACES] * 0.7 + 0.1
COLUMNS[3] = [0.6, 0.3, 0.1]
OF_CLASSES = ("log_loss", "brier_score", "top_k_accuracy", "roc_auc", "hand_till_auc", "expected_calibration_error")
FRAMES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "arrow": pa.table,
}


def of(name: str, *data: Any, **options: Any) -> Any:
    metric: Any = getattr(concordant, name)
    return metric(*data, **options)


@pytest.mark.parametrize("name", OF_CLASSES)
def test_text_has_no_order_to_know_the_columns_by(name: str) -> None:
    with pytest.raises(LabelOrderError) as caught:
        of(name, TRUTH, COLUMNS)
    said = str(caught.value)
    assert "has 3 columns, and nothing says which is whose: 'high', 'low', 'mid' have no order" in said
    assert "Declare labels=[...] in the order of the columns, or give a data frame" in said
    assert of(name, TRUTH, COLUMNS, labels=ORDER) == of(name, PLACES, COLUMNS)
    assert of(name, pd.Categorical(TRUTH, ORDER, ordered=True), COLUMNS) == of(name, PLACES, COLUMNS)


@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", ["log_loss", "top_k_accuracy"])
def test_names_of_columns_tell(name: str, frame: str, order: tuple[int, ...]) -> None:
    table = FRAMES[frame]({ORDER[k]: COLUMNS[:, k] for k in order})
    assert of(name, TRUTH, table) == of(name, PLACES, COLUMNS)
    numbered = FRAMES[frame]({str(k): COLUMNS[:, k] for k in order})
    assert of(name, PLACES, numbered) == of(name, PLACES, COLUMNS)
    if order != (0, 1, 2):
        with pytest.raises(LabelError, match=r"labels= says that the columns of y_\w+ are 'low', 'mid', 'high', but"):
            of(name, TRUTH, table, labels=ORDER)


def test_numbers_as_names_of_columns_tell_too() -> None:
    table = pd.DataFrame(COLUMNS[:, [2, 0, 1]], columns=[2, 0, 1])
    assert of("log_loss", PLACES, table) == of("log_loss", PLACES, COLUMNS)
    turned = [2 - place for place in PLACES]
    assert of("log_loss", turned, pd.DataFrame(COLUMNS), labels=[2, 1, 0]) == of("log_loss", PLACES, COLUMNS)


@pytest.mark.parametrize("names", [["a", "b", "c"], ["p_low", "p_mid", "p_high"], ["low", "mid", "mid"]])
def test_other_names_do_not_tell(names: list[str]) -> None:
    table = pd.DataFrame(COLUMNS)
    table.columns = pd.Index(names)
    with pytest.raises(LabelOrderError, match="nothing says which is whose"):
        of("log_loss", TRUTH, table)
    assert of("log_loss", TRUTH, table, labels=ORDER) == of("log_loss", PLACES, COLUMNS)


def test_two_columns_of_two_classes() -> None:
    two = np.array([[0.8, 0.2], [0.3, 0.7], [0.6, 0.4]])
    truth = ["yes", "no", "yes"]
    with pytest.raises(LabelOrderError, match="y_prob has 2 columns, and nothing says which is whose: 'no', 'yes'"):
        of("log_loss", truth, two, pos_label="yes")
    expected = pytest.approx(of("log_loss", [0, 1, 0], two), rel=1e-14)
    assert of("log_loss", truth, two, labels=["yes", "no"]) == expected
    assert of("log_loss", truth, pd.DataFrame(two, columns=["yes", "no"]), pos_label="yes") == expected
    assert of("log_loss", truth, pd.DataFrame(two[:, ::-1], columns=["no", "yes"]), pos_label="no") == expected


class Grade(Enum):
    LOW = "low"
    MID = "mid"
    HIGH = "high"


@pytest.mark.parametrize("labels", [list(Grade), [(0, 1), (0, 2), (1, 0)], [b"a", b"b", b"c"]])
def test_other_labels_without_an_order_are_asked_too(labels: list[Any]) -> None:
    truth = [labels[place] for place in PLACES]
    with pytest.raises(LabelOrderError, match="nothing says which is whose"):
        of("log_loss", truth, COLUMNS)
    assert of("log_loss", truth, COLUMNS, labels=labels) == of("log_loss", PLACES, COLUMNS)


def test_evaluate_asks_too() -> None:
    with pytest.raises(LabelOrderError, match="nothing says which score column belongs to which of"):
        concordant.evaluate(TRUTH, y_score=COLUMNS)
    frame = pl.DataFrame({"truth": TRUTH} | {f"p_{ORDER[k]}": COLUMNS[:, k] for k in (2, 0, 1)})
    page = concordant.evaluate("truth", y_score=["p_high", "p_low", "p_mid"], data=frame)
    assert page.curve is not None
    assert concordant.evaluate(TRUTH, y_score=COLUMNS, labels=ORDER).curve is not None
