"""What all states share: the verbs, the stored format and its distrust, states by group, sums of weights."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, ClassVar, Literal, Self, TypeGuard, TypeVar

import numpy as np

from concordant.errors import InputError, MergeError, OptionError, StateFormatError
from concordant.result.stored import Stored, is_whole
from concordant.typing import Frame, Label, NumberArray

S = TypeVar("S", bound="ByGroup")
V = TypeVar("V")


class State:
    """
    A frozen summary of rows, to which that of other rows can be added.

    A class below it names how it is stored, what the key of a sum is and what is equal in equal states. It says how
    another state is added (`_plus`), how what JSON holds of it (`_plain`) is read (`_read`) and why what was read comes
    from no rows (`_unsound`). It is multiplied by a number of times (`__mul__`). A class that differs in more overrides
    the verb.
    """

    __slots__ = ()

    stored_as: ClassVar[str]  # how `to_dict` marks what `from_dict` reads
    stored_version: ClassVar[int] = 1
    _stored_fields: ClassVar[tuple[str, ...]]  # those that must be there, in their order
    _flat_fields: ClassVar[tuple[str, ...]] = ()  # arrays that are stored as one list of their numbers
    _numbers: ClassVar[str] = "weights"  # the field that counts rows or sums weights
    _key_fields: ClassVar[tuple[str, ...]]
    _equal_fields: ClassVar[tuple[str, ...]]  # beside the key and `missing`
    missing: int

    @property
    def key(self) -> dict[str, Any]:
        """What must be equal to add two states."""
        return {name: getattr(self, name) for name in self._key_fields}

    def __add__(self, other: Self) -> Self:
        """Add the rows of two states."""
        if not self._is_like(other):
            return NotImplemented
        require_same_key(type(self).__name__, self.key, other.key)
        return self._plus(other)

    def _plus(self, other: Self) -> Self:
        """Add the rows of a state with the same key."""
        raise NotImplementedError

    def __mul__(self, factor: float) -> Self:
        """Repeat every row `factor` times."""
        raise NotImplementedError

    def __rmul__(self, factor: float) -> Self:
        """Repeat every row `factor` times."""
        return self * factor

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same rows under the same key."""
        if not self._is_like(other):
            return NotImplemented
        return same_key(self.key, other.key) and self.missing == other.missing and self._holds_same(other)

    def _holds_same(self, other: Self) -> bool:
        """Whether a state with the same key and as many missing rows holds the same rows."""
        return all(_same(getattr(self, name), getattr(other, name)) for name in self._equal_fields)

    __hash__ = None  # type: ignore[assignment]

    def _is_like(self, other: object) -> TypeGuard[Self]:
        return isinstance(other, State) and other.stored_as == self.stored_as

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold; `from_dict` reads it back to the last bit."""
        return {"state": self.stored_as, "version": self.stored_version, **self._plain()}

    def _plain(self) -> dict[str, Any]:
        """The fields as JSON can hold them, with the shape of the numbers and the types of arrays."""
        numbers = getattr(self, self._numbers)
        refuse_unstorable(self.stored_as.replace("_", " "), numbers, getattr(self, "squares", None))
        plain: dict[str, Any] = {"shape": list(numbers.shape), "dtype": numbers.dtype.name}
        for name in self._stored_fields:
            array = name.removesuffix("_dtype")
            if array != name:
                plain[name] = getattr(self, array).dtype.name
            elif name not in plain:
                value = self._field(name)
                plain[name] = _plain_value(value.ravel() if name in self._flat_fields else value)
        return {name: plain[name] for name in self._stored_fields}

    def _field(self, name: str) -> Any:
        """A field as it is stored, where that is not an attribute of this name."""
        return getattr(self, name)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If a field is absent, or holds what no rows give; the message says which.
        """
        state = cls._read(cls._stored(data))
        why = cls._unsound(state)
        if why is not None:
            raise StateFormatError(f"the stored {cls.stored_as!r} cannot be read: {why}.")
        return state

    @classmethod
    def _stored(cls, data: Any) -> StoredState:
        """Check what was stored: its kind, its version, and that no field lacks."""
        return StoredState(data, cls.stored_as, cls.stored_version, cls._stored_fields)

    @classmethod
    def _read(cls, stored: StoredState) -> Self:
        """Read the fields, each as what it must be."""
        raise NotImplementedError

    def _unsound(self) -> str | None:
        """Why these fields come from no rows; None if they may."""
        raise NotImplementedError


