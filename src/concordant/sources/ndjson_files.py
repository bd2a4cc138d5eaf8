"""NDJSON: types by all objects, what Python's json writes beside JSON, and which line cannot be read."""

from __future__ import annotations

import codecs
import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from itertools import islice
from math import inf, isinf
from typing import TYPE_CHECKING, Any, TypeVar, cast

from concordant.errors import ColumnError
from concordant.sources.csv_files import Types, refuse_other_text
from concordant.sources.files import DamagedFileError, DataFile, Rows, literal_path

if TYPE_CHECKING:
    import polars as pl


Result = TypeVar("Result")

_PIECE = 1 << 24  # bytes that are held at a time
_FIRST = 1000  # objects, which tell the types
_WHITE = b" \t\r\n"
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|NaN|-?Infinity')
_DIGITS = 40  # of the longest integer of 128 bits, with its sign


# Objects need not all say the same. The first thousand are believed, by Polars' own scan of the file, which is fast.
# Where it fails, all objects are asked: Polars tells the types of a piece of the file at a time, and reads piece by
# piece by the types of all. What it does not take (half a line, `Infinity`, a column of lists and numbers) is looked
# for by Python's json line by line: it names the line, or says which columns can be read beside such values. Of what
# Polars takes in silence, text beside other values is refused by the types (`_strict`), and a name that an object has
# twice is looked for in the first thousand objects alone, as a look at all takes half as long as reading them.


def scan_objects(file: DataFile, types: Types | None = None) -> pl.LazyFrame:
    """Return the rows by these types, or those of the first objects."""
    import polars as pl

    refuse_array(file)
    return pl.scan_ndjson(literal_path(file), schema=types, infer_schema_length=_FIRST)


def read_objects(file: DataFile, columns: Sequence[str], read: Callable[[pl.LazyFrame], Result]) -> Result:
    """Read by the types of the first objects, and by those of all objects if that fails."""
    import polars.exceptions as pe

    columns = [*columns, *(member for name, members in file.combined if name in columns for member in members)]
    failures = pe.PolarsError, pe.PanicException, OSError
    _refuse_twice(file, columns)
    try:
        first = scan_objects(file)
        types = first.collect_schema()
        strict = _strict(types, columns)
        return read(_with_text(scan_objects(file, strict), types) if strict != types else first)
    except (*failures, ColumnError):
        scan = _scan_of_all(file, columns)
    try:
        return read(scan)
    except failures as error:
        raise unreadable(file, columns) from error


def _strict(types: Types, columns: Sequence[str]) -> Types:
    """The types by which Polars refuses what is no text in a column of text: otherwise it makes text of it."""
    import polars as pl

    words = pl.Categorical(pl.Categories.random())
    return {name: words if name in columns and kind == pl.String else kind for name, kind in types.items()}


def _with_text(rows: Rows, types: Types) -> Rows:
    """Return rows that were read by strict types in their own types."""
    import polars as pl

    texts = [index for index, kind in enumerate(types.values()) if kind == pl.String]
    return rows.with_columns(pl.nth(texts).cast(pl.String))


def _refuse_twice(file: DataFile, columns: Sequence[str]) -> None:
    """Raise if one of the first objects names one of these columns twice, of which Polars takes the first."""
    lines: list[bytes] = []
    with (
        suppress(OSError, EOFError, zlib.error),  # whoever reads it all says what is wrong
        gzip.open(file.path) if file.compressed else file.path.open("rb") as opened,
    ):
        lines += islice(opened, _FIRST)
    for number, line in enumerate(lines, 1):
        names: list[str] = []
        with suppress(ValueError, ArithmeticError, RecursionError, TypeError):
            names += [name for name, _ in _DECODER.decode(line.decode("utf-8-sig"))]
        twice = [name for name in columns if names.count(name) > 1]
        if twice:
            raise DamagedFileError(f"{file.path}: line {number} {_twice(twice[0])}")


def _twice(name: str) -> str:
    return f"names {name!r} twice; keep one."


def refuse_array(file: DataFile) -> None:
    """Raise for what is no text of lines: other encodings, and an array that holds all objects."""
    start = refuse_other_text(file)
    if start.removeprefix(codecs.BOM_UTF8).lstrip(_WHITE).startswith(b"["):
        raise DamagedFileError(
            f"{file.path} begins with a JSON array ([...]); write one object a line. One way: jq -c '.[]' old.json > "
            "new.ndjson."
        )


