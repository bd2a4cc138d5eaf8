"""Judges and people on the same items: labels, verdicts, passes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import (
    ColumnError,
    EmptyInputError,
    InputError,
    InputTypeError,
    LabelError,
    LengthError,
    MissingValuesError,
    OptionError,
    PositiveLabelError,
    RaterIdentityError,
    TooFewRatersError,
    TooFewUnitsError,
)
from concordant.inference.influence.influences import check_several
from concordant.inference.samples.panels import agreement_of_labels, clusters_of
from concordant.inference.samples.sample import Atoms, Clusters
from concordant.inputs.arrays import as_array, is_absent, is_series, refuse_other_order, series_to_array
from concordant.inputs.encoding import encode, encode_groups, refuse_continuous
from concordant.inputs.label_values import blanks_in, doubt_of_spelling
from concordant.inputs.labels import check_declared
from concordant.inputs.ratings import CodedLabels, PanelRows, check_wide, code_labels, is_frame, joined, opened_frame
from concordant.inputs.rows import check_clusters, check_weights
from concordant.judging.adjusted_rates import Strata, strata_of
from concordant.metrics import get
from concordant.names import did_you_mean, require_columns
from concordant.states import Ratings, Tallies
from concordant.states.profiles import moved_members
from concordant.typing import Column, FloatArray, KappaWeights, Label

_INSTEAD = {
    2: "With a single expert, give the crowd as people and the expert as the judge, or take judging.pass_rate and "
    "judging.judge_errors, which need one person."
}


@dataclass(frozen=True)
class Items:
    """
    What judges and people said: profiles with how often each occurs, or rows.

    Attributes
    ----------
    state : Ratings
        All of them as raters, judges first.
    judges, people : tuple
        Their names.
    rows : ndarray of int, shape (n, judges + people), or None
        The codes of each row, where rows were given.
    groups : Any
        The cluster of each row, as it was given; None for none.
    weights : ndarray of shape (n,), or None
        What each row weighs, 1 on average; None if all rows count alike.
    each_row : bool
        Whether `codes` and `atoms` are those of the rows; else of the distinct profiles.
    """

    state: Ratings
    judges: tuple[Label, ...]
    people: tuple[Label, ...]
    rows: npt.NDArray[Any] | None = None
    groups: Any = None
    weights: FloatArray | None = None
    each_row: bool = False

    @cached_property
    def codes(self) -> npt.NDArray[np.intp]:
        """The code of each label, of profiles or of rows, (U, judges + people); -1 where there is none."""
        if self.each_row:
            if self.rows is None:
                raise InputTypeError("this question is about rows, and Ratings have none: give a frame, or columns.")
            return self.rows.astype(np.intp)
        codes = np.full((len(self.state.profiles), len(self.state.raters)), -1, np.intp)
        codes[self.state.profiles.unit, self.state.rater] = self.state.code
        return codes

    @property
    def of_judges(self) -> npt.NDArray[np.intp]:
        """The codes of the judges."""
        return self.codes[:, : len(self.judges)]

    @property
    def of_people(self) -> npt.NDArray[np.intp]:
        """The codes of the people."""
        return self.codes[:, len(self.judges) :]

    @cached_property
    def atoms(self) -> Atoms:
        """How many items have each profile, or what each row weighs."""
        if self.each_row:
            return atoms_of_rows(len(self.codes), self.weights, self.groups)
        weight = np.asarray(self.state.weight, np.float64)
        squares = weight if self.state.squares is None else np.asarray(self.state.squares, np.float64)
        clusters = clusters_of(self.state)
        if clusters is not None:  # equal items of a cluster stand together
            of_an_item = np.divide(squares, weight, out=np.zeros_like(weight), where=weight > 0)
            clusters = replace(clusters, squared=clusters.weight * of_an_item[clusters.unit])
        return Atoms(weight, squares, None, clusters)

    @property
    def repeats(self) -> FloatArray:
        """How many items have each profile, or what they weigh."""
        return self.atoms.weight

    @property
    def clusters(self) -> Clusters | None:
        """Which items belong together."""
        return self.atoms.clusters

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels in their order."""
        return self.state.labels

    def agreement(self, weights: KappaWeights) -> FloatArray:
        """How much two labels agree, (K, K): 1 on the diagonal, by default 0 elsewhere."""
        no_first = "neither the judge nor a person comes first"
        return agreement_of_labels(self.state, get("weighted_agreement"), weights, no_first)

    def by_row(self) -> Items:
        """The same verdicts, one row an item, for analyses that need another column of the same rows."""
        return replace(self, each_row=True)

    @property
    def n(self) -> float:
        """How many items there are, or what they weigh."""
        return self.atoms.total

    def some(self, mask: npt.NDArray[np.bool_], least: int, what: str) -> Items:
        """The items of some profiles, such as those with the judge and people; raise for fewer than `least`."""
        state, indices, members = self.state, np.flatnonzero(mask), None
        if state.cluster is not None:
            members = moved_members(state.cluster, len(state.profiles), indices, np.arange(len(indices)))
        start, rater, code = state.profiles.some(indices)
        weight, squares = state.weight[indices], None if state.squares is None else state.squares[indices]
        three: Any = {"start": start, "rater": rater, "code": code}
        chosen = replace(state, **three, weight=weight, squares=squares, cluster=members)
        items = Items(chosen, self.judges, self.people)
        require_units(items.n, least, what)
        return items


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
    Read judges and people.

    With `data` (a frame, a matrix, or `Ratings`) they are names of its columns or raters; without, they are columns.
    `least` people are needed; where none is, `people` can be None. Text of nothing but blanks is a missing label.
    """
    labels = None if labels is None else check_declared(labels)
    if isinstance(data, Tallies):
        msg = "who is the judge must be known, and Tallies are anonymous: give Ratings, a frame, or columns."
        raise RaterIdentityError(msg)
    read = _read_columns if data is None else partial(_read_names, data)
    items = read(judges, people, labels, cluster, sample_weight)
    if len(items.people) < least:
        msg = f"this question takes {least} people or more, not {len(items.people)}. {_INSTEAD.get(least, '')}"
        raise TooFewRatersError(msg.strip())
    if items.clusters is not None:
        check_several(items.clusters.size)
    return items


def _read_columns(judges: Any, people: Any, labels: Sequence[Label] | None, cluster: Any, sample_weight: Any) -> Items:
    first, second = columns_of(judges, "judge"), {} if people is None else columns_of(people, "person")
    named = {**{f"judge {name}": column for name, column in first.items()}, **second}
    _refuse_other_rows({**named, "cluster": cluster, "sample_weight": sample_weight})
    if set(first) & set(second):
        second = {f"{name} (person)": column for name, column in second.items()}
    return _items(_stacked({**first, **second}, labels), len(first), cluster, sample_weight)


def _stacked(columns: dict[Any, Any], labels: Sequence[Label] | None) -> PanelRows:
    """Columns of labels, one a rater, over one set of labels."""
    encoded = [encode(column, str(name)) for name, column in columns.items()]
    sizes = {name: len(labels_read.values) for name, labels_read in zip(columns, encoded, strict=True)}
    if len(set(sizes.values())) > 1:
        other = next(name for name in sizes if sizes[name] != next(iter(sizes.values())))
        first, size = next(iter(sizes.items()))
        raise LengthError(f"every column must have one value an item: {first} has {size}, {other} has {sizes[other]}.")
    rows = next(iter(sizes.values()))
    if not rows:
        raise EmptyInputError("there is no item.")
    if labels is None:
        for labels_read, name in zip(encoded, columns, strict=True):
            refuse_continuous(labels_read, str(name))
    stacked = joined(encoded, list(map(str, columns)), declared=labels is not None)
    rows_of = code_labels(stacked, labels, "the labels", blanks_in(stacked, labels))
    codes = rows_of.codes.reshape(len(encoded), rows).T
    if not (codes >= 0).any():
        raise EmptyInputError("every label is missing: there is nothing to compare.")
    return PanelRows(codes, rows_of.labels, rows_of.ordered, tuple(columns), None)


def _items(rows: PanelRows, judges: int, cluster: Any, sample_weight: Any) -> Items:
    """Rows of which so many raters are judges, with their clusters and weights, as profiles too."""
    weights = weights_near_one(sample_weight, len(rows.codes))
    state = Ratings.from_rows(replace(rows, weights=weights), cluster)
    return Items(state, rows.raters[:judges], rows.raters[judges:], rows.codes, cluster, weights)


def weights_near_one(sample_weight: Any, rows: int) -> FloatArray | None:
    """Weights of rows in their mean, of rows with a weight above 0; None where all are alike."""
    weights = check_weights(sample_weight, rows)
    if weights is None or (rows and (weights == weights[0]).all() and weights[0] > 0):
        return None
    counted = weights > 0
    if not counted.any():
        raise EmptyInputError("every item has a weight of 0: there is nothing to compare.")
    scaled = weights / weights.max()
    return np.asarray(scaled / scaled[counted].mean(), np.float64)


def atoms_of_rows(
    rows: int, weights: FloatArray | None, cluster: Any, stratum: npt.NDArray[np.intp] | None = None
) -> Atoms:
    """Rows that are one item each, with weights near one and their column of clusters."""
    weight, clusters = np.ones(rows) if weights is None else weights, None
    if cluster is not None:
        code, size = check_clusters(cluster, rows, None)
        check_several(size)
        clusters = Clusters(code, np.arange(rows), weight, size)
    return Atoms(weight, weight if weights is None else weight**2, stratum, clusters)


def _refuse_other_rows(columns: Mapping[str, Any]) -> None:
    """Raise for columns of pandas with the index of the first one in another order: rows are taken by position."""
    (what, first), *others = columns.items()
    refuse_other_order(first, [column for _, column in others], [name for name, _ in others], what=what)


def _read_names(
    data: Any, judges: Any, people: Any, labels: Sequence[Label] | None, cluster: Any, sample_weight: Any
) -> Items:
    first, second = names_of(judges, "judge"), () if people is None else names_of(people, "humans")
    both = (*first, *second)
    twice = [name for name in both if both.count(name) > 1]
    if twice:
        raise OptionError(f"{twice[0]!r} is named twice: a judge cannot be one of the people, and each is named once.")
    if isinstance(data, Ratings):
        for option, given in (("cluster", cluster), ("sample_weight", sample_weight)):
            if given is not None:
                what = "clusters" if option == "cluster" else "weights"
                msg = f"Ratings know their {what} already: make them with Ratings.from_wide(..., {option}=...)."
                raise OptionError(msg)
        require_columns(data.raters, both)
        return Items(_near_one(data.select(list(both))), first, second)
    if hasattr(type(data), "collect"):  # asking a lazy frame for its columns can be slow
        msg = f"data must be an eager frame, a matrix or Ratings, not {type(data).__name__}: collect it first."
        raise InputTypeError(msg)
    if is_table(data):
        rows, (cluster, sample_weight) = _read_frame(data, both, labels, (cluster, sample_weight))
    else:
        rows = check_wide(data, labels=labels, each=True)
        require_columns(rows.raters, both)
        columns = [rows.raters.index(name) for name in both]
        rows = replace(rows, codes=rows.codes[:, columns], raters=both)
    return _items(rows, len(first), cluster, sample_weight)


def _near_one(state: Ratings) -> Ratings:
    """Weighted ratings in the mean of their weights; each profile is then about as many items."""
    if state.squares is None:
        return state
    items = state.weight**2 / np.maximum(state.squares, np.finfo(float).tiny)
    unit = float(state.weight.sum() / items.sum())
    cluster = None if state.cluster is None else state.cluster / np.array([[1.0], [1.0], [unit]])
    return replace(state, weight=state.weight / unit, squares=np.asarray(state.squares / unit**2), cluster=cluster)


def _read_frame(
    data: Any, names: Sequence[Any], labels: Sequence[Label] | None, beside: tuple[Any, ...]
) -> tuple[PanelRows, tuple[Any, ...]]:
    """The columns of raters, and those beside them that are names of columns."""
    frame = opened_frame(data, what="data must be an eager frame, a matrix or Ratings")
    require_columns(frame.columns, [*names, *(column for column in beside if isinstance(column, str))])
    _refuse_other_rows({"data": data, "cluster": beside[0], "sample_weight": beside[1]})
    columns = {name: frame.get_column(name).to_native() for name in names}
    further = (frame.get_column(column).to_native() if isinstance(column, str) else column for column in beside)
    return _stacked(columns, labels), tuple(further)


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
    """A further column: by its name in a frame (a text or a number), or as it is; `judge` are the rows without data."""
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
    return code_labels(groups, order, what, blanks_in(groups, order))


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
    doubt: str | None
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

    @property
    def clusters(self) -> Clusters | None:
        """Which items belong together."""
        return self.atoms.clusters


def read_passes(
    judge: Any,
    human: Any,
    pass_label: Label | None,
    cluster: Any = None,
    sample_weight: Any = None,
    *,
    also: Sequence[Label] = (),
) -> Passes:
    """Read the columns of `pass_rate`; `also` are labels of other columns, among which the pass may be."""
    refuse_other_order(judge, (human, cluster), ("human", "cluster"), sample_weight, what="judge")
    codes, verdicts = _codes(judge, "judge")
    if not len(codes):
        raise EmptyInputError("judge holds no verdict: there is nothing to estimate.")
    missing = int((codes < 0).sum())
    if missing:
        msg = f"judge has {missing} missing values, the first in row {int(np.argmax(codes < 0))}: leave such items out."
        raise MissingValuesError(msg)
    columns = [_codes(column, name) for name, column in columns_of(human, "human").items()]
    for rated, _ in columns:
        if len(rated) != len(codes):
            raise LengthError(f"human must have one value an item: expected {len(codes)}, got {len(rated)}.")
    of_people = [name for _, labels in columns for name in labels]
    label = pass_label_of(pass_label, list(dict.fromkeys([*of_people, *also, *verdicts])))
    shares = [np.where(rated < 0, np.nan, rated == _code_of(label, labels)) for rated, labels in columns]
    stacked = np.stack(shares)
    ratings = (~np.isnan(stacked)).sum(0)
    people = np.where(ratings > 0, np.nansum(stacked, axis=0) / np.maximum(ratings, 1), np.nan)
    labelled = people[ratings > 0]
    if not labelled.size:
        raise EmptyInputError("human holds no label: at least some items must be labelled by people.")
    return Passes(
        codes.astype(np.intp),
        verdicts,
        codes == _code_of(label, verdicts),
        people,
        bool(((labelled == 0) | (labelled == 1)).all()),
        atoms_of_rows(len(codes), weights_near_one(sample_weight, len(codes)), cluster, (ratings > 0).astype(np.intp)),
        label,
        _doubt_of_labels(label, verdicts, list(dict.fromkeys(of_people)), also),
    )


def _codes(column: Any, what: str) -> tuple[npt.NDArray[Any], tuple[Label, ...]]:
    encoded = encode(column, what)
    coded = code_labels(encoded, None, what, blanks_in(encoded))
    return coded.codes, coded.labels


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


def _code_of(label: Label, labels: Sequence[Label]) -> int:
    return labels.index(label) if label in labels else -2


def _doubt_of_labels(
    label: Label, verdicts: Sequence[Label], people_labels: Sequence[Label], also: Sequence[Label]
) -> str | None:
    """Warn of labels that are spelled almost alike, or of a pass label that one side never uses."""
    doubt = doubt_of_spelling(list(dict.fromkeys([*verdicts, *people_labels, *also])))
    if doubt is not None or label in also:
        return doubt
    if label not in verdicts and not set(verdicts) <= set(people_labels):
        return f"the judge never says {label!r}, so that its own pass rate says nothing"
    if label not in people_labels and not set(people_labels) <= set(verdicts):
        return f"people never say {label!r}"
    return None


def is_table(data: Any) -> bool:
    """Whether it is a data frame, and no column."""
    return is_frame(data) and not is_series(data)


def columns_of(data: Any, what: str) -> dict[str, Any]:
    """Columns by name, at least one, from one column, a frame, a mapping, or a matrix with a column a person."""
    columns = {what: data}
    if data is None or isinstance(data, (str, bytes)):
        raise InputTypeError(f"{what} must be a column, or a matrix with a column a person, not {data!r}.")
    if isinstance(data, Mapping):
        columns = {str(name): column for name, column in data.items()}
        if len(columns) < len(data):
            twice = next(name for name, repeats in Counter(map(str, data)).items() if repeats > 1)
            raise ColumnError(f"{what} has two columns that are both written {twice!r}: rename one of them.")
    elif is_table(data):
        frame = opened_frame(data, what=f"{what} must be columns, or an eager frame with a column a person")
        columns = {str(name): frame.get_column(name).to_native() for name in frame.columns}
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


def labels_in(*columns: Any) -> tuple[Label, ...]:
    """The labels of several columns, or of several people each."""
    people = (column for column_or_matrix in columns for column in columns_of(column_or_matrix, "labels").values())
    return tuple(dict.fromkeys(label for column in people for label in _codes(column, "labels")[1]))


def check_answers(answers: Any, tie: Any) -> tuple[Label, Label]:
    """Return both answers; raise unless they and the tie are three labels."""
    pair = tuple(answers) if isinstance(answers, (list, tuple)) else ()
    three = (*pair, tie)
    if len(pair) != 2 or not all(isinstance(label, Hashable) for label in three) or len(set(three)) < 3:
        msg = f"answers must be two labels, different from each other and from tie={tie!r:.80}, not {answers!r:.80}."
        raise OptionError(msg)
    return pair[0], pair[1]