class ByGroup(State):
    """A state that can be made of each group of rows by one query."""

    __slots__ = ()

    @classmethod
    def by_group(cls, frame: Frame, *, by: Any, **columns: Any) -> StatesByGroup[Self]:
        """
        Make the state of each group of rows of a frame; labels and one score of a lazy frame by one query.

        Parameters
        ----------
        frame : eager or lazy frame, files
            Of files the columns are read as a whole.
        by : str, tuple, or list of these
            A column whose values make the groups, or a column of times with the length of a window: ``("at", "1d")``.
            Windows begin at whole multiples of their length since 1970-01-01 UTC (``"s"``, ``"m"``, ``"h"``, ``"d"``,
            ``"w"``; those of 7 days on a Thursday); a time without a zone is taken as UTC. Of several, each
            combination that occurs is a group.
        **columns
            As for `from_frame`. Labels that are not declared are those of all rows in every group, so that states of
            groups can be added.

        Returns
        -------
        StatesByGroup
            A mapping of groups to states.

        Raises
        ------
        MissingValuesError
            If a group is missing; with ``missing="drop"`` such rows are left out and counted.

        Examples
        --------
        >>> import polars as pl
        >>> from concordant import accuracy
        >>> from concordant.states import Counts
        >>> rows = pl.LazyFrame({"truth": [0, 1, 1, 0], "label": [0, 1, 0, 0], "site": ["north", "south"] * 2})
        >>> found = Counts.by_group(rows, by="site", y_true="truth", y_pred="label")
        >>> {site: accuracy.of(counts) for site, counts in found.items()}
        {'north': 0.5, 'south': 1.0}
        >>> accuracy.of(found.total())
        0.75
        """
        from concordant.sources.by_group import states_by_group

        return states_by_group(cls, frame, by, columns)


class DistinctRows(ByGroup):
    """Rows that differ, and how many there are of each (`weights`)."""

    __slots__ = ()

    _row_fields: ClassVar[tuple[str, ...]]  # arrays with an entry for each of the rows
    weights: NumberArray

    @property
    def n(self) -> Any:
        """The number of rows or the sum of weights."""
        return self.weights.sum().item()

    def __mul__(self, factor: float) -> Self:
        """Repeat every row `factor` times."""
        weights = times(self.weights, factor)
        kept = slice(None) if factor else slice(0)  # what no row has does not occur
        rows = {name: getattr(self, name)[kept] for name in self._row_fields}
        state: Any = self
        repeated: Self = replace(state, **rows, weights=weights[kept], missing=round(self.missing * factor))
        return repeated


@dataclass(frozen=True, eq=False, repr=False)
class StatesByGroup(Mapping[Any, S]):
    """
    A state for each group of rows, as `by_group` of a state makes it.

    A group is named by its value; of several columns by the values of all, as a tuple. A window of time is named by its
    beginning, in UTC.

    Attributes
    ----------
    by : tuple of str
        What the groups are by.
    states : dict
        In the order of the groups.
    missing : int
        How many rows were left out as their group is missing; those that lack another value are counted in the states.
    """

    by: tuple[str, ...]
    states: dict[Any, S]
    missing: int = 0

    def __getitem__(self, group: Any) -> S:
        """Return the state of one group."""
        return self.states[group]

    def __iter__(self) -> Iterator[Any]:
        """Yield the groups in order."""
        return iter(self.states)

    def __len__(self) -> int:
        """How many groups there are."""
        return len(self.states)

    def total(self) -> S:
        """Return the state of all groups together."""
        if not self.states:
            raise InputError("there are no groups: nothing can be added up.")
        first, *others = self.states.values()
        for other in others:
            first = first + other
        return first

    def __repr__(self) -> str:
        """The groups, not the numbers."""
        kind = type(next(iter(self.states.values()))).__name__.removeprefix("_CountsOf") if self.states else "states"
        return f"<{kind} of {len(self.states):,} groups by {', '.join(self.by)}>"


