"""Items that judges and people have rated: distinct profiles with how often each occurs, judges first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import (
    ColumnError,
    EmptyInputError,
    InputTypeError,
    LabelError,
    LengthError,
    OptionError,
    RaterIdentityError,
    TooFewRatersError,
    TooFewUnitsError,
)
from concordant.inference.influence.influences import check_several
from concordant.inference.samples.panels import clusters_of
from concordant.inference.samples.sample import Clusters
from concordant.inputs.encoding import encode, refuse_continuous
from concordant.inputs.label_values import blanks_in
from concordant.inputs.labels import check_declared
from concordant.inputs.ratings import PanelRows, check_wide, code_labels, joined
from concordant.judging.passes import clusters_of_rows, columns_of, is_table
from concordant.metrics import get
from concordant.metrics.agreement.weights import scaled_disagreement
from concordant.names import did_you_mean
from concordant.states import Counts, Ratings, Tallies
from concordant.states.profiles import moved_members
from concordant.typing import Column, FloatArray, KappaWeights, Label

Read = tuple[Ratings, npt.NDArray[Any] | None, Any]  # the state; of rows their codes and clusters


@dataclass(frozen=True)
class JudgedItems:
    """
    What judges and people said.

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
    """

    state: Ratings
    judges: tuple[Label, ...]
    people: tuple[Label, ...]
    rows: npt.NDArray[Any] | None = None
    groups: Any = None

    @cached_property
    def codes(self) -> npt.NDArray[np.intp]:
        """The code of each label, (U, judges + people); -1 where there is none."""
        state = self.state
        found = np.full((len(state.profiles), len(state.raters)), -1, np.intp)
        found[state.profiles.unit, state.rater] = state.code
        return found

    @property
    def of_judges(self) -> npt.NDArray[np.intp]:
        """The codes of the judges."""
        return self.codes[:, : len(self.judges)]

    @property
    def of_people(self) -> npt.NDArray[np.intp]:
        """The codes of the people."""
        return self.codes[:, len(self.judges) :]

    @cached_property
    def times(self) -> FloatArray:
        """How many items have each profile."""
        return np.asarray(self.state.weight, np.float64)

    @cached_property
    def clusters(self) -> Clusters | None:
        """Which items belong together."""
        return clusters_of(self.state)

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels in their order."""
        return self.state.labels

    def agreement(self, weights: KappaWeights) -> FloatArray:
        """How much two labels agree, (K, K): 1 on the diagonal, by default 0 elsewhere."""
        size = len(self.labels)
        if weights is None:
            return np.eye(size)
        none = Counts(np.zeros((size, size), np.int64), self.labels, self.state.ordered)
        get("weighted_agreement").check(none, {"weights": weights})
        found = 1.0 - scaled_disagreement(none, weights)
        if not np.array_equal(found, found.T):
            msg = "weights must be symmetric: neither the judge nor a person comes first."
            raise OptionError(msg)
        return found

    def some(self, here: npt.NDArray[np.bool_]) -> JudgedItems:
        """The items of some profiles."""
        state = self.state
        places = np.flatnonzero(here)
        members = None
        if state.cluster is not None:
            members = moved_members(state.cluster, len(state.profiles), places, np.arange(len(places)))
        chosen = Ratings.of_profiles(
            state.profiles.some(places),
            state.weight[places],
            None if state.squares is None else state.squares[places],
            state.labels,
            state.raters,
            ordered=state.ordered,
            missing=state.missing,
            cluster=members,
        )
        return JudgedItems(chosen, self.judges, self.people)


