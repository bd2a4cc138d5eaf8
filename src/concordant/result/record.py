"""`Record`: compare, store, show (one line, notebook, table); `Answer`, `NumberRecord`, `Tabled`, `Pictured`."""

from __future__ import annotations

import dataclasses
import math
import reprlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import wraps
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self, TypeAlias, TypeVar, get_args

import numpy as np

from concordant.errors import MissingDependencyError
from concordant.names import require_choice, safe
from concordant.result.stored import Stored, read_record, refuse_unmarked
from concordant.typing import Label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from concordant.result.intervals import Interval


R = TypeVar("R", bound="Record")
Backend: TypeAlias = Literal["polars", "pandas", "pyarrow"]
_CELLS = (str, bool, int, float, date, np.generic, type(None))  # what a cell of a frame holds


class Record:
    """
    A frozen result with named fields.

    A class below it is a dataclass: ``@dataclass(frozen=True, slots=True, eq=False, repr=False)``, which leaves to this
    base what all records share:

    - ``to_dict()``: plain data that strict JSON can hold;
    - ``==``: the same kind of record and the same fields; arrays are compared by their elements, and what is undefined
      in both is equal. ``hash`` goes with it: of arrays it takes the shapes;
    - ``repr``: one short text, long arrays cut; in a notebook a small table.

    A field with ``compare=False`` is no part of the result: a cache, or a function.
    """

    __slots__ = ()

    stored_as: ClassVar[str | None] = None  # how `to_dict` marks what `from_dict` reads back
    stored_version: ClassVar[int] = 1
    table_of: ClassVar[tuple[str, ...]] = ()  # the list of records, or the lists of one length, that a frame holds

    def __init_subclass__(cls) -> None:
        """No sign of a label or name may control how the words of a record are printed."""
        if "__str__" in cls.__dict__:
            words = cls.__str__
            cls.__str__ = wraps(words)(lambda self: safe(words(self)))  # type: ignore[method-assign]

    @classmethod
    def fields(cls) -> tuple[str, ...]:
        """Return the names of the fields."""
        known: Any = cls
        return tuple(field.name for field in dataclasses.fields(known) if field.compare)

    @property
    def is_defined(self) -> bool:
        """Whether all fields are numbers, none of them NaN."""
        known: Any = self
        values = (getattr(known, name) for name in known.__match_args__)
        return all(isinstance(value, (float, int)) and value == value for value in values)  # noqa: PLR0124

    def _parts(self) -> dict[str, Any]:
        """The fields with their values."""
        return {name: getattr(self, name) for name in self.fields()}

    def _check(self, stored: Stored) -> None:
        """Refuse stored fields that do not go together."""

    def to_dict(self) -> dict[str, Any]:
        """
        Return plain data that strict JSON can hold.

        Undefined numbers are None, infinite ones the texts ``"inf"`` and ``"-inf"``; arrays are lists; labels that JSON
        cannot hold are their texts.
        """
        marked = {} if self.stored_as is None else {"result": self.stored_as, "version": self.stored_version}
        return marked | {name: plain(value) for name, value in self._parts().items()}

    def to_frame(self, backend: Backend | None = None) -> Any:
        """
        Return the numbers of the record as a data frame: a row a value, with its limits and what it is of.

        A record that holds a table, such as the changes of a report, gives the rows of that.

        Parameters
        ----------
        backend : {"polars", "pandas", "pyarrow"}, optional
            The library of the frame. Default: Polars, or pandas where Polars is not installed.

        Raises
        ------
        MissingDependencyError
            If the library is not installed, or none of them.
        """
        return as_frame(self._table(), backend)

    def _table(self) -> Mapping[str, Sequence[Any]]:
        """The columns of the frame: the table that the record holds, or its points; else its fields in one row."""
        if len(self.table_of) == 1:
            return as_columns(record.as_row() for record in getattr(self, self.table_of[0]))
        if self.table_of:
            rows = zip(*(getattr(self, name) for name in self.table_of), strict=True)
            return as_columns(_cells_of(dict(zip(self.table_of, row, strict=True))) for row in rows)
        return _columns(self._parts()) or as_columns([self.as_row()])

    def as_row(self) -> dict[str, Any]:
        """The fields that fit in a cell of a table, what they are of first; of an interval also its limits."""
        parts = self._parts()
        metric = {"metric": parts["metric"]} if isinstance(parts.get("metric"), str) else {}
        return metric | _cells_of(parts)

    def __eq__(self, other: object) -> bool:
        """Whether the other is such a record with the same fields; what is undefined in both is equal."""
        if not isinstance(other, Record) or type(self) is not type(other):
            return NotImplemented
        return bool(plain(self._parts()) == plain(other._parts()))

    def __hash__(self) -> int:
        """Equal records have the same; of their fields only the texts count."""
        return hash((type(self), *(part for part in self._parts().values() if isinstance(part, str))))

    def __repr__(self) -> str:
        """What `print` shows: the record in words, or its fields."""
        return str(self)

    def __str__(self) -> str:
        """The fields; long arrays are cut."""
        fields = ", ".join(f"{field}={short(value)}" for field, value in self._parts().items())
        return safe(f"{type(self).__name__}({fields})")

    def _repr_html_(self) -> str:
        """The rows of `to_frame`; a record that has words for itself shows them, and folds the rows."""
        table = _html_table(self._table())
        if type(self).__str__ is not Record.__str__:
            return _words_above(str(self), table)
        return f"<div><p><strong>{escape(safe(type(self).__name__))}</strong></p>{table}</div>"