def _scan_of_all(file: DataFile, columns: Sequence[str]) -> pl.LazyFrame:
    """Return the rows by the types of all objects, with NaN as a missing value; raise if these columns have no type."""
    import polars as pl
    from polars.io.plugins import register_io_source

    types = _types(file)
    if types is None:
        types, faults = _types_by_lines(file)
        for name in columns:
            if name in faults:
                raise DamagedFileError(faults[name])

    def parts(
        names: list[str] | None, predicate: pl.Expr | None, rows: int | None, _: int | None
    ) -> Iterator[pl.DataFrame]:
        schema = {name: types[name] for name in (types if names is None else names)}
        strict = _strict(schema, columns)
        for _, text in _pieces(file):
            read = pl.read_ndjson(BytesIO(_without_constants(text)), schema=strict)
            part = _with_text(read, schema).slice(0, rows)
            rows = None if rows is None else rows - part.height
            yield part if predicate is None else part.filter(predicate)
            if rows == 0:
                return

    return register_io_source(parts, schema=types)


def _types(file: DataFile) -> Mapping[str, pl.DataType] | None:
    """The types of the columns; None where Polars does not tell them, or an infinity would look like a gap."""
    import polars as pl
    import polars.exceptions as pe

    types: Mapping[str, pl.DataType] = {}
    try:
        for _, text in _pieces(file):
            if b"Infinity" in text:
                return None
            some = pl.scan_ndjson(BytesIO(_without_constants(text)), infer_schema_length=None).collect_schema()
            both = [pl.DataFrame(schema=types), pl.DataFrame(schema=some)]
            types = pl.concat(both, how="diagonal_relaxed").schema
    except (pe.PolarsError, pe.PanicException):
        return None
    return types


def _pieces(file: DataFile) -> Iterator[tuple[int, bytes]]:
    """Yield whole lines, many at a time, with the number of the first of them; none that hold nothing."""
    number, empty = 1, True
    try:
        with gzip.open(file.path) if file.compressed else file.path.open("rb") as opened:
            while text := opened.read(_PIECE):
                text += opened.readline()
                lines = text.count(b"\n")
                text = text.removeprefix(codecs.BOM_UTF8) if number == 1 else text
                if text.strip(_WHITE):
                    yield number, text
                    empty = False
                number += lines
    except (OSError, EOFError, zlib.error) as error:
        raise DamagedFileError(f"{file.path} cannot be read: {error.args[-1] if error.args else error}.") from error
    if empty:
        raise DamagedFileError(f"{file.path} is empty: it holds no rows.")


def _without_constants(text: bytes) -> bytes:
    """Lines with null in place of NaN and infinities, which Python's json writes and JSON has not."""

    def null(token: re.Match[bytes]) -> bytes:
        return token[0] if token[0].startswith(b'"') else b"null"

    if b"NaN" not in text and b"Infinity" not in text:
        return text
    lines = text.split(b"\n")
    return b"\n".join(_TOKEN.sub(null, line) if b"NaN" in line or b"Infinity" in line else line for line in lines)


# Python's json, line by line.


def unreadable(file: DataFile, columns: Sequence[str]) -> DamagedFileError:
    """Return why these columns cannot be read; only looked for once reading has failed."""
    try:
        _, faults = _types_by_lines(file)
    except DamagedFileError as error:
        return error
    reasons = [faults[name] for name in columns if name in faults]
    general = f"{file.path} cannot be read as NDJSON (one JSON object a line); it is damaged or something else."
    return DamagedFileError(reasons[0] if reasons else general)