@dataclass(frozen=True)
class JudgedRows:
    """The same row by row, for questions that set the rows beside another column."""

    items: JudgedItems

    @cached_property
    def codes(self) -> npt.NDArray[np.intp]:
        """The code of each label, (n, judges + people); -1 where there is none."""
        if self.items.rows is None:
            msg = "this question is about rows, and Ratings have none: give a frame, or columns."
            raise InputTypeError(msg)
        return self.items.rows.astype(np.intp)

    @property
    def of_judges(self) -> npt.NDArray[np.intp]:
        """The codes of the judges."""
        return self.codes[:, : len(self.items.judges)]

    @property
    def of_people(self) -> npt.NDArray[np.intp]:
        """The codes of the people."""
        return self.codes[:, len(self.items.judges) :]

    @property
    def times(self) -> FloatArray:
        """Each row is one item."""
        return np.ones(len(self.codes))

    @cached_property
    def clusters(self) -> Clusters | None:
        """Which rows belong together."""
        return clusters_of_rows(self.items.groups, len(self.codes))

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels in their order."""
        return self.items.labels

    def agreement(self, weights: KappaWeights) -> FloatArray:
        """How much two labels agree."""
        return self.items.agreement(weights)


def read_items(
    data: Any,
    judges: Any,
    people: Any,
    *,
    labels: Sequence[Label] | None = None,
    cluster: Column | str | None = None,
    least: int = 1,
) -> JudgedItems:
    """
    Read judges and people.

    With `data` (a frame, a matrix, or `Ratings`) they are names of its columns or raters; without, they are columns.
    `least` people are needed; where none is, `people` can be None. Text of nothing but blanks is a missing label.
    """
    labels = None if labels is None else check_declared(labels)
    if isinstance(data, Tallies):
        msg = "who is the judge must be known, and Tallies are anonymous: give Ratings, a frame, or columns."
        raise RaterIdentityError(msg)
    if data is None:
        read, first, second = _of_columns(judges, people, labels, cluster)
    else:
        read, first, second = _of_names(data, judges, people, labels, cluster)
    state, rows, groups = read
    if len(second) < least:
        msg = f"this question takes {least} people or more, not {len(second)}. {_INSTEAD.get(least, '')}"
        raise TooFewRatersError(msg.strip())
    if state.weighted:
        msg = "a judge is judged on items that count alike, and these ratings have weights: leave sample_weight out."
        raise OptionError(msg)
    items = JudgedItems(state, first, second, rows, groups)
    if items.clusters is not None:
        check_several(items.clusters.size)
    return items


_INSTEAD = {
    2: "With a single expert, give the crowd as people and the expert as the judge, or take judging.pass_rate and "
    "judging.judge_errors, which need one person."
}


def names_of(given: Any, what: str) -> tuple[Label, ...]:
    """One name or several."""
    if isinstance(given, (str, bytes, int)):
        given = (given,)
    if not hasattr(given, "__iter__"):
        msg = f"{what} must be the name of a column, or a list of names, not {given!r}."
        raise InputTypeError(msg)
    found = tuple(name.item() if isinstance(name, np.generic) else name for name in given)
    if not found:
        msg = f"{what} names nobody."
        raise TooFewRatersError(msg)
    return found


def _of_names(
    data: Any, judges: Any, people: Any, labels: Sequence[Label] | None, cluster: Any
) -> tuple[Read, tuple[Label, ...], tuple[Label, ...]]:
    first, second = names_of(judges, "judge"), () if people is None else names_of(people, "humans")
    both = (*first, *second)
    twice = [name for name in both if both.count(name) > 1]
    if twice:
        msg = f"{twice[0]!r} is named twice: a judge cannot be one of the people, and each is named once."
        raise OptionError(msg)
    if isinstance(data, Ratings):
        if cluster is not None:
            msg = "Ratings know their clusters already: make them with Ratings.from_wide(..., cluster=...)."
            raise OptionError(msg)
        _require_known(both, data.raters)
        return (data.select(list(both)), None, None), first, second
    if hasattr(type(data), "collect"):  # asking a lazy frame for its columns can be slow
        msg = f"data must be an eager frame, a matrix or Ratings, not {type(data).__name__}: collect it first."
        raise InputTypeError(msg)
    if is_table(data):
        return _of_frame(data, both, labels, cluster), first, second
    rows = check_wide(data, labels=labels, each=True)
    _require_known(both, rows.raters)
    places = [rows.raters.index(name) for name in both]
    chosen = replace(rows, codes=rows.codes[:, places], raters=both)
    return (Ratings.from_rows(chosen, cluster), chosen.codes, cluster), first, second


def _of_frame(data: Any, names: Sequence[Any], labels: Sequence[Label] | None, cluster: Any) -> Read:
    import narwhals as nw

    try:
        frame = nw.from_native(data, eager_only=True)
    except TypeError as error:
        msg = f"data must be an eager frame, a matrix or Ratings, not {type(data).__name__}: collect it first."
        raise InputTypeError(msg) from error
    _require_known([*names, *([cluster] if isinstance(cluster, str) else [])], frame.columns)
    groups = frame.get_column(cluster).to_native() if isinstance(cluster, str) else cluster
    columns = {name: frame.get_column(name).to_native() for name in names}
    return _state(columns, labels, groups)


def _require_known(names: Sequence[Label], known: Sequence[Label]) -> None:
    """Raise for a name that does not occur."""
    for name in names:
        if name not in known:
            shown = ", ".join(map(repr, list(known)[:12])) + (", ..." if len(known) > 12 else "")
            msg = f"there is no {name!r} among {shown}.{did_you_mean(name, known)}"
            raise ColumnError(msg)


def _of_columns(
    judges: Any, people: Any, labels: Sequence[Label] | None, cluster: Any
) -> tuple[Read, tuple[Label, ...], tuple[Label, ...]]:
    first, second = columns_of(judges, "judge"), {} if people is None else columns_of(people, "person")
    if set(first) & set(second):
        second = {f"{name} (person)": column for name, column in second.items()}
    return _state({**first, **second}, labels, cluster), tuple(first), tuple(second)


def _state(columns: dict[Any, Any], labels: Sequence[Label] | None, cluster: Any) -> Read:
    encoded = [encode(column, str(name)) for name, column in columns.items()]
    sizes = {name: len(one.values) for name, one in zip(columns, encoded, strict=True)}
    if len(set(sizes.values())) > 1:
        other = next(name for name in sizes if sizes[name] != next(iter(sizes.values())))
        first, size = next(iter(sizes.items()))
        msg = f"every column must have one value an item: {first} has {size}, {other} has {sizes[other]}."
        raise LengthError(msg)
    rows = next(iter(sizes.values()))
    if not rows:
        msg = "there is no item."
        raise EmptyInputError(msg)
    if labels is None:
        for one, name in zip(encoded, columns, strict=True):
            refuse_continuous(one, str(name))
    whole = joined(encoded, list(map(str, columns)), declared=labels is not None)
    coded = code_labels(whole, labels, "the labels", blanks_in(whole, labels))
    codes = coded.codes.reshape(len(encoded), rows).T
    if not (codes >= 0).any():
        msg = "every label is missing: there is nothing to compare."
        raise EmptyInputError(msg)
    return (
        Ratings.from_rows(PanelRows(codes, coded.labels, coded.ordered, tuple(columns), None), cluster),
        codes,
        cluster,
    )


def require_units(n: float, least: int, what: str) -> None:
    """Raise for too few items."""
    if n < least:
        msg = f"{what}: there are {n:g}, and {least} or more are needed."
        raise TooFewUnitsError(msg)


def numbers_of(items: JudgedItems | JudgedRows) -> FloatArray | None:
    """The labels as numbers, bools as 0 and 1; None if they are none."""
    if all(isinstance(label, (bool, int, float)) for label in items.labels):
        try:
            return np.array([float(label) for label in items.labels])  # type: ignore[arg-type]
        except OverflowError as error:
            msg = "a label is a whole number beyond the range of float64: give it as text, or scale the labels."
            raise LabelError(msg) from error
    return None


def column_beside(data: Any, column: Any, rows: int, what: str) -> Any:
    """A further column: by its name in a frame (a text or a number), or as it is."""
    if isinstance(column, (str, int)):
        if data is None or not is_table(data):
            msg = f"{what}={column!r} is the name of a column, and there is no frame: give the column."
            raise InputTypeError(msg)
        import narwhals as nw

        frame = nw.from_native(data, eager_only=True)
        _require_known([column], frame.columns)
        column = frame.get_column(column).to_native()
    try:
        size = len(column)
    except TypeError as error:
        msg = f"{what} must be a column with one value an item, or the name of one in a frame, not {column!r:.80}."
        raise InputTypeError(msg) from error
    if size != rows:
        msg = f"{what} must have one value an item: expected {rows}, got {size}."
        raise LengthError(msg)
    return column