def _cells_of(parts: Mapping[str, Any]) -> dict[str, Any]:
    """The parts that fit in a cell; of an interval also its limits."""
    row: dict[str, Any] = {}
    for name, value in parts.items():
        if isinstance(value, _CELLS):
            row[name] = value
        if isinstance(value, NumberRecord):
            row |= {f"{name}_{end}": getattr(value, end) for end in ("low", "high") if hasattr(value, end)}
    return row


def columns_of(records: Sequence[Record], *names: str) -> dict[str, list[Any]]:
    """Return fields of records as columns, of an interval also its limits; None where a number is undefined."""
    columns = as_columns(_cells_of({name: getattr(record, name) for name in names}) for record in records)
    return {name: [_tabled_cell(cell) for cell in column] for name, column in columns.items()}


def numbers_in(record: Record) -> Iterator[NumberRecord]:
    """Yield every field of a record that is a number with limits, and those in its lists."""
    for held in (getattr(record, name) for name in record.fields()):
        for part in held if isinstance(held, tuple) else (held,):
            if isinstance(part, NumberRecord):
                yield part


def altered(record: R, **fields: Any) -> R:
    """Return the same record with other values of some fields."""
    return type(record)(**{**{name: getattr(record, name) for name in record.fields()}, **fields})


def plain(value: Any) -> Any:
    """
    Return a value as strict JSON holds it, however deep its parts lie.

    Undefined numbers (NaN) become None, infinite ones the texts ``"inf"`` and ``"-inf"``. Arrays and tuples become
    lists, records their dictionaries. A label that JSON cannot hold, such as a date, becomes its text.
    """
    if value is None or isinstance(value, (str, bool)):
        return value
    if hasattr(value, "to_dict"):  # a record; also one that is a float
        return value.to_dict()
    if isinstance(value, np.ndarray):
        return value.tolist() if value.dtype.kind in "biu" else [plain(part) for part in value]
    if isinstance(value, np.generic) and value.dtype.kind in "biuf":
        value = float(value) if value.dtype.kind == "f" else value.item()
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [plain(part) for part in value]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None if math.isnan(value) else str(float(value))
    return value if isinstance(value, int) else str(value)


_ENDS = 4  # rows of a longer table that are shown at each end


def _words_above(words: str, table: str) -> str:
    """Return what a record says, above a table that is folded: a sentence as text, lines as they are printed."""
    sentence, _, lines = words.partition("\n\n")
    if not lines and "\n" in words:
        sentence, lines = "", words
    shown = [f"<p>{escape(safe(sentence))}</p>"] if sentence else []
    if lines:
        shown.append(f'<pre style="white-space:pre-wrap">{escape(safe(lines))}</pre>')
    return f"<div>{''.join(shown)}<details><summary>as a table</summary>{table}</details></div>"


