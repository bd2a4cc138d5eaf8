"""Judges and people on the same items: labels, verdicts, passes."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import (
    EmptyInputError,
    InputError,
    InputTypeError,
    LabelError,
    LengthError,
    MissingValuesError,
    OptionError,
    PositiveLabelError,
    TooFewRatersError,
    TooFewUnitsError,
)
from concordant.inference.influence.influences import check_several
from concordant.inference.samples.panels import agreement_of_labels, clusters_of, weights_of
from concordant.inference.samples.sample import Atoms, Clusters
from concordant.inputs.arrays import as_array, is_absent, is_series, refuse_other_order, series_to_array
from concordant.inputs.encoding import encode, encode_groups, refuse_continuous
from concordant.inputs.label_values import blanks_in, doubt_of_spelling
from concordant.inputs.labels import check_declared
from concordant.inputs.ratings import CodedLabels, PanelRows, code_labels, is_frame, joined, opened_frame
from concordant.inputs.rows import check_clusters, check_weights
from concordant.judging.adjusted_rates import Strata, strata_of
from concordant.metrics import get
from concordant.names import did_you_mean, require_columns
from concordant.states import Ratings
from concordant.typing import Column, FloatArray, KappaWeights, Label

_ADVICE = "Collect a lazy frame first; of matrices, Ratings and others give the columns themselves: judge=, humans=."
_INSTEAD = {
    2: "With a single expert, give the crowd as people and the expert as the judge, or take judging.pass_rate and "
    "judging.judge_errors, which need one person."
}


@dataclass(frozen=True)
class Items:
    """
    The verdicts of judges and people on the same items.

    Attributes
    ----------
    codes : ndarray of int, shape (U, judges + people)
        The code of each label, judges first; -1 where there is none. A row an item, or one for all equal items.
    judges, people : tuple
        Who.
    labels : tuple
        The labels in their order.
    ordered : bool
        Whether the labels have one.
    atoms : Atoms
        How many items each row is, or what it weighs, and which belong together.
    state : Ratings or None
        The distinct profiles, where equal items are together.
    """

    codes: npt.NDArray[Any]
    judges: tuple[Label, ...]
    people: tuple[Label, ...]
    labels: tuple[Label, ...]
    ordered: bool
    atoms: Atoms
    state: Ratings | None = None

    @property
    def of_judges(self) -> npt.NDArray[Any]:
        """The codes of the judges."""
        return self.codes[:, : len(self.judges)]

    @property
    def of_people(self) -> npt.NDArray[Any]:
        """The codes of the people."""
        return self.codes[:, len(self.judges) :]

    @property
    def weights(self) -> FloatArray | None:
        """What each row weighs, 1 on average; None where all weigh the same."""
        return None if (self.atoms.weight == 1).all() else self.atoms.weight

    def agreement(self, weights: KappaWeights) -> FloatArray:
        """How much two labels agree, (K, K): 1 on the diagonal, by default 0 elsewhere."""
        no_first = "neither the judge nor a person comes first"
        return agreement_of_labels(self, get("weighted_agreement"), weights, no_first)

    def taken(self, mask: npt.NDArray[np.bool_]) -> Items:
        """Some of the items, one row each."""
        clusters, weights = self.atoms.clusters, self.atoms.weight[mask]
        atoms = atoms_of_rows(len(weights), None if clusters is None else clusters.code[mask], weights)
        return replace(self, codes=self.codes[mask], atoms=atoms)

    def some(self, mask: npt.NDArray[np.bool_], least: int, what: str) -> Items:
        """Some of the items, such as those with the judge and people, equal ones together; raise for too few."""
        items = self.distinct(mask)
        require_units(items.atoms.total, least, what)
        return items

    def distinct(self, mask: Any = slice(None)) -> Items:
        """The items, or some of them, with one row for all that are equal."""
        weights, clusters = self.weights, self.atoms.clusters
        raters = (*self.judges, *self.people)
        rows = PanelRows(
            self.codes.T[:, mask].T, self.labels, self.ordered, raters, None if weights is None else weights[mask]
        )
        state = Ratings.from_rows(rows, None if clusters is None else clusters.code[mask])
        codes = np.full((len(state.profiles), len(raters)), -1, np.intp)
        codes[state.profiles.unit, state.rater] = state.code
        weight, squares = weights_of(state)
        squares = weight if squares is None else squares
        members = clusters_of(state)
        if members is not None:  # equal items of a cluster stand together
            of_an_item = np.divide(squares, weight, out=np.zeros_like(weight), where=weight > 0)
            members = replace(members, squared=members.weight * of_an_item[members.unit])
        return replace(self, codes=codes, atoms=Atoms(weight, squares, None, members), state=state)


def read_items(
    data: Any,
    judges: Any,
    people: Any,
    *,
    labels: Sequence[Label] | None = None,
    cluster: Column | str | None = None,
    sample_weight: Column | str | None = None,
    least: int = 1,
) -> Items:
    """
    Read judges and people as columns of `data`, or by themselves, one row an item.

    Parameters
    ----------
    data : data frame or None
        A row an item; then `judges`, `people`, `cluster` and `sample_weight` are names of its columns. None: all of
        them are columns.
    judges, people : name, list of names, column or matrix
        Who. `people` may be None.
    labels, cluster, sample_weight
        The labels in their order, the items that belong together, and what each weighs.
    least : int
        How many people there must be.
    """
    labels = None if labels is None else check_declared(labels)
    if data is None:
        first, second = columns_of(judges, "judge"), {} if people is None else columns_of(people, "person")
        named = {name if name == "judge" else f"judge {name}": column for name, column in first.items()}
        _refuse_other_rows({**named, **second})
        if set(first) & set(second):
            second = {f"{name} (person)": column for name, column in second.items()}
    else:
        first, second = _named_columns(data, judges, people)
    rows = _stacked({**first, **second}, labels)
    if len(second) < least:
        msg = f"this question takes {least} people or more, not {len(second)}. {_INSTEAD.get(least, '')}"
        raise TooFewRatersError(msg.strip())
    n, of_judge = len(rows.codes), next(iter(first.values()))
    groups = column_beside(data, cluster, n, "cluster", of_judge)
    atoms = atoms_of_rows(n, groups, column_beside(data, sample_weight, n, "sample_weight", of_judge))
    return Items(rows.codes, tuple(first), tuple(second), rows.labels, rows.ordered, atoms)


def _stacked(columns: dict[Any, Any], labels: Sequence[Label] | None) -> PanelRows:
    """Columns of labels, one a rater, over one set of labels."""
    names = list(map(str, columns))
    encoded = list(map(encode, columns.values(), names))
    rows = len(encoded[0].values)
    for name, column in zip(names, encoded, strict=True):
        if len(column.values) != rows:
            raise LengthError(f"{name} must have one value an item: expected {rows}, got {len(column.values)}.")
        if labels is None:
            refuse_continuous(column, name)
    if not rows:
        raise EmptyInputError("there is no item.")
    stacked = joined(encoded, names, declared=labels is not None)
    rows_of = code_labels(stacked, labels, "the labels", blanks_in(stacked, labels))
    codes = rows_of.codes.reshape(len(encoded), rows).T
    if not (codes >= 0).any():
        raise EmptyInputError("every label is missing: there is nothing to compare.")
    return PanelRows(codes, rows_of.labels, rows_of.ordered, tuple(columns), None)


def atoms_of_rows(rows: int, cluster: Any, sample_weight: Any) -> Atoms:
    """Rows that are one item each, with their columns of clusters and of weights; those above 0 are 1 on average."""
    weights, weight, clusters = check_weights(sample_weight, rows), np.ones(rows), None
    if weights is not None:
        counted = weights > 0
        if not counted.any():
            raise EmptyInputError("every item has a weight of 0: there is nothing to compare.")
        scaled = weights / weights.max()
        weight = np.asarray(scaled / scaled[counted].mean(), np.float64)
    if cluster is not None:
        code, size = check_clusters(cluster, rows, None)
        check_several(size)
        clusters = Clusters(code, np.arange(rows), weight, size)
    return Atoms(weight, weight**2, None, clusters)


def _refuse_other_rows(columns: Mapping[str, Any]) -> None:
    """Raise for columns of pandas with the index of the first one in another order: rows are taken by position."""
    (what, first), *others = columns.items()
    refuse_other_order(first, [column for _, column in others], [name for name, _ in others], what=what)


def _named_columns(data: Any, judges: Any, people: Any) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """The columns of judges and of people by their names."""
    first, second = names_of(judges, "judge"), () if people is None else names_of(people, "humans")
    both = (*first, *second)
    twice = [name for name in both if both.count(name) > 1]
    if twice:
        raise OptionError(f"{twice[0]!r} is named twice: a judge cannot be one of the people, and each is named once.")
    frame = opened_frame(data, _ADVICE, "data must be an eager frame")
    require_columns(frame.columns, both)
    columns: dict[Any, Any] = {name: frame.get_column(name).to_native() for name in both}
    return {name: columns[name] for name in first}, {name: columns[name] for name in second}


def names_of(names: Any, what: str) -> tuple[Label, ...]:
    """Return a name, or several, as a tuple."""
    if isinstance(names, (str, bytes, int)):
        names = (names,)
    if not hasattr(names, "__iter__"):
        raise InputTypeError(f"{what} must be the name of a column, or a list of names, not {names!r}.")
    unique = tuple(name.item() if isinstance(name, np.generic) else name for name in names)
    if not unique:
        raise TooFewRatersError(f"{what} names nobody.")
    return unique


def require_units(n: float, least: int, what: str) -> None:
    """Raise for too few items."""
    if n < least:
        raise TooFewUnitsError(f"{what}: there are {n:g}, and {least} or more are needed.")


def numbers_of(items: Items) -> FloatArray | None:
    """The labels as numbers, bools as 0 and 1; None if they are none."""
    if all(isinstance(label, (bool, int, float)) for label in items.labels):
        try:
            return np.array([float(label) for label in items.labels])  # type: ignore[arg-type]
        except OverflowError as error:
            msg = "a label is a whole number beyond the range of float64: give it as text, or scale the labels."
            raise LabelError(msg) from error
    return None


def column_beside(data: Any, column: Any, rows: int, what: str, judge: Any = None) -> Any:
    """A further column, if any: by its name in a frame, or as it is; `judge` are the rows where there is no frame."""
    if column is None:
        return None
    _refuse_other_rows({"judge": judge, what: column} if data is None else {"data": data, what: column})
    if isinstance(column, (str, int)):
        if data is None or not is_table(data):
            raise InputTypeError(f"{what}={column!r} is the name of a column, and there is no frame: give the column.")
        frame = opened_frame(data, what="data must be an eager frame")
        require_columns(frame.columns, [column])
        column = frame.get_column(column).to_native()
    try:
        size = len(column)
    except TypeError as error:
        msg = f"{what} must be a column with one value an item, or the name of one in a frame, not {column!r:.80}."
        raise InputTypeError(msg) from error
    if size != rows:
        raise LengthError(f"{what} must have one value an item: expected {rows}, got {size}.")
    return column


def groups_beside(
    data: Any, column: Any, rows: int, what: str, judge: Any, order: Sequence[Label] | None = None
) -> CodedLabels:
    """The groups that a further column makes of the rows, in their order; the code of a row without one is -1."""
    groups = encode_groups(column_beside(data, column, rows, what, judge), what)
    found = code_labels(groups, order, what, blanks_in(groups, order))
    if not found.labels:
        raise MissingValuesError(f"{what} is missing in every row: say it for each item.")
    if len(found.labels) < 2:
        raise OptionError(f"{what} is {found.labels[0]!r} in every row: 2 different values or more are needed.")
    return found


def numbers_in(column: Any, what: str) -> FloatArray:
    """A column as floats, NaN where a value is missing; text is parsed."""
    values = series_to_array(column, what) if is_series(column) else as_array(column, what)
    if values.dtype.kind in "mMc":
        raise InputTypeError(f"{what} must be numbers, not {values.dtype}.")
    try:
        parsed = np.array([math.nan if is_absent(x) else float(x) for x in values.tolist()], np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputTypeError(f"{what} must be numbers: {error}.") from error
    if np.isinf(parsed).any():
        raise InputError(f"{what} must be finite numbers; row {int(np.argmax(np.isinf(parsed)))} is not.")
    return parsed


@dataclass(frozen=True)
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
    binary : bool
        Whether all of these shares are 0 or 1.
    atoms : Atoms
        What each item weighs, 1 on average, and which belong together; a stratum says which have labels.
    pass_label : Label
        Which verdict is a pass.
    doubt : str or None
        Why the labels of judge and people may not be the same ones.
    label_weight : ndarray of float64, shape (n,), or None
        One over the probability that an item was labelled, 1 on average; None where all labelled items have one.
    finite : bool
        Whether these items are the whole population.
    """

    stratum: npt.NDArray[np.intp]
    verdicts: tuple[Label, ...]
    passed: npt.NDArray[np.bool_]
    people: FloatArray
    binary: bool
    atoms: Atoms
    pass_label: Label
    doubt: str | None = None
    label_weight: FloatArray | None = None
    finite: bool = False

    @property
    def labelled(self) -> npt.NDArray[np.bool_]:
        """Which items a person has labelled."""
        return ~np.isnan(self.people)

    @cached_property
    def strata(self) -> Strata:
        """The items by the verdict of the judge."""
        return strata_of(self.stratum, self.people, len(self.verdicts), self.atoms, self.label_weight)


