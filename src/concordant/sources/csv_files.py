"""CSV: separator, header, types of its columns by all their values."""

from __future__ import annotations

import codecs
import csv
import gzip
import re
import shlex
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from typing import IO, TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from concordant import _kernels
from concordant.errors import ColumnError
from concordant.inputs.label_values import ABSENT
from concordant.names import require_columns
from concordant.sources.files import DamagedFileError, DataFile, batches, mark_of, require_members, with_combined_scan

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl


Comma: TypeAlias = Literal["", "allowed", "used"]  # in the numbers of a file
Types: TypeAlias = "Mapping[str, pl.DataType]"  # of the columns that are asked for, by their names

_CELLS = 4_000_000  # of a batch
_LOOKED_AT = 1000  # rows, which tell the columns of numbers
_SHORTEST = re.compile(r"-?(0|[1-9]\d*)(\.\d*[1-9])?")
_NOTE = re.compile(r'"?sep=.?"?')
_SEPARATORS = ",;\t|"
# Another character that may separate; with a blank behind it, it belongs to a text, and 0,5 is a number.
_HOLDS_ANOTHER = re.compile(r"(?!\s*[+-]?\d*,\d+\s*$).*[,;\t|](?! )")
_QUOTED = re.compile(r'(?<![^,;\t|\r\n])"(?:[^"]|"")*"(?![^,;\t|\r\n])')
_WITH_COMMA = re.compile(r"[+-]?\d*,\d+")
_NOT_IN_THOUSANDS = re.compile(r"[+-]?(0?,\d+|\d+,(\d{1,2}|\d{4,}))")  # as 1,234 is in English
_WITH_POINT = re.compile(r"[+-]?\d*\.\d+")
_THOUSANDS = r"^[+-]?[1-9]\d{0,2}(\.\d{3})+$"  # or a number with three decimals
_NO_NUMBER = "?"
TRUE, FALSE = ("true", "True", "TRUE"), ("false", "False", "FALSE")
_TRUTHS = {**dict.fromkeys(TRUE, True), **dict.fromkeys(FALSE, False)}
_EXACT = 2.0**53  # from here on not every integer is a float: two different ids would become one
_PIECE = 1 << 18  # bytes read at once: they stay in the processor's cache


# All fields of a line are looked at although few columns are kept: a line with a field too many (an unquoted comma) is
# found; with the needed columns only, Polars would take the wrong fields.


@dataclass(frozen=True, slots=True)
class _Header:
    names: list[str]
    separator: str
    has_commas: bool = False  # numbers such as 0,5 in the first rows


def csv_names(file: DataFile) -> list[str]:
    """Return the names in the header."""
    return _header(file).names


def csv_scan(
    file: DataFile, *, typed_by_polars: bool = False, kinds: Mapping[str, pl.DataType] | None = None
) -> pl.LazyFrame:
    """
    Scan a CSV file, all columns as text; or as what Polars takes them for by the first thousand rows.

    Of columns of `kinds` a field that is no such value becomes a missing one.
    """
    import polars as pl

    header = _header(file)
    return pl.scan_csv(
        file.path,
        separator=header.separator,
        infer_schema=typed_by_polars,
        decimal_comma=typed_by_polars and header.has_commas,
        glob=False,
        null_values="" if kinds is None else None,  # "" is as empty as nothing: files without quotes need no look at it
        schema_overrides=kinds,
        ignore_errors=kinds is not None,
    )


def csv_fields(
    file: DataFile, columns: list[str], tick: Callable[[int], None], numbers: Collection[str] = ()
) -> Iterator[pl.DataFrame]:
    """
    Yield columns in batches, as text.

    Of `numbers` a batch of a column is Int64 or Float64 if every field of it is such a number.
    """
    import polars as pl

    header = _header_with(file, columns)
    kinds: Types | None = {} if refuse_holes(file) else None
    if kinds is not None and numbers and not header.has_commas:
        types = csv_head(file, columns, _LOOKED_AT).schema
        kinds = {name: types[name] for name in numbers if types[name] in (pl.Int64, pl.Float64)}
    yield from _batches(file, columns, header, tick, kinds)