def _columns(parts: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are lists of one length: the length that most of them have."""
    lists = {name: x for name, x in parts.items() if isinstance(x, np.ndarray) and x.ndim == 1 and len(x)}
    lengths = Counter(map(len, lists.values())).most_common(1)
    return {name: x for name, x in lists.items() if len(x) == lengths[0][0]} if lengths and lengths[0][1] > 1 else {}


def _html_table(columns: Mapping[str, Sequence[Any]]) -> str:
    """The first and the last rows of a table."""
    length = len(next(iter(columns.values()), ()))
    cut = length > 2 * _ENDS + 1
    indices = [*range(_ENDS), *range(length - _ENDS, length)] if cut else [*range(length)]
    rows = [[str(index), *(_notebook_table_cell(column[index]) for column in columns.values())] for index in indices]
    if cut:
        rows.insert(_ENDS, ["…"] * (len(columns) + 1))
    head = "".join(f"<th>{escape(safe(name))}</th>" for name in ("", *columns))
    body = "".join(f"<tr>{''.join(f'<td>{escape(safe(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _notebook_table_cell(value: Any) -> str:
    """A value as a person writes it."""
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, (float, np.floating)):
        return "undefined" if value != value else f"{float(value):.6g}"  # noqa: PLR0124  (NaN)
    if isinstance(value, str):
        return value
    return "" if value is None else short(value)


_FEW = 6  # elements of an array or a tuple that are all shown
_LONGEST = 200  # characters of a text

_SHORT = reprlib.Repr()
_SHORT.maxtuple = _SHORT.maxlist = _SHORT.maxdict = _FEW
_SHORT.maxstring, _SHORT.maxother = _LONGEST, 10_000


def short(value: Any) -> str:
    """A value as code, cut if it is long."""
    if isinstance(value, np.ndarray):
        with np.printoptions(threshold=_FEW, edgeitems=_FEW // 2, linewidth=10_000):
            shown = " ".join(np.array2string(value, separator=", ").split())
        return f"{shown} of shape {value.shape}" if value.size > _FEW else shown
    return _SHORT.repr(value)


class TextTable(NamedTuple):
    """A table of an answer: what stands over it, the titles of its columns, and its cells."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Answer(Record):
    """
    An answer in words, about a judge or about a panel of raters.

    Attributes
    ----------
    sentence : str
        The answer in words, with its numbers.
    reason : str or None
        Why a number is undefined or doubtful; None if there is no problem.
    signature : str
        Each choice that moves the numbers.
    """

    stored_as: ClassVar[str | None] = None

    sentence: str
    reason: str | None = None
    signature: str = ""

    def tables(self) -> tuple[TextTable, ...]:
        """The tables that belong to the sentence, in text and on a page."""
        return ()

    def lines(self) -> list[str]:
        """The tables below the sentence as text."""
        lines = (["", f"{caption}:", *text_table(head, rows)] for caption, head, rows in self.tables())
        return [line for table in lines for line in table][1:]

    def __str__(self) -> str:
        """The sentence, what is doubtful, and the table."""
        first = self.sentence + (f" Unreliable: {self.reason}." if self.reason else "")
        lines = self.lines()
        return "\n".join([first, "", *lines] if lines else [first])


A = TypeVar("A", bound=Answer)


def answered(kind: type[A], say: Callable[[A], str], *reasons: str | None, **parts: Any) -> A:
    """Make an answer: its reasons joined, each once, and the sentence that is told of all the rest."""
    reason = "; ".join(dict.fromkeys(filter(None, reasons))) or None
    answer = kind(sentence="", reason=reason, **parts)
    return dataclasses.replace(answer, sentence=say(answer))


def percent(share: float) -> str:
    """A share as a person writes it: 72 %."""
    return "undefined" if math.isnan(share) else f"{share * 100:.0f} %"


def confidence(interval: Interval, shown: Callable[[float], str] = "{:.2f}".format) -> str:
    """The limits of an interval in words: 95 % confidence interval 0.56 to 0.70."""
    if math.isnan(interval.low):
        return "no confidence interval"
    return f"{interval.level * 100:g} % confidence interval {shown(interval.low)} to {shown(interval.high)}"


def percent_with_limits(interval: Interval) -> str:
    """A share with its limits: 72 % (95 % confidence interval 68 to 75)."""
    return f"{percent(interval.value)} ({confidence(interval, lambda share: f'{100 * share:.0f}')})"


def points(share: float) -> str:
    """The size of a difference of shares: 12 percentage points."""
    size = abs(share) * 100
    shown = f"{size:.0f}" if size >= 0.95 or size == 0 else f"{size:.1f}"
    return plural(shown, "percentage point")


def points_apart(share: float) -> str:
    """A difference of shares with its side: 12 percentage points less."""
    return f"{points(share)} {'less' if share < 0 else 'more'}"


def more_or_less(share: float) -> str:
    """A limit of a difference of shares: 8 less, 2 more."""
    size = f"{abs(share) * 100:.0f}"
    return size if size == "0" else f"{size} {'less' if share < 0 else 'more'}"


def counted(number: float, thing: str, things: str | None = None) -> str:
    """A count with its noun: 1 item, 4,000 items."""
    return plural(f"{number:,.0f}", thing, things)


def plural(number: str, thing: str, things: str | None = None) -> str:
    """A number that is written already with its noun, which is a plural unless the number reads 1."""
    return f"{number} {thing if number == '1' else things or thing + 's'}"


def weighed(number: float, thing: str) -> str:
    """A count with its noun; of weighted things what they weigh: items of weight 5.3."""
    if float(number).is_integer():
        return counted(number, thing)
    return f"{thing}s of weight {number:,.1f}"


def counts_text(numbers: Iterable[float], title: str) -> tuple[str, list[str]]:
    """The title of a column of counts, and its cells. Of weighted rows the title says that it is their weight."""
    values = [float(number) for number in numbers]
    whole = all(value.is_integer() for value in values)
    return title if whole else "weight", [f"{value:.{0 if whole else 1}f}" for value in values]


def text_table(head: Sequence[str], rows: Iterable[Sequence[str]], *, left: int = 1, indent: str = "") -> list[str]:
    """Lines of a table: the first columns start at the left of their width, the others end at its right."""
    table = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]

    def line(row: Sequence[str]) -> str:
        cells = (cell.ljust if at < left else cell.rjust for at, cell in enumerate(row))
        return (indent + "  ".join(align(width) for align, width in zip(cells, widths, strict=True))).rstrip()

    return [line(row) for row in table]