def passes_of(items: Items, label: Label, judge: int = 0, people: slice = slice(None)) -> Passes:
    """Which of the items a judge passes, and which the people, or some of them; `label` is a pass."""
    codes, rated = items.codes[:, judge], items.of_people[:, people]
    missing = int((codes < 0).sum())
    if missing:
        msg = f"judge has {missing} missing values, the first in row {int(np.argmax(codes < 0))}: leave such items out."
        raise MissingValuesError(msg)
    passing = items.labels.index(label) if label in items.labels else -2
    ratings = (rated >= 0).sum(1)
    shares = np.where(ratings > 0, (rated == passing).sum(1) / np.maximum(ratings, 1), np.nan)
    labelled = shares[ratings > 0]
    if not labelled.size:
        raise EmptyInputError("human holds no label: at least some items must be labelled by people.")
    verdicts, stratum = np.unique(codes, return_inverse=True)
    return Passes(
        stratum,
        tuple(items.labels[code] for code in verdicts.tolist()),
        codes == passing,
        shares,
        bool(((labelled == 0) | (labelled == 1)).all()),
        replace(items.atoms, stratum=(ratings > 0).astype(np.intp)),
        label,
    )


def pass_label_of(pass_label: Label | None, occurring: Sequence[Label]) -> Label:
    """Which of the verdicts is a pass; raise unless that is said, or plain."""
    if pass_label is None:
        if all(isinstance(label, (bool, int)) and label in (0, 1) for label in occurring):
            return 1
        msg = f"say which verdict is a pass: pass_label= one of {', '.join(map(repr, occurring[:12]))}."
        raise PositiveLabelError(msg)
    if isinstance(pass_label, np.generic):
        pass_label = pass_label.item()
    known = occurring if any(label not in (0, 1) for label in occurring) else (0, 1)
    if not isinstance(pass_label, Hashable) or pass_label not in known:
        msg = f"pass_label={pass_label!r:.80} occurs in no verdict; there are {', '.join(map(repr, occurring[:12]))}."
        raise LabelError(f"{msg} If nothing passes, declare it: labels=[...].{did_you_mean(pass_label, occurring)}")
    return pass_label


