"""
How labels are read where the file is not clean: ``--na``, ``--strip``, ``--ignore-case``.

Every command that reads a file has these options: `reading` adds them to its signature, and `read_rows` obeys them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any

import typer

from concordant.cli.added_options import add_options
from concordant.cli.label_questions import note_labels
from concordant.cli.progress import scan_progress
from concordant.cli.typed_labels import as_number
from concordant.errors import MissingValuesError

if TYPE_CHECKING:
    import polars as pl

    from concordant.sources.files import Source

NaOption = Annotated[
    list[str] | None,
    typer.Option(
        "--na",
        metavar="VALUE",
        show_default=False,
        help="Value that means missing, such as -9 or 'not rated'; may be repeated.",
    ),
]
StripOption = Annotated[bool, typer.Option("--strip", help="Drop blanks around labels: ' yes' is 'yes'.")]
IgnoreCase = Annotated[
    bool, typer.Option("--ignore-case", help="Labels that differ in capitals alone are one, written as most rows do.")
]
_MIDNIGHT = r"( 00:00:00)?(\.0+)?$"  # which a day may be written with
_OPTIONS: dict[str, tuple[Any, Any]] = {
    "na": (NaOption, None),
    "strip": (StripOption, False),
    "ignore_case": (IgnoreCase, False),
}


@dataclass(frozen=True, slots=True)
class LabelRules:
    """What becomes of the texts of a file before they are labels."""

    na: tuple[str, ...] = ()
    strip: bool = False
    ignore_case: bool = False

    @property
    def any(self) -> bool:
        """Whether there is a rule."""
        return bool(self.na or self.strip or self.ignore_case)

    @property
    def words(self) -> tuple[str, ...]:
        """The rules as one types them behind a command."""
        missing = [word for value in self.na for word in ("--na", value)]
        return (*missing, *["--strip"] * self.strip, *["--ignore-case"] * self.ignore_case)


_RULES: ContextVar[LabelRules | None] = ContextVar("rules", default=None)


def rules() -> LabelRules:
    """Return the rules of the command that runs."""
    return _RULES.get() or LabelRules()


@contextmanager
def following(given: LabelRules) -> Iterator[None]:
    """Follow these rules."""
    token = _RULES.set(given)
    try:
        yield
    finally:
        _RULES.reset(token)


def reading(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command with the options of this file behind its own."""

    @wraps(command)
    def run(*arguments: Any, **named: Any) -> Any:
        given = {name: named.pop(name, default) for name, (_, default) in _OPTIONS.items()}
        with following(LabelRules(tuple(given["na"] or ()), given["strip"], given["ignore_case"])):
            return command(*arguments, **named)

    return add_options(run, command, _OPTIONS)


def read_rows(
    files: Source, columns: Sequence[str], *, labels: Sequence[str] = (), declared: Sequence[str] = ()
) -> pl.DataFrame:
    """
    Read columns by the rules of the command, with a progress bar if that takes long.

    Parameters
    ----------
    files : str, Path, DataFile, or sequence of them
    columns : sequence of str
    labels : sequence of str
        Those of the columns that hold labels of one set.
    declared : sequence of str
        Labels as typed, whose spelling wins.
    """
    frame = _read(files, columns, labels, declared)
    _note(frame, labels)
    return frame


def read_ratings(
    files: Source, columns: Sequence[str], *, labels: Sequence[str], blanks: Sequence[str]
) -> tuple[pl.DataFrame, list[str]]:
    """Read as `read_rows` does; cells of nothing but blanks are missing in some columns, which the remarks say."""
    import polars as pl

    frame = _read(files, columns, labels)
    blank = {name: frame[name].str.strip_chars() == "" for name in blanks if frame[name].dtype == pl.String}
    many = sum(int(one.sum() or 0) for one in blank.values())
    kept = [pl.select(pl.when(~one).then(frame[name])).to_series().alias(name) for name, one in blank.items()]
    frame = frame.with_columns(kept) if many else frame
    _note(frame, labels)
    cells = "1 cell holds nothing but blanks and counts" if many == 1 else f"{many:,} cells hold nothing but blanks and"
    return frame, [f"remark: {cells}{'' if many == 1 else ' count'} as missing"] if many else []