def interval_text(interval: Interval, style: str = ".2f", none: str = "") -> str:
    """A value and its limits as a cell of a table; `none` stands where there are no limits."""
    if math.isnan(interval.value):
        return "undefined"
    limits = none if math.isnan(interval.low) else f"{interval.low:{style}} to {interval.high:{style}}"
    return f"{interval.value:{style}}  {limits}".rstrip()


def weights_said(weights: Any) -> str | None:
    """The name of weights in a signature and in a sentence; those of an array are "own"."""
    return weights if weights is None or isinstance(weights, str) else "own"


def signed(name: str, **choices: object) -> str:
    """A signature: the name, each choice that was made, and the version."""
    from concordant import __version__

    options = [f"{key}:{value}" for key, value in choices.items() if value is not None]
    return "|".join([name, *options, f"v:{__version__}"])


class Readable(Record):
    """A record that `from_dict` reads back, each field as what its annotation says."""

    __slots__ = ()

    stored_name: ClassVar[str]  # what messages call it
    stored_defaults: ClassVar[Mapping[str, Any]] = {}  # of fields that older releases did not write

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If a field is missing, or holds something else; the message says which.
        """
        if isinstance(data, Mapping):
            data = {**cls.stored_defaults, **data}
        if cls.stored_as is not None:
            refuse_unmarked(cls, data, cls.stored_name)
        record: Self = read_record(cls, data, f"the stored {cls.stored_name}")
        return record


class Pictured(Record):
    """A record with a picture: ``plot()`` is the function of `concordant.plots` that has the name in `picture`."""

    __slots__ = ()

    picture: ClassVar[str]

    def plot(self, ax: Axes | None = None, **options: Any) -> Axes:
        """
        Draw the record with matplotlib, and return the Axes.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw. Default: a new figure.
        **options
            Those of the function of `concordant.plots` that draws it.

        Raises
        ------
        MissingDependencyError
            If matplotlib is not installed.
        """
        from concordant import plots

        drawn: Axes = getattr(plots, self.picture)(self, ax=ax, **options)
        return drawn


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PicturedCurve(Pictured):
    """
    A record of the points of one curve.

    Attributes
    ----------
    label : label or None
        The class or label that the curve is of, where a metric gave one curve for each of several. It names the curve
        in pictures, and is not part of the result: equal points are equal.
    """

    unpacked: ClassVar[tuple[str, ...]]  # the fields that ``a, b = curve`` gives

    label: Label | None = field(default=None, kw_only=True, compare=False)

    def __iter__(self) -> Iterator[Any]:
        """Unpack the curve, as ``fpr, tpr, thresholds = curve``."""
        return (getattr(self, name) for name in self.unpacked)


class Tabled(Record):
    """A record with `columns`, which `frame()` and `to_frame()` give as a data frame."""

    __slots__ = ()

    def columns(self) -> dict[str, list[Any]]:
        """Return the columns of the table as lists of one length; None is no value."""
        raise NotImplementedError

    def _table(self) -> Mapping[str, Sequence[Any]]:
        return self.columns()

    def frame(self) -> Any:
        """
        Return the table as a data frame of Polars, or of pandas where Polars is not installed.

        Raises
        ------
        MissingDependencyError
            If neither is installed; `columns()` needs none.
        """
        return self.to_frame()


_BACKENDS = get_args(Backend)


def as_frame(columns: Mapping[str, Sequence[Any]], backend: Backend | None = None) -> Any:
    """Return columns of one length as a data frame of the library, or of the first that is installed."""
    if backend is not None:
        require_choice("backend", backend, _BACKENDS)
    wanted = _BACKENDS if backend is None else (backend,)
    installed = next((name for name in wanted if find_spec(name) is not None), None)
    if installed is None:
        msg = f"a data frame needs {' or '.join(wanted)}: pip install {wanted[0]}. What it holds is in to_dict(), too."
        raise MissingDependencyError(msg)
    import narwhals

    cells: dict[str, Any] = {head: _one_type(column) for head, column in columns.items()}
    return narwhals.from_dict(cells, backend=installed).to_native()


def as_columns(rows: Iterable[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Return rows as the columns that any of them has; None where a row has no such cell."""
    rows = list(rows)
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _one_type(column: Sequence[Any]) -> list[Any]:
    """Values of one type, which a column of any library holds: numbers that are not whole, else texts."""
    cells = [_tabled_cell(value) for value in column]
    types = {type(value) for value in cells if value is not None}
    if len(types) < 2:
        return cells
    made: Callable[[Any], Any] = float if types == {int, float} else str
    return [None if value is None else made(value) for value in cells]