def doubt_of_labels(passes: Passes, items: Items, *, declared: bool) -> str | None:
    """Warn of labels that are spelled almost alike, or of a pass label that one side never uses."""
    label, verdicts = passes.pass_label, passes.verdicts
    people_labels = [items.labels[code] for code in np.unique(items.of_people).tolist() if code >= 0]
    doubt = doubt_of_spelling(items.labels)
    if doubt is not None or declared:
        return doubt
    if label not in verdicts and not set(verdicts) <= set(people_labels):
        return f"the judge never says {label!r}, so that its own pass rate says nothing"
    if label not in people_labels and not set(people_labels) <= set(verdicts):
        return f"people never say {label!r}"
    return None


def is_table(data: Any) -> bool:
    """Whether it is a data frame, and no column."""
    return is_frame(data) and not is_series(data)


def columns_of(data: Any, what: str) -> dict[Any, Any]:
    """Columns by name, at least one, from one column, a frame, a mapping, or a matrix with a column a person."""
    columns = {what: data}
    if data is None or isinstance(data, (str, bytes)):
        raise InputTypeError(f"{what} must be a column, or a matrix with a column a person, not {data!r}.")
    if isinstance(data, Mapping):
        columns = dict(data)
    elif is_table(data):
        frame = opened_frame(data, what=f"{what} must be columns, or an eager frame with a column a person")
        columns = {name: frame.get_column(name).to_native() for name in frame.columns}
    elif isinstance(data, np.ndarray) and data.ndim == 2:
        columns = {f"{what} {index + 1}": data[:, index] for index in range(data.shape[1])}
    elif isinstance(data, (list, tuple)) and data and all(isinstance(row, (list, tuple)) for row in data):
        widths = {len(row) for row in data}
        if len(widths) > 1:
            msg = f"{what} as rows must have one value a person in every row; found rows of {sorted(widths)} values."
            raise LengthError(msg)
        columns = {f"{what} {index + 1}": list(column) for index, column in enumerate(zip(*data, strict=True))}
    if not columns:
        raise EmptyInputError(f"{what} holds no column: give one column of labels at least.")
    return columns
