"""The classification report, as text and as a dictionary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from concordant.errors import LabelError
from concordant.inputs.arrays import to_array
from concordant.sklearn._indicators import IndicatorPair
from concordant.sklearn._labels import ClassCells
from concordant.sklearn._pairs import Pairs, read_pairs
from concordant.sklearn._parameters import (
    check_arrays,
    check_boolean,
    check_number,
    check_optional_array,
    check_zero_division,
)
from concordant.sklearn._public import ROWS, public
from concordant.sklearn._rates import RATES, measured
from concordant.sklearn._warnings import warn

_HEADERS = ("precision", "recall", "f1-score", "support")
_Row = tuple[Any, Any, Any, Any]


@public(ROWS)
def classification_report(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Any = None,
    target_names: Any = None,
    sample_weight: Any = None,
    digits: int = 2,
    output_dict: bool = False,
    zero_division: Any = "warn",
) -> Any:
    """
    Precision, recall, F1 and support of each class, and their averages.

    Parameters
    ----------
    labels : array-like, optional
        The labels to show, in this order; for indicators numbers of columns. Default: all that occur.
    target_names : array-like of str, optional
        What to call the labels.
    digits : int, default 2
        Digits after the point in the text.
    output_dict : bool, default False
        True: a dictionary in place of text.
    zero_division : {"warn", 0, 1, nan}, default "warn"
        What stands for 0/0; "warn" is 0 with a warning. Each warning comes once, not once an average.

    Returns
    -------
    str or dict

    Examples
    --------
    >>> from concordant.sklearn import classification_report
    >>> print(classification_report(["a", "b", "b", "c"], ["a", "b", "c", "c"]))
                  precision    recall  f1-score   support
    <BLANKLINE>
               a       1.00      1.00      1.00         1
               b       1.00      0.50      0.67         2
               c       0.50      1.00      0.67         1
    <BLANKLINE>
        accuracy                           0.75         4
       macro avg       0.83      0.83      0.78         4
    weighted avg       0.88      0.75      0.75         4
    <BLANKLINE>
    """
    function = "classification_report"
    check_arrays(function, sparse=True, y_true=y_true, y_pred=y_pred)
    for name, value in (("labels", labels), ("target_names", target_names), ("sample_weight", sample_weight)):
        check_optional_array(function, name, value)
    check_number(function, "digits", digits, low=0, high=np.inf, closed="left", integral=True)
    check_boolean(function, "output_dict", output_dict)
    fill = check_zero_division(function, zero_division)
    pairs = read_pairs(y_true, y_pred, sample_weight)
    shown = _shown_labels(pairs, labels)
    names = _names(shown, target_names, given=labels is not None)
    warn_for = RATES if isinstance(zero_division, str) else ()
    classes, averages = _rows(pairs, labels, warn_for, fill)
    accuracy = _covers_all(pairs, labels)
    if output_dict:
        return _as_dict(names, classes, averages, accuracy=accuracy)
    return _as_text(names, classes, averages, accuracy=accuracy, digits=digits)


def _shown_labels(pairs: Pairs, labels: Any) -> list[Any]:
    if labels is not None:
        return list(to_array(labels, "labels"))
    return list(range(pairs.width)) if isinstance(pairs, IndicatorPair) else list(pairs.labels)


def _names(shown: Sequence[Any], target_names: Any, *, given: bool) -> list[Any]:
    if target_names is None:
        return [f"{label}" for label in shown]
    names = list(target_names)
    if len(names) != len(shown):
        if not given:
            msg = (
                f"Number of classes, {len(shown)}, does not match size of target_names, {len(names)}. "
                "Try specifying the labels parameter"
            )
            raise LabelError(msg)
        warn(f"labels size, {len(shown)}, does not match size of target_names, {len(names)}")
    return names


def _covers_all(pairs: Pairs, labels: Any) -> bool:
    """Whether the micro average is the accuracy: every row has one label, and all are shown."""
    if isinstance(pairs, IndicatorPair):
        return False
    return labels is None or set(range(len(pairs.labels))) <= set(pairs.places(labels))


def _rows(pairs: Pairs, labels: Any, warn_for: Sequence[str], fill: float) -> tuple[list[_Row], dict[str, _Row]]:
    """The values of each class and of each average; the warnings of the averages would be those of the classes."""
    tables = pairs.class_tables(labels)
    cells = ClassCells.of_tables(tables)
    values = measured(pairs, cells, None, 1.0, warn_for, fill)
    support = values[3]
    averages = {}
    for average in ("micro", "macro", "weighted"):
        taken = ClassCells.of_tables(tables.sum(0)) if average == "micro" else cells
        averages[average] = (*measured(pairs, taken, average, 1.0, (), fill)[:3], support.sum())
    if isinstance(pairs, IndicatorPair):
        rows = ClassCells.of_tables(pairs.of_labels(labels).rows())
        averages["samples"] = (*measured(pairs, rows, "samples", 1.0, warn_for, fill)[:3], support.sum())
    return list(zip(*values, strict=True)), averages


def _as_dict(
    names: Sequence[Any], classes: Sequence[_Row], averages: dict[str, _Row], *, accuracy: bool
) -> dict[Any, Any]:
    report: dict[Any, Any] = {
        name: dict(zip(_HEADERS, map(float, row), strict=True)) for name, row in zip(names, classes, strict=False)
    }
    for average, row in averages.items():
        if average == "micro" and accuracy:
            report["accuracy"] = float(row[0])
        else:
            report[f"{average} avg"] = dict(zip(_HEADERS, map(float, row), strict=True))
    return report


def _as_text(
    names: Sequence[Any], classes: Sequence[_Row], averages: dict[str, _Row], *, accuracy: bool, digits: int
) -> str:
    if not names:
        msg = "labels must name at least one label."
        raise LabelError(msg)
    width = max(*(len(name) for name in names), len("weighted avg"), digits)
    lines = [" " * width + " " + "".join(f" {header:>9}" for header in _HEADERS), ""]
    lines += [_line(name, row, width, digits) for name, row in zip(names, classes, strict=False)]
    lines.append("")
    for average, row in averages.items():
        if average == "micro" and accuracy:
            blank = " " * 10
            lines.append(f"{'accuracy':>{width}} {blank}{blank} {row[0]:>9.{digits}f} {row[3]:>9}")
        else:
            lines.append(_line(f"{average} avg", row, width, digits))
    return "\n".join(lines) + "\n"


def _line(name: str, row: _Row, width: int, digits: int) -> str:
    shares = "".join(f" {value:>9.{digits}f}" for value in row[:3])
    return f"{name:>{width}} {shares} {row[3]:>9}"