def csv_head(file: DataFile, columns: list[str], rows: int) -> pl.DataFrame:
    """Read the first rows, the columns as what their values there are; none of a file that is damaged there."""
    import polars as pl
    import polars.exceptions as pe

    header = _header_with(file, columns)
    try:
        whole = csv_scan(file).head(rows).collect()
    except (pe.PolarsError, pe.PanicException):  # whoever reads it all says what is wrong
        return pl.DataFrame(schema=dict.fromkeys(columns, pl.String))
    head = _chosen(file, whole, columns, header)
    read = _typed(file, head, comma=has_decimal_comma(file))
    labels = [name for name in columns if name in file.labels]
    return read.with_columns(head.select(labels)) if some_are_text(read.select(labels)) else read


def typed_columns(file: DataFile, parts: Sequence[pl.DataFrame], notes: list[str]) -> pl.DataFrame:
    """
    Return all batches of columns of text as what all of their values are, but for those that stay as they are written.

    `notes` takes what to warn of if labels stay numbers.
    """
    import polars as pl

    text = pl.concat(parts)
    values = _typed(file, text, comma=has_decimal_comma(file))
    labels = [name for name in text.columns if name in file.labels - file.text]
    notes += [note for name in labels if (note := spelling_note(text[name], values[name]))]
    return values


def _typed(file: DataFile, part: pl.DataFrame, *, comma: Comma) -> pl.DataFrame:
    """Return columns of text as what all of their values are, but for those that stay as they are written."""
    kept = file.text | file.names
    return part.with_columns(
        (as_numbers if column.name in file.numbers else typed)(column, decimal_comma=comma)
        for column in part
        if column.name not in kept
    )


def spelling_note(text: pl.Series, values: pl.Series) -> str | None:
    """Return what to warn of where labels such as 01 are read as integers, which may be codes; None if none are."""
    import polars as pl

    if not values.dtype.is_integer():
        return None
    written = pl.DataFrame({"text": text.str.strip_chars(), "value": values})
    spellings = written.unique().drop_nulls().sort("value", "text")
    twice = spellings.filter(pl.col("value").is_duplicated())
    padded = spellings.filter(pl.col("text").str.contains(r"^[+-]?0\d"))
    if twice.height:
        value = twice["value"][0]
        shown = " and ".join(map(repr, twice.filter(pl.col("value") == value)["text"]))
        what = f"the labels {shown} are one number, {value}. If they are different labels"
    elif padded.height:
        what = f"labels such as {padded['text'][0]!r} are read as numbers, {padded['value'][0]}. If they are codes"
    else:
        return None
    said = f"say that the column holds text: scan(..., text=[{text.name!r}]), --text {shlex.quote(text.name)}."
    return f"column {text.name!r}: {what}, {said}"


def has_decimal_comma(file: DataFile) -> Comma:
    """
    Whether numbers of a CSV file may be written with a comma, and some are.

    They may where semicolons separate. Where some are, points stand between thousands.
    """
    if file.kind != "csv":
        return ""
    header = _header(file)
    if header.has_commas:
        return "used"
    return "allowed" if header.separator == ";" else ""


def _header_with(file: DataFile, columns: list[str]) -> _Header:
    """Return the header; raise unless it names each of the columns once."""
    header = _header(file)
    names = [*header.names, *dict(file.partition)]
    for _, members in file.combined:
        require_members(names, members, str(file.path))
    require_columns([*names, *dict(file.combined)], columns, where=str(file.path))
    for name in (*columns, *(member for _, members in file.combined for member in members)):
        if header.names.count(name) > 1:
            raise ColumnError(f"{file.path} has {header.names.count(name)} columns named {name!r}; rename all but one.")
    return header