def _read(files: Source, columns: Sequence[str], labels: Sequence[str], declared: Sequence[str] = ()) -> pl.DataFrame:
    from concordant.sources.batches import read_columns

    with scan_progress() as progress:
        frame = read_columns(files, columns, progress=progress)
    given = rules()
    return cleaned(frame, given, labels, declared) if given.any else frame


def _note(frame: pl.DataFrame, labels: Sequence[str]) -> None:
    for name in dict.fromkeys(labels):
        if _is_text(frame[name]):
            note_labels(frame[name].drop_nulls().unique().to_list())


def cleaned(
    frame: pl.DataFrame, given: LabelRules, labels: Sequence[str], declared: Sequence[str] = ()
) -> pl.DataFrame:
    """Return the columns without what is missing; those of labels with one spelling of each."""
    if given.na:
        frame = frame.with_columns(_without(column, given.na) for column in frame.iter_columns())
    texts = [name for name in labels if _is_text(frame[name])]
    if given.strip:
        frame = frame.with_columns(_as_text(frame[name]).str.strip_chars() for name in texts)
    if given.ignore_case and texts:
        spelling = _spellings([frame[name] for name in texts], declared)
        frame = frame.with_columns(_as_text(frame[name]).replace(spelling) for name in texts)
    return frame


def _is_text(column: pl.Series) -> bool:
    import polars as pl

    return column.dtype in (pl.String, pl.Categorical, pl.Enum)


def _as_text(column: pl.Series) -> pl.Series:
    import polars as pl

    return column.cast(pl.String)


def _without(column: pl.Series, na: Sequence[str]) -> pl.Series:
    """The column with null for values that mean missing; of text numbers where all others are numbers."""
    import polars as pl

    from concordant.sources.csv_files import typed

    text, words = _is_text(column), [word.strip() for word in na]
    if text:
        absent = _as_text(column).str.strip_chars().is_in(words)
    elif column.dtype.is_numeric():
        absent = _is_number(column, words)
    elif column.dtype in (pl.Boolean, pl.Date, pl.Datetime):
        shown = column.cast(pl.String).str.replace(r"[+-]\d\d:\d\d$", "").str.replace(_MIDNIGHT, "")
        marks = pl.Series([form for word in words for form in (word.lower(), word.replace("T", " "))])
        absent = shown.is_in(marks.str.replace(_MIDNIGHT, "").implode())
    else:
        return column
    kept = pl.select(pl.when(~absent).then(_as_text(column) if text else column)).to_series().alias(column.name)
    kept = typed(kept) if text else kept
    if kept.null_count() == len(kept):
        msg = f"column {column.name!r} has no value left: all are missing, or --na {', '.join(na)}."
        raise MissingValuesError(msg)
    return kept


def _is_number(column: pl.Series, na: Sequence[str]) -> pl.Series:
    """Where a number is one of those that mean missing; Polars 2 compares values of one type only."""
    import polars as pl

    kind = column.dtype if column.dtype.is_integer() or column.dtype.is_float() else pl.Float64()
    texts = []
    for text in na:
        with suppress(ValueError):
            texts.append(str(as_number(text)))
    marks = pl.Series(texts, dtype=pl.String).cast(kind, strict=False).drop_nulls()
    return column.cast(kind).is_in(marks.implode())


def _spellings(columns: Sequence[pl.Series], declared: Sequence[str]) -> dict[str, str]:
    """For each text the one that is kept: the declared one, else that of most rows, of as many the first in order."""
    import polars as pl

    every = pl.concat([_as_text(column).alias("label") for column in columns]).drop_nulls()
    counts = every.value_counts().sort(["count", "label"], descending=[True, False])
    kept = {label.casefold(): label for label in reversed(counts["label"].to_list())}
    kept |= {label.casefold(): label for label in declared}
    return {label: kept[label.casefold()] for label in counts["label"].to_list()}