COUNTED = ("int64", "float64")  # rows, or sums of weights
SCORED = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64")
_MOST_CELLS = 1 << 40  # of a shape: also one that holds nothing, as NumPy adds up its other axes
_MOST_AXES = 30
_INFINITE = ("inf", "-inf")


class StoredState(Stored):
    """
    The fields of a stored state of this kind and version.

    Raises
    ------
    StateFormatError
        If it is another kind, another version, or not complete.
    """

    def __init__(self, data: Any, kind: str, version: int, names: tuple[str, ...]) -> None:
        stored_as = data.get("state") if isinstance(data, Mapping) else type(data).__name__
        if not isinstance(data, Mapping) or not isinstance(stored_as, str) or stored_as != kind:
            raise StateFormatError(f"expected stored data of the state {kind!r}, got {stored_as!r:.100}.")
        marked = data.get("version")
        if type(marked) is not int or marked != version:
            raise StateFormatError(
                f"this release reads version {version} of a stored {kind!r}, not version {marked!r:.100}; "
                "a newer release of Concordant may have written it."
            )
        super().__init__(data, f"the stored {kind!r}", names)

    def instead(self, name: str, value: Any) -> StoredState:
        """Return the same fields with another value of one of them."""
        other = copy(self)
        other.data = {**self.data, name: value}
        return other

    def optional(self, name: str, read: Callable[..., V], *arguments: Any) -> V | None:
        """Read a field that may be None or absent, by a method of this class."""
        return None if self.data.get(name) is None else read(name, *arguments)

    def shape(self, name: str) -> tuple[int, ...]:
        """Read the shape of an array."""
        shape = tuple(self.listed(name, "sizes"))
        if not all(map(is_whole, shape)) or len(shape) > _MOST_AXES:
            self.refuse(name, "a list of sizes, 0 or more each")
        if math.prod(max(size, 1) for size in shape) > _MOST_CELLS:
            self.refuse(name, "the shape of an array that memory can hold")
        return shape

    def dtype(self, name: str, allowed: tuple[str, ...]) -> str:
        """Read the name of a type of numbers."""
        found: str = self.choice(name, allowed)
        return found

    def nested(self, name: str, shape: tuple[int, ...], dtype: str) -> NumberArray:
        """Read numbers in lists of lists of exactly this shape."""
        level: list[Any] = [self[name]]
        for size in shape:
            if not all(isinstance(part, (list, tuple)) and len(part) == size for part in level):
                self.refuse(name, f"nested lists of the shape {list(shape)}")
            level = list(chain.from_iterable(level))
        return self._numbers(name, level, dtype, ()).reshape(shape)

    def flat(self, name: str, shape: tuple[int, ...], *, undefined: bool = False) -> NumberArray:
        """Read an array of floats from one list of its numbers; infinite ones and NaN are texts."""
        texts = (*_INFINITE, "nan") if undefined else _INFINITE
        array = self._numbers(name, self.listed(name, "numbers"), "float64", texts)
        if len(array) != math.prod(shape):
            self.refuse(name, f"a list of {math.prod(shape)} numbers, as its shape is {list(shape)}")
        return array.reshape(shape)

    def row(self, name: str, dtype: str) -> NumberArray:
        """Read a list of numbers of this type, however many; infinite ones are texts."""
        return self._numbers(name, self.listed(name, "numbers"), dtype, _INFINITE if dtype.startswith("float") else ())

    def _numbers(self, name: str, values: list[Any], dtype: str, texts: tuple[str, ...]) -> NumberArray:
        """Numbers that the type holds to the last bit; of floats also these texts."""
        real, types = dtype.startswith("float"), set(map(type, values))
        if str in types:
            values = [float(value) if isinstance(value, str) and value in texts else value for value in values]
            types = set(map(type, values))
        known = {int, float} if real else {int}
        if not types <= known:
            other = next(value for value in values if type(value) not in known)
            self.refuse(name, "made of numbers" if real else "made of whole numbers", other)
        try:
            with np.errstate(over="ignore"):
                array = np.array(values, dtype)
        except OverflowError:
            self.refuse(name, f"made of numbers that {dtype} holds")
        rounds = real and (dtype != "float64" or int in types)
        if rounds and any(held != value == value for held, value in zip(array.tolist(), values, strict=True)):  # noqa: PLR0124
            self.refuse(name, f"made of numbers that {dtype} holds")
        if real and not texts and not np.isfinite(array).all():
            self.refuse(name, "made of finite numbers")
        if real and "nan" not in texts and np.isnan(array).any():
            self.refuse(name, "made of numbers, none of them NaN")
        return array