def _types_by_lines(file: DataFile) -> tuple[dict[str, pl.DataType], dict[str, str]]:
    """The types of the columns, and why some cannot be read; raise for a line that is no object."""
    import polars as pl

    first: dict[str, dict[str, int]] = {}  # line of each kind of value of a column
    for start, text in _pieces(file):
        for number, line in enumerate(text.split(b"\n"), start):
            if line.strip(_WHITE):
                for name, value in _object(file, line, number):
                    first.setdefault(name, {}).setdefault(_kind(value), number)
    types: dict[str, pl.DataType] = {}
    faults: dict[str, str] = {}
    for name, lines in first.items():
        types[name] = pl.Null()  # of a column that cannot be read, too
        values = lines.keys() - {"null"}
        if values - _TYPES.keys() or (len(values) > 1 and values & {"true or false", "text"}):
            kinds = " and ".join(f"{kind} in line {number}" for kind, number in lines.items() if kind != "null")
            faults[name] = (
                f"{file.path}: column {name!r} holds {kinds}; write only numbers, only text, or only true and false, "
                "and null where there is none."
            )
        else:
            types[name] = getattr(pl, _TYPES[max(lines, key=list(_TYPES).index)])()
    return types, faults


def _kind(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return "an integer" if -(2**63) <= value < 2**63 else "a long integer"
    if isinstance(value, float):
        return "Infinity" if isinf(value) else "a number"
    return _KINDS[type(value)]


def _object(file: DataFile, line: bytes, number: int) -> _Pairs:
    """Return the names and values of a line; raise if it is no object."""
    try:
        value = _DECODER.decode(line.decode())
        if b"\\u" in line:
            json.dumps(value, ensure_ascii=False).encode()
        reason = _unfit(value)
    except json.JSONDecodeError as error:
        reason = _broken(error)
    except OverflowError as error:
        shown = str(error)
        shown = shown if len(shown) <= _DIGITS else f"{shown[:_DIGITS]}..."
        reason = f"holds the number {shown}, which is too large to be read."
    except RecursionError:
        reason = "holds lists or objects too deep within each other to be read."
    except UnicodeDecodeError:
        reason = "is not UTF-8 text; save the file as UTF-8. One way: iconv -f WINDOWS-1252 -t UTF-8."
    except UnicodeEncodeError:
        reason = "holds half of a surrogate pair (such as \\ud83d), which is no character."
    if reason:
        raise DamagedFileError(f"{file.path}: line {number} {reason}")
    return cast("_Pairs", value)


def _unfit(value: Any) -> str:
    """Why a value of JSON is no row; nothing if it is one."""
    if not isinstance(value, _Pairs):
        return f"holds {_kind(value)} and no object; write one object a line."
    names = [name for name, _ in value]
    if len(set(names)) < len(names):
        return _twice(max(names, key=names.count))
    if any(isinstance(text, str) and "\0" in text for pair in value for text in pair):
        return "holds the character \\u0000, which no text holds."
    return ""


def _broken(error: json.JSONDecodeError) -> str:
    """Why a line is no JSON."""
    rest = error.doc[error.pos :].rstrip(" \t\r\n")
    if not rest or error.msg.startswith("Unterminated string"):
        return "ends in the middle of an object; write whole objects, each on one line."
    if error.msg == "Extra data" and "\r" in error.doc.strip():
        return (
            "holds carriage returns between objects; write newlines. One way: tr '\\r' '\\n' < old.jsonl > new.jsonl."
        )
    if error.msg == "Extra data" and rest.strip() == ",":
        return "ends with a comma behind its object; delete it."
    if error.msg == "Extra data" and rest.lstrip(", ").startswith("{"):
        return "holds a second object behind the first; write each on a line of its own."
    expected = f"{error.msg[0].lower()}{error.msg[1:].removesuffix(' at')}"
    return f"is no JSON: {expected} at character {error.colno}, where {rest[:20]!r} stands."


def _integer(text: str) -> int:
    if len(text) > _DIGITS or not -(2**127) <= int(text) < 2**127:
        raise OverflowError(text)
    return int(text)


def _float(text: str) -> float:
    value = float(text)
    if isinf(value):
        raise OverflowError(text)
    return value


class _Pairs(list[tuple[str, Any]]):
    """An object as its names and values."""


# Kinds of values and their types in Polars, each wide enough for those before it; true is no number.
_TYPES = {
    "null": "Null",
    "true or false": "Boolean",
    "an integer": "Int64",
    "a long integer": "Int128",
    "a number": "Float64",
    "text": "String",
}
_KINDS = {type(None): "null", bool: "true or false", str: "text", list: "a list", _Pairs: "an object"}
_DECODER = json.JSONDecoder(
    object_pairs_hook=_Pairs,
    parse_constant=lambda name: None if name == "NaN" else inf,
    parse_int=_integer,
    parse_float=_float,
)
