"""Verdicts of a judge and of people on the same items: which of them pass, and which items people have labelled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import (
    ColumnError,
    EmptyInputError,
    InputTypeError,
    LabelError,
    LengthError,
    MissingValuesError,
    PositiveLabelError,
)
from concordant.inference.influence.influences import check_several
from concordant.inference.samples.sample import Clusters
from concordant.inputs.arrays import is_series
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import blanks_in, doubt_of_spelling
from concordant.inputs.ratings import code_labels, is_frame
from concordant.inputs.rows import check_clusters
from concordant.names import did_you_mean
from concordant.typing import FloatArray, Label


@dataclass(frozen=True, slots=True)
class Passes:
    """
    What was judged, one row an item.

    Attributes
    ----------
    stratum : ndarray of int, shape (n,)
        The verdict of the judge as a number, and `verdicts` their names.
    passed : ndarray of bool, shape (n,)
        Whether the judge passes the item.
    people : ndarray of float64, shape (n,)
        The share of people who pass it; NaN where nobody has looked.
    whole : bool
        Whether all of these shares are 0 or 1.
    clusters : Clusters or None
        Which items belong together.
    pass_label : Label
        Which verdict is a pass.
    doubt : str or None
        Why the labels of judge and people may not be the same ones.
    """

    stratum: npt.NDArray[np.intp]
    verdicts: tuple[Label, ...]
    passed: npt.NDArray[np.bool_]
    people: FloatArray
    whole: bool
    clusters: Clusters | None
    pass_label: Label
    doubt: str | None

    @property
    def labelled(self) -> npt.NDArray[np.bool_]:
        """Where a person has looked."""
        return ~np.isnan(self.people)


def read_passes(
    judge: Any, human: Any, pass_label: Label | None, cluster: Any = None, *, also: Sequence[Label] = ()
) -> Passes:
    """Read the columns of `pass_rate`; `also` are labels of other columns, among which the pass may be."""
    codes, verdicts = _codes(judge, "judge")
    if not len(codes):
        msg = "judge holds no verdict: there is nothing to estimate."
        raise EmptyInputError(msg)
    gaps = int((codes < 0).sum())
    if gaps:
        msg = f"judge has {gaps} missing values, the first in row {int(np.argmax(codes < 0))}: leave such items out."
        raise MissingValuesError(msg)
    columns = [_codes(column, name) for name, column in columns_of(human, "human").items()]
    for given, _ in columns:
        if len(given) != len(codes):
            msg = f"human must have one value an item: expected {len(codes)}, got {len(given)}."
            raise LengthError(msg)
    label = _pass_label(pass_label, verdicts, [*(labels for _, labels in columns), also])
    shares = [np.where(given < 0, np.nan, given == _place(label, labels)) for given, labels in columns]
    stacked = np.stack(shares)
    looked = (~np.isnan(stacked)).sum(0)
    people = np.where(looked > 0, np.nansum(stacked, axis=0) / np.maximum(looked, 1), np.nan)
    known = people[looked > 0]
    if not known.size:
        msg = "human holds no label: at least some items must be labelled by people."
        raise EmptyInputError(msg)
    return Passes(
        codes.astype(np.intp),
        verdicts,
        codes == _place(label, verdicts),
        people,
        bool(((known == 0) | (known == 1)).all()),
        clusters_of_rows(cluster, len(codes)),
        label,
        _doubt_of_labels(label, verdicts, list(dict.fromkeys(name for _, labels in columns for name in labels)), also),
    )


def _doubt_of_labels(
    label: Label, verdicts: Sequence[Label], said: Sequence[Label], also: Sequence[Label]
) -> str | None:
    """Say which labels are alike, or who never says the pass label; that people pass nothing is no doubt by itself."""
    alike = doubt_of_spelling(list(dict.fromkeys([*verdicts, *said, *also])))
    if alike is not None or label in also:
        return alike
    if label not in verdicts and not set(verdicts) <= set(said):
        return f"the judge never says {label!r}, so that its own pass rate says nothing"
    if label not in said and not set(said) <= set(verdicts):
        return f"people never say {label!r}"
    return None


def clusters_of_rows(cluster: Any, rows: int) -> Clusters | None:
    """The clusters of rows each of which is a unit."""
    if cluster is None:
        return None
    code, size = check_clusters(cluster, rows, None)
    check_several(size)
    return Clusters(code, np.arange(rows), np.ones(rows), size)


def is_table(data: Any) -> bool:
    """Whether it is a data frame, and no column."""
    return is_frame(data) and not is_series(data)


def columns_of(given: Any, what: str) -> dict[str, Any]:
    """One column, a frame, a mapping, or a matrix with a column a person: columns by name, at least one."""
    found = _columns(given, what)
    if not found:
        msg = f"{what} holds no column: give one column of labels at least."
        raise EmptyInputError(msg)
    return found


def _columns(given: Any, what: str) -> dict[str, Any]:
    if isinstance(given, Mapping):
        named = {str(name): column for name, column in given.items()}
        if len(named) < len(given):
            twice = next(name for name, times in Counter(map(str, given)).items() if times > 1)
            msg = f"{what} has two columns that are both written {twice!r}: rename one of them."
            raise ColumnError(msg)
        return named
    if is_table(given):
        import narwhals as nw

        frame = nw.from_native(given, eager_only=True)
        return {str(name): frame.get_column(name).to_native() for name in frame.columns}
    if isinstance(given, np.ndarray) and given.ndim == 2:
        return {f"{what} {place + 1}": given[:, place] for place in range(given.shape[1])}
    if isinstance(given, (list, tuple)) and given and all(isinstance(row, (list, tuple)) for row in given):
        widths = {len(row) for row in given}
        if len(widths) > 1:
            msg = f"{what} as rows must have one value a person in every row; found rows of {sorted(widths)} values."
            raise LengthError(msg)
        return {f"{what} {place + 1}": list(column) for place, column in enumerate(zip(*given, strict=True))}
    if given is None or isinstance(given, (str, bytes)):
        msg = f"{what} must be a column, or a matrix with a column a person, not {given!r}."
        raise InputTypeError(msg)
    return {what: given}


def labels_in(*columns: Any) -> tuple[Label, ...]:
    """The labels of several columns, or of several people each."""
    every = (one for given in columns for one in columns_of(given, "labels").values())
    return tuple(dict.fromkeys(label for one in every for label in _codes(one, "labels")[1]))


def _codes(column: Any, what: str) -> tuple[npt.NDArray[Any], tuple[Label, ...]]:
    encoded = encode(column, what)
    found = code_labels(encoded, None, what, blanks_in(encoded))
    return found.codes, found.labels


def _place(label: Label, labels: Sequence[Label]) -> int:
    return labels.index(label) if label in labels else -2


def _pass_label(given: Label | None, verdicts: Sequence[Label], people: Sequence[Sequence[Label]]) -> Label:
    every = list(dict.fromkeys([*(label for labels in people for label in labels), *verdicts]))
    if given is None:
        if all(isinstance(label, (bool, int)) and label in (0, 1) for label in every):
            return 1
        msg = f"say which verdict is a pass: pass_label= one of {', '.join(map(repr, every[:12]))}."
        raise PositiveLabelError(msg)
    if isinstance(given, np.generic):
        given = given.item()
    if not isinstance(given, Hashable) or given not in every:
        msg = f"pass_label={given!r:.80} occurs in no verdict; there are {', '.join(map(repr, every[:12]))}."
        raise LabelError(msg + did_you_mean(given, every))
    return given