def require_same_key(
    kind: str, first: Mapping[str, Any], second: Mapping[str, Any], verb: Literal["add", "compare"] = "add"
) -> None:
    """Raise unless two states may be added; the message names both keys."""
    for name, value in first.items():
        if not _same(value, second[name]):
            msg = f"cannot {verb} two {kind} with different {name}: {_shown(value)} and {_shown(second[name])}."
            if name in ("labels", "classes"):
                msg += " Declare the same labels=[...] for every part."
            raise MergeError(msg)


def same_key(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Whether two states of one kind may be added."""
    return all(_same(value, second[name]) for name, value in first.items())


def _same(value: Any, other: Any) -> bool:
    if type(value) is np.ndarray or type(other) is np.ndarray:
        return np.array_equal(value, other)
    return bool(value == other) and _types(value) == _types(other)


def _types(value: Any) -> Any:
    """1 == True == 1.0 in Python, but they are different labels."""
    return [isinstance(x, bool) for x in value] if isinstance(value, tuple) else None


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 200 else text[:197] + "..."


def check_factor(factor: float) -> None:
    """Raise unless a state can be repeated so many times."""
    if isinstance(factor, bool) or not isinstance(factor, (int, float, np.integer, np.floating)):
        raise OptionError(f"a state is repeated a number of times, not {factor!r} times.")
    if not (factor >= 0 and math.isfinite(factor)):
        raise OptionError(f"a state is repeated a finite number of times, 0 or more, not {factor!r}.")


def times(table: NumberArray, factor: float) -> NumberArray:
    """Repeat a table `factor` times: whole numbers stay exact."""
    check_factor(factor)
    if table.dtype.kind == "i" and isinstance(factor, (int, np.integer)):
        if largest_total(table) * int(factor) >= 2**63:
            raise OptionError(f"repeating counts {factor} times exceeds 64-bit integers; use a float factor.")
        return table * np.int64(factor)
    with np.errstate(over="ignore"):
        repeated = table * float(factor)
    if why := out_of_range(repeated):
        raise OptionError(f"this state cannot be repeated {factor} times: {why}.")
    return repeated


_LEAST, _MOST = 1e-30, 1e30  # what the largest sum of weights may be, so that eighth powers fit float64


def out_of_range(sums: NumberArray) -> str | None:
    """Why formulas cannot multiply these sums of weights with each other; None if they can, or all are 0."""
    if sums.dtype.kind != "f" or not sums.size:
        return None
    largest = float(np.maximum.reduce(sums, axis=None))
    if largest > _MOST or 0 < largest < _LEAST:
        return f"its largest sum of weights is {largest:g}, and must lie between {_LEAST:g} and {_MOST:g}"
    return None


def added(first: NumberArray, second: NumberArray) -> NumberArray:
    """Add two tables of counts or weights."""
    refuse_overflow(first, second)
    total: NumberArray = first + second
    return total


def largest_total(table: NumberArray) -> int:
    """The rows of a table of counts, or of the fullest table of a stack. It fits 64 bits: every state sees to that."""
    return int(table.sum((-2, -1) if table.ndim > 1 else -1).max(initial=0))


def refuse_overflow(first: NumberArray, second: NumberArray) -> None:
    """Raise if the rows of two tables of counts together are too many for 64-bit integers."""
    if first.dtype.kind == second.dtype.kind == "i" and largest_total(first) + largest_total(second) >= 2**63:
        msg = "the sum of these counts exceeds 64-bit integers; multiply one of them by 1.0 to add as floats."
        raise MergeError(msg)


def plain_labels(labels: tuple[Label, ...] | None) -> list[Any] | None:
    """Labels as JSON can hold them."""
    if labels is None:
        return None
    for label in labels:
        if isinstance(label, float) and not math.isfinite(label):
            raise StateFormatError(f"JSON has no {label!r}: states with this label cannot be stored.")
        if not isinstance(label, (str, int, float, bool)):
            msg = f"only text, numbers and bools can be stored as labels, not {label!r} ({type(label).__name__})."
            raise StateFormatError(msg)
    return list(labels)


def _plain_value(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return plain_floats(value) if value.ndim == 1 else value.tolist()
    return plain_labels(value) if isinstance(value, tuple) else value


def plain_floats(values: NumberArray) -> list[Any]:
    """Numbers as JSON can hold them: infinities become the texts "inf" and "-inf"."""
    listed: list[Any] = values.tolist()
    if values.dtype.kind != "f" or np.isfinite(values).all():
        return listed
    return [x if math.isfinite(x) else str(x) for x in listed]


def unsound_cells(tables: NumberArray) -> str | None:
    """Why these cells, shape (T, cells), are no rows or sums of weights; None if they are."""
    if tables.dtype.kind == "f" and not np.isfinite(tables).all():
        return "its cells are not all finite numbers"
    if tables.size and tables.min() < 0:
        return "a negative number of rows is in it"
    if tables.dtype.kind == "i":
        if _most_rows(tables) >= 2**63:
            return "its rows are more than 64-bit integers count"
        return None
    return out_of_range(tables)


def _most_rows(tables: NumberArray) -> int:
    """The sum of the fullest table, exact also where it exceeds 64 bits."""
    high, low = (tables >> 32).sum(-1), (tables & 0xFFFFFFFF).sum(-1)
    return max((int(a) * 2**32 + int(b) for a, b in zip(high.tolist(), low.tolist(), strict=True)), default=0)


def unsound_squares(weights: NumberArray, squares: NumberArray | None, what: str = "rows") -> str | None:
    """Why these are not the sums of squared weights beside the sums of weights; None if they are."""
    if squares is None:
        return None
    if weights.dtype.kind == "i":
        return f"{what} that are counted have no sums of squared weights"
    if squares.size and not (squares.min() >= 0 and np.isfinite(squares).all()):
        return "its squares are not all finite and 0 or more"
    return "squared weights are in it where no row is" if (squares[weights == 0] > 0).any() else None


def refuse_unstorable(what: str, *tables: NumberArray | None) -> None:
    """Raise for numbers that JSON cannot hold, such as the counts of a population that these rows cannot stand for."""
    for table in tables:
        if table is not None and table.dtype.kind == "f" and not np.isfinite(table).all():
            raise StateFormatError(
                f"{what} with undefined or infinite cells cannot be stored. Store those of the rows as they are, and "
                "take another prevalence or a multiple of them after reading."
            )
