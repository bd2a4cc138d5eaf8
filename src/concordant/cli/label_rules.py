"""How labels are read where a file is not clean: `--na`, `--strip`, `--ignore-case`, `--rename`, `--text`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from concordant.cli.output import note, same_spelling
from concordant.cli.wording import as_number, parse_label
from concordant.errors import LabelError, MissingValuesError, OptionError
from concordant.names import did_you_mean

if TYPE_CHECKING:
    import polars as pl

    from concordant.sources.files import DataFile
    from concordant.typing import Label

_RULES: ContextVar[LabelRules | None] = ContextVar("rules", default=None)
_RENAMED: ContextVar[Mapping[str, Sequence[str]]] = ContextVar("renamed", default=MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class LabelRules:
    """
    What becomes of the texts of a file before they are labels.

    Parameters
    ----------
    text : COL
        Column of CSV whose labels look like numbers and are text, such as codes; may be repeated.
    na : VALUE
        Value that means missing, such as -9 or 'not rated'; may be repeated.
    strip
        Drop blanks around labels: ' yes' is 'yes'.
    ignore_case
        Labels that differ in capitals alone are one, written as most rows do.
    rename : OLD=NEW
        Read a label as another one, such as postive=positive; may be repeated.
    """

    text: list[str] | None = None
    na: list[str] | None = None
    strip: bool = False
    ignore_case: bool = False
    rename: list[str] | None = None

    def obey(self) -> None:
        """Let the command that runs read labels so."""
        _RULES.set(self)

    @property
    def any(self) -> bool:
        """Whether there is a rule that changes texts."""
        return bool(self.na or self.strip or self.ignore_case or self.rename)

    @property
    def renamed(self) -> dict[str, str]:
        """What labels are read as."""
        pairs = {}
        for text in self.rename or ():
            old, _, new = text.partition("=")
            if not old or not new or old in pairs:
                raise OptionError(f"--rename {text}: write it once for a label, as OLD=NEW: --rename postive=positive.")
            pairs[old] = new
        return pairs

    @property
    def words(self) -> dict[tuple[str, ...], Collection[str] | None]:
        """The rules as one types them behind a command, each with the columns that it changes; None for any."""
        text = [("--text", name) for name in self.text or ()]
        missing = [("--na", value) for value in self.na or ()]
        flags = [*[("--strip",)] * self.strip, *[("--ignore-case",)] * self.ignore_case]
        renamed: dict[tuple[str, ...], Collection[str] | None]
        renamed = {("--rename", pair): _RENAMED.get().get(pair) for pair in self.rename or ()}
        return {**dict.fromkeys([*text, *missing, *flags]), **renamed}


def rules() -> LabelRules:
    """Return the rules of the command that runs."""
    return _RULES.get() or LabelRules()


def cleaned(frame: pl.DataFrame, given: LabelRules, file: DataFile, declared: Sequence[str] = ()) -> pl.DataFrame:
    """Return the columns without what is missing; those of labels in one type, and with one spelling of each."""
    import polars as pl

    from concordant.sources.csv_files import has_decimal_comma, named_by_numbers, some_are_text, typed

    labels = [name for name in frame.columns if name in file.labels]
    orders = {name: kind for name, kind in frame.schema.items() if name not in labels and isinstance(kind, pl.Enum)}
    if given.na:
        text = {name for name in frame.columns if is_text(frame[name])}
        frame = frame.with_columns(_without(column, given.na or ()) for column in frame.iter_columns())
        of_names = [named_by_numbers(frame[name]) for name in text & file.names]
        comma = has_decimal_comma(file)
        kept = file.text | file.names
        read = frame.with_columns(typed(frame[name], decimal_comma=comma) for name in text - kept).with_columns(
            of_names
        )
        frame = read.with_columns(frame.select(labels)) if some_are_text(read.select(labels)) else read
    texts = [name for name in labels if is_text(frame[name])]
    if given.strip:
        frame = frame.with_columns(_as_text(frame[name]).str.strip_chars() for name in texts)
    if given.rename:
        frame = _renamed(frame, labels, given.renamed)
    if given.ignore_case and texts:
        spelling = _spellings([frame[name] for name in texts], declared)
        frame = frame.with_columns(_as_text(frame[name]).replace(spelling) for name in texts)
    return frame.with_columns(frame[name].cast(kind) for name, kind in orders.items())


def _renamed(frame: pl.DataFrame, labels: Sequence[str], renamed: Mapping[str, str]) -> pl.DataFrame:
    """Read labels as others, all at once, and say of how many cells."""
    columns = [_as_text(frame[name]) if is_text(frame[name]) else frame[name] for name in labels]
    after = {column.name: column for column in columns}
    held: dict[str, list[str]] = {}
    for old, new in renamed.items():
        places = [(column == parse_label(old, column, "--rename")).fill_null(value=False) for column in columns]
        cells = sum(int(here.sum()) for here in places)
        if not cells:
            occurring = {str(label) for column in columns for label in column.drop_nulls().unique().to_list()}
            shown = ", ".join(sorted(occurring)[:12])
            raise LabelError(
                f"--rename {old}={new}: there is no label {old!r}; the labels are {shown}."
                + did_you_mean(old, occurring)
            )
        held[f"{old}={new}"] = [column.name for column, here in zip(columns, places, strict=True) if here.any()]
        note(f"{cells:,} label{'s' if cells > 1 else ''} {old!r} read as {new!r}")
        for column, here in zip(columns, places, strict=True):
            label = parse_label(new, column, "--rename")
            after[column.name] = _replaced(after[column.name], here, label)
    _RENAMED.set(held)
    return frame.with_columns(after.values())


def _replaced(column: pl.Series, here: pl.Series, label: Label) -> pl.Series:
    import polars as pl

    return pl.select(pl.when(here).then(pl.lit(label)).otherwise(column)).to_series().alias(column.name)


def _without(column: pl.Series, na: Sequence[str]) -> pl.Series:
    """The column with null for values that mean missing."""
    import polars as pl

    text, words = is_text(column), [word.strip() for word in na]
    if column.dtype.is_numeric():
        absent = _is_number(column, words)
    elif text or column.dtype in (pl.Boolean, pl.Date):
        absent = _as_text(column).str.strip_chars().is_in(words)
    else:
        return column
    kept = pl.select(pl.when(~absent).then(_as_text(column) if text else column)).to_series().alias(column.name)
    if kept.null_count() == len(kept):
        raise MissingValuesError(f"column {column.name!r} has no value left: all are missing, or --na {', '.join(na)}.")
    return kept


def _as_text(column: pl.Series) -> pl.Series:
    import polars as pl

    return column.cast(pl.String)


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


def remarks_on_names(names: Iterable[Any], what: str) -> list[str]:
    """Remarks on names of raters or groups that differ in case and blanks alone, or look alike."""
    from concordant.inputs.label_values import alike

    typed = rules().strip or rules().ignore_case
    advice = "write them alike in the file" + " (--strip and --ignore-case change labels only)" * typed
    remarks = []
    for group in alike(sorted(name for name in names if isinstance(name, str) and name.strip())):
        shown = " and ".join(map(repr if same_spelling([group]) else ascii, group))
        remarks.append(f"remark: the {what}s {shown} count as {len(group)}: {advice}")
    return remarks


def is_text(column: pl.Series, *, ordered: bool = True) -> bool:
    """Whether it holds text; an enumeration is text whose order is declared."""
    import polars as pl

    return column.dtype in (pl.String, pl.Categorical) or (ordered and column.dtype == pl.Enum)