def _batches(
    file: DataFile, columns: list[str], header: _Header, tick: Callable[[int], None], kinds: Types | None
) -> Iterator[pl.DataFrame]:
    """
    Yield the columns without lines that hold nothing at all.

    They are text, but for those of `kinds` as long as their fields are such numbers; that takes half of the time, and
    gives the same values in files without quotes. With None every field is parsed as text.
    """
    import polars as pl
    import polars.exceptions as pe

    rows = min(500_000, max(10_000, _CELLS // len(header.names)))
    done = 0
    yield pl.DataFrame(schema=dict.fromkeys(columns, pl.String))
    while True:
        scan = csv_scan(file) if kinds is None else _scan_of(file, columns, header, kinds)
        try:
            for whole in batches(scan.slice(done) if done else scan, rows):
                part = _chosen(file, whole, columns, header)
                again = set() if kinds is None else as_text_from_here(part, kinds)
                blank = not again and _has_blank(part)
                if kinds is not None and (again or blank):
                    kinds = None if blank else {name: kind for name, kind in kinds.items() if name not in again}
                    break
                if blank:
                    some = whole.filter(pl.any_horizontal(pl.all().is_not_null()))
                    part = _chosen(file, some, columns, header)
                yield part
                tick(whole.height)
                done += whole.height
            else:
                return
        except pe.ComputeError as error:
            if kinds is None:
                damage = _explained(file, header, error)
                if damage is None:
                    raise
                raise damage from error
            kinds = None  # whoever parses every field says what is wrong


def _scan_of(file: DataFile, columns: list[str], header: _Header, kinds: Types) -> pl.LazyFrame:
    """Scan a file without quotes: columns that are asked for by their types, or as text, and nothing of the others."""
    import polars as pl

    members = {member for _, columns in file.combined for member in columns}
    types = {name: pl.String() if name in members else kinds.get(name, pl.String()) for name in {*columns, *members}}
    names = csv_scan(file).collect_schema().names()  # as Polars has them
    if len(names) != len(header.names):
        return csv_scan(file)
    # A field that is neither true nor false becomes a missing value of a column of bools, which takes the least work.
    parsed = {name: types.get(own, pl.Boolean()) for name, own in zip(names, header.names, strict=True)}
    return csv_scan(file, kinds=parsed)


def _has_blank(part: pl.DataFrame) -> bool:
    """Whether a row has no value in any of these columns."""
    import polars as pl

    if any(not column.null_count() for column in part):
        return False
    blank: bool = part.select(pl.all_horizontal(pl.all().is_null()).any()).item()
    return blank


def _explained(file: DataFile, header: _Header, error: Exception) -> DamagedFileError | None:
    """What a file is damaged by, if this error of Polars tells it."""
    if "more fields" in str(error):
        return DamagedFileError(_too_many_fields(file, header))
    if "utf-8" in str(error).lower():
        return DamagedFileError(_not_utf8(file))
    if str(error).startswith('could not parse `"'):
        return DamagedFileError(f'{file.path}: a quote (") opens a text and no quote ends it.')
    return None


def _chosen(file: DataFile, whole: pl.DataFrame, columns: list[str], header: _Header) -> pl.DataFrame:
    """Take columns by their indices: Polars leaves doubled quotes in names, and reads some names as patterns."""
    import polars as pl

    if whole.width != len(header.names):
        msg = f"{file.path}: the first line names {len(header.names)} columns, and {whole.width} are read; rename them."
        raise DamagedFileError(msg)
    members = [member for _, columns in file.combined for member in columns]
    names = [name for name in dict.fromkeys([*columns, *members]) if name not in dict(file.combined)]
    of_folders = dict(file.partition)
    part: dict[str, pl.Series] = {}
    for name in names:
        if name in header.names:
            part[name] = whole.to_series(header.names.index(name))
        else:  # text like all others
            value = of_folders[name]
            text = None if value is None else str(value)
            part[name] = pl.repeat(text, whole.height, dtype=pl.String, eager=True)
    if not file.combined:
        return pl.DataFrame(part)
    combined = with_combined_scan(pl.DataFrame(part), file, names)
    return pl.DataFrame([combined.to_series(combined.columns.index(name)) for name in columns])


def _opened(file: DataFile) -> IO[str]:
    if file.compressed:
        return gzip.open(file.path, "rt", encoding="utf-8-sig", newline="")
    return file.path.open(encoding="utf-8-sig", newline="")


def _header(file: DataFile) -> _Header:
    refuse_other_text(file)
    try:
        with _opened(file) as opened:
            line = next((line for line in opened if line.strip()), "")
            open_quote = line.count('"') % 2 == 1  # a quoted name over several lines
            more = open_quote or line.endswith("\r") or not set(_SEPARATORS[1:]).isdisjoint(line)
            following = opened.readlines(_PIECE) if more else []
    except UnicodeError as error:
        raise DamagedFileError(_not_utf8(file)) from error
    except (OSError, EOFError, zlib.error) as error:
        raise DamagedFileError(f"{file.path} cannot be read: {error.args[-1] if error.args else error}.") from error
    if not line:
        raise DamagedFileError(f"{file.path} is empty: it holds no rows.")
    if not open_quote:
        _refuse_first_line(file, line, following[:5])
    separator = "\t" if file.path.suffix.lower() in (".tsv", ".tab") else _separator(line, following)
    try:
        names = next(csv.reader([line, *following[:5]], delimiter=separator))
    except csv.Error as error:
        raise DamagedFileError(f"{file.path}: the first line cannot be read as names of columns.") from error
    fields = [field.strip(' "') for row in following for field in row.rstrip("\r\n").split(separator)]
    commas = any(map((_WITH_COMMA if separator == ";" else _NOT_IN_THOUSANDS).fullmatch, fields))
    points = separator != ";" and any(map(_WITH_POINT.fullmatch, fields))  # of both, neither is sure
    return _Header(names, separator, commas and not points)


def _separator(line: str, following: list[str]) -> str:
    """
    Return the character that splits most lines into as many fields as the header, outside quotes.

    Where several do, it is the one that leaves none of the others in the fields, but for decimal commas.
    """
    text = _QUOTED.sub('""', "".join([line, *following]))
    header, *rows = filter(str.strip, re.split(r"[\r\n]+", text))

    def fit(separator: str) -> tuple[int, int]:
        split = [row.split(separator) for row in rows]
        fitting = [fields for fields in split if len(fields) == header.count(separator) + 1]
        plain = [fields for fields in fitting if not any(map(_HOLDS_ANOTHER.match, fields))]
        return len(plain), len(fitting)

    return max((separator for separator in _SEPARATORS if separator in header), key=fit, default=",")


def _refuse_first_line(file: DataFile, line: str, following: list[str]) -> None:
    """Raise for a note to Excel in place of names, and for lines that no newline ends."""
    if _NOTE.fullmatch(line.rstrip("\r\n")):
        raise DamagedFileError(
            f"{file.path}: its first line, {line.strip()!r}, tells Excel which character separates, and names no "
            "columns; delete that line."
        )
    if line.endswith("\r") and not any("\n" in other for other in following):
        raise DamagedFileError(
            f"{file.path}: its lines end with a carriage return alone, as old Macs wrote them; save it with newlines. "
            "One way: tr '\\r' '\\n' < old.csv > new.csv."
        )


def refuse_other_text(file: DataFile) -> bytes:
    """Return how a file of text begins, nothing of a compressed one; raise for other encodings and files."""
    if file.compressed:
        return b""
    with file.path.open("rb") as opened:
        start = opened.read(4096)
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise DamagedFileError(f"{file.path} is UTF-16 text; save it as UTF-8.")
    if b"\0" in start:
        raise DamagedFileError(f"{file.path} is not a text file, although its name says {file.kind.upper()}.")
    return start


def _not_utf8(file: DataFile) -> str:
    return (
        f"{file.path} is not UTF-8 text; save it as UTF-8. One way: iconv -f WINDOWS-1252 -t UTF-8; in Python: "
        f'pathlib.Path("utf8.csv").write_text(pathlib.Path("{file.path.name}").read_text("windows-1252"), "utf-8").'
    )


def _too_many_fields(file: DataFile, header: _Header) -> str:
    """Say which line has more fields than the header; only looked for once there is one."""
    width = len(header.names)
    where, fields = "a line", "more fields"
    with _opened(file) as opened, suppress(csv.Error):  # a field may be too long for it
        reader = csv.reader(opened, delimiter=header.separator)
        for row in islice(reader, 1_000_000):
            if len(row) > width:
                where, fields = f"line {reader.line_num}", f"{len(row)} fields"
                break
    return (
        f"{file.path}: {where} has {fields} where the header names {width}; "
        f'put text that holds {header.separator!r} in quotes ("...").'
    )


# Columns of text become numbers, bools or text by what *all* of their values are.
#
# A CSV file does not say what its columns hold, and a guess from the first rows fails at the first row that is
# different. So columns are read as text, and the kind is decided from every value: whole numbers, else numbers, else
# true/false, else text. Words such as NA count as missing in a column of numbers and only there: in a column of text
# they may be a label.


def declares_text(labels: Iterable[object] | None, pos_label: object) -> bool:
    """Whether some of the declared labels are text."""
    return any(isinstance(label, str) for label in (*(() if labels is None else labels), pos_label))


def is_shortest_number(text: str) -> bool:
    """Whether a text is the shortest way to write its number: not `01`, `1.0` or `1e5`."""
    return text != "-0" and _SHORTEST.fullmatch(text) is not None


def some_are_text(columns: Iterable[pl.Series]) -> bool:
    """Whether some of these columns hold text and others do not, so that all are to be text."""
    kinds = {kind_of(column) for column in columns} - {"nothing"}
    return "text" in kinds and len(kinds) > 1


def named_by_numbers(column: pl.Series) -> pl.Series:
    """
    Return names of things as numbers if all of them are written as Polars writes these; else as they are.

    Beside such numbers, words such as NA are missing ones; among other names they are names.
    """
    import polars as pl

    if column.dtype != pl.String:
        return column
    names = column.set(column.str.strip_chars().is_in(ABSENT), None)
    for dtype in (pl.Int64, pl.Float64):
        numbers = names.cast(dtype, strict=False)
        if numbers.null_count() == names.null_count() < len(names) and (numbers.cast(pl.String) == names).all():
            return numbers
    return column


def typed(column: pl.Series, *, decimal_comma: Comma = "") -> pl.Series:
    """Return a column of text as what all of its values are."""
    import polars as pl

    if column.null_count() == len(column):
        return column.cast(pl.Null)
    numbers = None if decimal_comma else _numbers(column)
    if numbers is None:
        cleaned = _cleaned(column, decimal_comma=decimal_comma)
        # A column of nothing but such words is text: there is no number that would make them gaps.
        numbers = None if cleaned.null_count() == len(cleaned) else _numbers(cleaned)
    if numbers is not None:
        return numbers
    if column.drop_nulls().is_in(TRUE + FALSE).all():
        return column.is_in(TRUE)
    return column


def as_type(column: pl.Series, kind: pl.DataType, *, decimal_comma: Comma = "") -> pl.Series:
    """Return some values of a column of text as what all of its values are, which `typed` has told."""
    import polars as pl

    if kind == pl.Boolean:
        return column.replace_strict(_TRUTHS, return_dtype=pl.Boolean)
    if not kind.is_numeric():
        return column
    return _cleaned(column, decimal_comma=decimal_comma).cast(kind)


def _cleaned(column: pl.Series, *, decimal_comma: Comma) -> pl.Series:
    cleaned = column.str.strip_chars()
    cleaned = cleaned.set(cleaned.is_in(ABSENT), None)
    if not decimal_comma:
        return cleaned
    in_thousands = cleaned.str.contains(_THOUSANDS)  # 1.234 is no 1,234 where commas are in use
    if decimal_comma == "used" or cleaned.str.contains(",", literal=True).any():
        cleaned = cleaned.set(in_thousands.fill_null(value=False), _NO_NUMBER)
    return cleaned.str.replace(",", ".", literal=True)


def as_numbers(column: pl.Series, *, decimal_comma: Comma = "") -> pl.Series:
    """Return some values of a column of numbers; what is no column of numbers comes back as `typed` has it."""
    import polars as pl

    values = typed(column, decimal_comma=decimal_comma)
    if values.dtype == pl.Null or (values.dtype == pl.String and values.str.strip_chars().is_in(ABSENT).all()):
        return pl.repeat(None, len(values), dtype=pl.Float64, eager=True).alias(column.name)  # missing among others
    return values


def as_float(column: pl.Series, *, decimal_comma: Comma) -> tuple[pl.Series, pl.Series]:
    """Return text as floats, null for what is none, and where a value is there: words such as NA are missing."""
    cleaned = _cleaned(column, decimal_comma=decimal_comma)
    return _floats(cleaned), cleaned.is_not_null()


def _floats(column: pl.Series) -> pl.Series:
    """Return text as floats, null for what is none, and for numbers such as 1e309 that no float holds."""
    import polars as pl

    floats = column.cast(pl.Float64, strict=False)
    infinite = floats.is_infinite()
    return floats.set(infinite & column.str.contains(r"\d"), None) if infinite.any() else floats


def _numbers(column: pl.Series) -> pl.Series | None:
    """The column as Int64 or Float64; None if a value is no number."""
    import polars as pl

    absent = column.null_count()
    whole = column.cast(pl.Int64, strict=False)
    if whole.null_count() == absent:
        return whole
    floats = _floats(column)
    if floats.null_count() != absent:
        return None
    if (floats.abs() >= _EXACT).any() and column.str.contains(r"^[+-]?\d{16,}$").any():
        return None
    return floats


def kind_of(column: pl.Series) -> str:
    """What a column holds, in words; ``"nothing"`` for one without rows or values."""
    import polars as pl

    dtype = column.dtype
    if dtype == pl.Null or column.null_count() == len(column):
        return "nothing"
    if dtype.is_numeric():
        return "numbers"
    if dtype == pl.Boolean:
        return "true and false"
    if dtype in (pl.String, pl.Categorical, pl.Enum):
        return "text"
    return f"values of type {dtype}"


def is_whole(column: pl.Series) -> bool:
    """Whether NumPy holds the whole numbers of a column."""
    return column.dtype.is_integer() and "128" not in str(column.dtype)


def as_text_from_here(part: pl.DataFrame, kinds: Types) -> set[str]:
    """Return the columns of numbers of which a field of this batch may be something else: it is to be parsed again."""
    import polars as pl

    names = set()
    for name, kind in kinds.items():
        if name in part.columns and kind.is_numeric():
            column = part[name]
            if column.null_count() or (kind == pl.Float64 and not _are_exact(column)):
                names.add(name)
    return names


def _are_exact(column: pl.Series) -> bool:
    """Whether all floats are numbers, and so small that no integer among them was rounded."""
    ends = column.min(), column.max()
    return isfinite(column.sum()) and all(isinstance(end, float) and abs(end) < _EXACT for end in ends)


def refuse_holes(file: DataFile) -> bool:
    """
    Raise for bytes of zero: what a crash leaves of a file. Lines would be lost in them without an error.

    Return whether a reader can take every line break and separator for what it is: the file is no compressed one, it is
    UTF-8, and no quote lets a field hold them. A compressed file has a checksum, and is not looked at. Nor is a file
    that has not changed since.
    """
    if file.compressed:
        return False
    marked = mark_of(file)
    if marked not in file.plain:
        file.plain[marked] = _is_plain(file)
    return file.plain[marked]


def _is_plain(file: DataFile) -> bool:
    buffer = np.full(_PIECE + 2, ord("\n"), np.uint8)  # the kernel takes two bytes before a piece, too
    piece, start, quoted, beyond_ascii = buffer[2:], 0, False, False
    with file.path.open("rb", buffering=0) as opened:
        while count := opened.readinto(piece.data):
            zero, has_quote, is_beyond, _ = _kernels.text_bytes(buffer[: count + 2])
            if zero:
                where = start + int(np.argmin(piece[:count]))
                raise DamagedFileError(f"{file.path} is damaged: byte {where} is zero, which no text holds.")
            quoted, beyond_ascii, start = quoted or has_quote, beyond_ascii or is_beyond, start + count
    return not quoted and (not beyond_ascii or _is_utf8(file.path))


def _is_utf8(path: Path) -> bool:
    with suppress(UnicodeDecodeError), path.open("rb") as opened:
        for _ in codecs.iterdecode(iter(lambda: opened.read(_PIECE), b""), "utf-8"):
            pass
        return True
    return False
