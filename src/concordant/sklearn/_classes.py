"""One table of four cells a class, and the values of a rate with scikit-learn's averages and its rule for 0/0."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.errors import InputError, LabelError
from concordant.metrics._arithmetic.averages import mean_over_classes
from concordant.metrics._cells.rates import Rate
from concordant.sklearn._indicators import IndicatorPair
from concordant.sklearn._label_pairs import LabelPairs
from concordant.sklearn._pairs import Pairs
from concordant.sklearn._warnings import warn, warn_undefined
from concordant.states import Counts
from concordant.typing import NumberArray

AVERAGES = ("micro", "macro", "samples", "weighted", "binary")


def class_tables(pairs: Pairs, labels: Any) -> NumberArray:
    """One 2 x 2 table a label that occurs, or a label of the caller's: shape (K, 2, 2)."""
    if isinstance(pairs, IndicatorPair):
        return pairs.of_labels(labels).columns()
    both, only_true, only_pred = pairs.margins()
    total = pairs.total()
    if not both.any():
        both = both.astype(np.float64)  # scikit-learn's counts are floats where no row is right
    if labels is not None:
        places = np.array(pairs.places(labels), dtype=np.intp)
        both, only_true, only_pred = (np.append(part, 0)[places] for part in (both, only_true, only_pred))  # -1: none
    tables = np.empty((len(both), 2, 2), both.dtype)
    tables[:, 1, 1], tables[:, 1, 0], tables[:, 0, 1] = both, only_true, only_pred
    tables[:, 0, 0] = total - both - only_true - only_pred
    return tables


def binary_table(pairs: LabelPairs, pos_label: Any) -> NumberArray:
    """The 2 x 2 table of the positive label; a label that does not occur has none of the rows."""
    table, labels = pairs.full_table(), pairs.labels.tolist()
    if len(labels) == 2:
        return table if pos_label == labels[1] else table[::-1, ::-1]
    out = np.zeros((2, 2), table.dtype)
    place = int(labels[0] == pos_label)
    out[place, place] = table[0, 0]
    return out


def averaged_cells(pairs: Pairs, average: str | None, labels: Any, pos_label: Any) -> Counts:
    """The cells that a rate is taken of: of one class, of each class, of each row, or of all decisions together."""
    if average == "binary":
        return Counts(binary_table(_binary_pairs(pairs, pos_label), pos_label), (0, 1))
    if pos_label not in (None, 1):
        warn(
            f"Note that pos_label (set to {pos_label!r}) is ignored when average != 'binary' (got {average!r}). "
            "You may use labels=[pos_label] to specify a single positive class."
        )
    if average == "samples":
        if not isinstance(pairs, IndicatorPair):
            msg = "Samplewise metrics are not available outside of multilabel classification."
            raise InputError(msg)
        rows = pairs.of_labels(labels).rows()
        if pairs.weights is not None and not pairs.weights.all():
            rows = rows * (pairs.weights != 0)[:, None, None]  # 0/0 there, which warns
        return Counts(rows, (0, 1))
    tables = class_tables(pairs, labels)
    return Counts(tables.sum(0) if average == "micro" else tables, (0, 1))


def _binary_pairs(pairs: Pairs, pos_label: Any) -> LabelPairs:
    """Return pairs of at most two labels, the positive among them if there are two."""
    if pairs.kind != "binary" or not isinstance(pairs, LabelPairs):
        choices: list[str | None] = [None, "micro", "macro", "weighted"]
        choices += ["samples"] if isinstance(pairs, IndicatorPair) else []
        msg = f"Target is {pairs.kind} but average='binary'. Please choose another average setting, one of {choices}."
        raise LabelError(msg)
    if len(pairs.labels) == 2 and pos_label not in pairs.labels.tolist():
        msg = f"pos_label={pos_label} is not a valid label. It should be one of {pairs.labels}"
        raise LabelError(msg)
    return pairs


def filled(rate: Rate, cells: Counts, fill: float, warning: tuple[str, str, str | None] | None) -> Any:
    """
    Take a rate of each table; `fill` stands for 0/0.

    `warning` names the rate, what there is none of, and the average, where 0/0 warns.
    """
    values = rate.of(cells)
    undefined = np.isnan(values)
    if not undefined.any():
        return values
    if warning is not None:
        _warn_filled(*warning, size=np.size(values))
    return np.where(undefined, fill, values)[()]


def _warn_filled(name: str, none_of: str, average: str | None, *, size: int) -> None:
    what, where = ("label", "sample") if average == "samples" else ("sample", "label")
    place = "due to" if size == 1 else f"in {where}s with"
    warn_undefined(
        f"{name} is ill-defined and being set to 0.0 {place} no {none_of} {what}s. "
        "Use `zero_division` parameter to control this behavior."
    )


def support_of(cells: Counts) -> NumberArray:
    """Rows of each class."""
    support: NumberArray = cells.table[..., 1, :].sum(-1)
    return support


def mean_of(values: Any, cells: Counts, average: str | None, pairs: Pairs) -> Any:
    """Average the values of classes or rows; NaN are left out; weights that are all zero are no weights."""
    if average in ("binary", "micro"):
        return float(values)
    if average is None:
        return values
    if not len(values):
        return float("nan")
    weights = pairs.weights if average == "samples" else support_of(cells) if average == "weighted" else None
    if weights is None or not np.any(weights[~np.isnan(values)]):
        return float(mean_over_classes(values, None, "macro", np.nan))
    return float(mean_over_classes(values, weights, "weighted", np.nan))