class RecordTuple(tuple[R, ...]):
    """Records of one kind, as a tuple that can also be a data frame."""

    __slots__ = ()

    def to_frame(self, backend: Backend | None = None) -> Any:
        """Return a data frame with a row for each record; see `Record.to_frame`."""
        return as_frame(as_columns(record.as_row() for record in self), backend)


def or_none(values: Iterable[float]) -> list[float | None]:
    """A column of numbers, None where one is undefined."""
    return [None if math.isnan(number) else number for number in values]


def _tabled_cell(value: Any) -> Any:
    """A value that a frame can hold, None if undefined: labels that are tuples or dates become their texts."""
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float):
        return None if math.isnan(value) else float(value)
    return value if value is None or isinstance(value, (bool, int, str)) else str(value)


class NumberRecord(Record, float):
    """
    A float with further fields; the first field is the number itself.

    Wherever a number is needed it is that number: in arithmetic, in comparisons with numbers, in `json.dumps` and in
    NumPy. The result is then a plain number, without the other fields. Another record of its class is equal to it if
    all fields are.
    """

    __slots__ = ()

    _floats: ClassVar[tuple[str, ...]]  # the fields that are kept as plain floats, the number first

    def _check(self, stored: Stored) -> None:
        """Refuse stored limits of which the lower is above the upper."""
        known: Any = self
        if known.low > known.high:
            stored.refuse_all("low must not exceed high")

    def __new__(cls, *args: Any, **fields: Any) -> Self:
        """Make the float; the dataclass sets the fields."""
        return super().__new__(cls, args[0] if args else fields.get(cls._floats[0], 0.0))  # the dataclass misses it

    def __post_init__(self) -> None:
        """Keep no number of NumPy, which prints and stores in another way."""
        for name in self._floats:
            object.__setattr__(self, name, float(getattr(self, name)))

    def __eq__(self, other: object) -> bool:
        """Whether all fields of another record are equal; for a number, whether it is the value."""
        return Record.__eq__(self, other) if isinstance(other, Record) else float.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        """The opposite of ``==``."""
        return not self == other

    def __hash__(self) -> int:
        """That of the number; all undefined ones have the same."""
        return hash(type(self)) if self != float(self) else float.__hash__(self)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Pickle with all fields."""
        return type(self), tuple(self._parts().values())
