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
from math import isinf
from typing import TYPE_CHECKING, Any, TypeVar

from concordant.errors import ColumnError
from concordant.sources.csv_files import Types, refuse_other_text
from concordant.sources.files import DamagedFileError, DataFile, Rows, batches, literal_path

if TYPE_CHECKING:
    import polars as pl


Result = TypeVar("Result")

_PIECE = 1 << 24  # bytes that are held at a time
_FIRST = 1000  # objects, which tell the types
_WHITE = b" \t\r\n"
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|NaN|-?Infinity')
# The type in Polars of each kind of value; among numbers the last one is wide enough for all.
_TYPES = {
    "null": "Null",
    "true or false": "Boolean",
    "text": "String",
    "an integer": "Int64",
    "a long integer": "Int128",
    "a number": "Float64",
}
_KINDS = {type(None): "null", bool: "true or false", str: "text", list: "a list", dict: "an object"}


# Objects need not all say the same. The first thousand are believed, by Polars' own scan of the file, which is fast.
# Where it fails, all objects are asked: Polars tells the types of a piece of the file at a time, and reads piece by
# piece by the types of all. What it does not take (half a line, `Infinity`, a column of lists and numbers) is looked
# for by Python's json line by line, in the columns that are asked for alone.


def scan_objects(file: DataFile, types: Types | None = None) -> pl.LazyFrame:
    """Return the rows by these types, or those of the first objects."""
    import polars as pl

    refuse_array(file)
    return pl.scan_ndjson(literal_path(file), schema=types, infer_schema_length=_FIRST)


def read_objects(file: DataFile, columns: Sequence[str], read: Callable[[pl.LazyFrame], Result]) -> Result:
    """Read by the types of the first objects, and by those of all objects if that fails."""
    with suppress(*_failures(), ColumnError):
        return read(_scan_of_first(file, columns))
    try:
        return read(_scan_of_all(file, columns))
    except _failures() as error:
        raise _unreadable(file, columns, error) from error


def object_batches(
    file: DataFile, columns: Sequence[str], chosen: Callable[[pl.LazyFrame], pl.LazyFrame], rows: int
) -> Iterator[pl.DataFrame]:
    """Yield batches by the types of the first objects, and from where that fails on by those of all objects."""
    done = 0
    with suppress(*_failures(), ColumnError):
        for part in batches(chosen(_scan_of_first(file, columns)), rows):
            yield part
            done += part.height
        return
    try:
        yield from batches(chosen(_scan_of_all(file, columns)).slice(done), rows)
    except _failures() as error:
        raise _unreadable(file, columns, error) from error


def _failures() -> tuple[type[BaseException], ...]:
    import polars.exceptions as pe

    return pe.PolarsError, pe.PanicException, OSError


def _scan_of_first(file: DataFile, columns: Sequence[str]) -> pl.LazyFrame:
    first = scan_objects(file)
    types = first.collect_schema()
    strict = _strict(file, types, columns)
    return _with_text(scan_objects(file, strict), types) if strict != types else first


def _strict(file: DataFile, types: Types, columns: Sequence[str]) -> Types:
    """The types by which Polars refuses what is no text in a column of text: otherwise it makes text of it."""
    import polars as pl

    words, wanted = pl.Categorical(pl.Categories.random()), _with_members(file, columns)
    return {name: words if name in wanted and kind == pl.String else kind for name, kind in types.items()}


def _with_members(file: DataFile, columns: Sequence[str]) -> list[str]:
    """The columns, and those that combined ones are made of."""
    return [*columns, *(member for name, members in file.combined if name in columns for member in members)]


def _with_text(rows: Rows, types: Types) -> Rows:
    """Return rows that were read by strict types in their own types."""
    import polars as pl

    texts = [index for index, kind in enumerate(types.values()) if kind == pl.String]
    return rows.with_columns(pl.nth(texts).cast(pl.String))


def refuse_array(file: DataFile) -> None:
    """Raise for what is no text of lines: other encodings, and an array that holds all objects."""
    start = refuse_other_text(file)
    if start.removeprefix(codecs.BOM_UTF8).lstrip(_WHITE).startswith(b"["):
        raise DamagedFileError(
            f"{file.path} begins with a JSON array ([...]); write one object a line. One way: jq -c '.[]' old.json > "
            "new.ndjson."
        )


def _scan_of_all(file: DataFile, columns: Sequence[str]) -> pl.LazyFrame:
    """Return the rows by the types of all objects, with NaN as a missing value."""
    import polars as pl
    from polars.io.plugins import register_io_source

    types = _types(file) or _types_by_lines(file, _with_members(file, columns))

    def parts(
        names: list[str] | None, predicate: pl.Expr | None, rows: int | None, _: int | None
    ) -> Iterator[pl.DataFrame]:
        schema = {name: types[name] for name in (types if names is None else names)}
        strict = _strict(file, schema, columns)
        for _, text in _pieces(file):
            read = pl.read_ndjson(BytesIO(_without_constants(text)), schema=strict)
            part = _with_text(read, schema).slice(0, rows)
            rows = None if rows is None else rows - part.height
            yield part if predicate is None else part.filter(predicate)
            if rows == 0:
                return

    return register_io_source(parts, schema=types)


def _types(file: DataFile) -> Mapping[str, pl.DataType] | None:
    """The types of the columns; None where Polars does not tell them."""
    import polars as pl

    types: Mapping[str, pl.DataType] = {}
    with suppress(*_failures()):
        for _, text in _pieces(file):
            some = pl.scan_ndjson(BytesIO(_without_constants(text)), infer_schema_length=None).collect_schema()
            both = [pl.DataFrame(schema=types), pl.DataFrame(schema=some)]
            types = pl.concat(both, how="diagonal_relaxed").schema
        return types
    return None


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
    """Lines with null in place of NaN and text in place of infinities, which Python's json writes and JSON has not."""

    def replaced(token: re.Match[bytes]) -> bytes:
        if token[0].startswith(b'"'):
            return token[0]
        return b"null" if token[0] == b"NaN" else b'"' + token[0] + b'"'

    if b"NaN" not in text and b"Infinity" not in text:
        return text
    lines = text.split(b"\n")
    return b"\n".join(_TOKEN.sub(replaced, line) if b"NaN" in line or b"Infinity" in line else line for line in lines)


# Python's json, line by line.


def _unreadable(file: DataFile, columns: Sequence[str], error: BaseException) -> DamagedFileError:
    """Return why these columns cannot be read; only looked for once reading has failed."""
    try:
        _types_by_lines(file, _with_members(file, columns))
    except DamagedFileError as reason:
        return reason
    first = str(error).strip().partition("\n")[0].rstrip(".")
    return DamagedFileError(f"{file.path} cannot be read as NDJSON (one JSON object a line): {first}.")


def _types_by_lines(file: DataFile, columns: Sequence[str]) -> dict[str, pl.DataType]:
    """The types of all columns; raise for a line that is no object, and if one of these has several kinds of values."""
    import polars as pl

    first: dict[str, dict[str, int]] = {}  # line of each kind of value of a column
    for start, text in _pieces(file):
        for number, line in enumerate(text.split(b"\n"), start):
            if line.strip(_WHITE):
                for name, value in _object(file, line, number).items():
                    first.setdefault(name, {}).setdefault(_kind(value), number)
    types: dict[str, pl.DataType] = {}
    for name, lines in first.items():
        kinds = lines.keys() - {"null"}
        if not (kinds - _TYPES.keys() or (len(kinds) > 1 and kinds & {"true or false", "text"})):
            types[name] = getattr(pl, _TYPES[max(lines, key=list(_TYPES).index)])()
        elif name not in columns:
            types[name] = pl.Null()
        else:
            shown = " and ".join(f"{kind} in line {number}" for kind, number in lines.items() if kind != "null")
            raise DamagedFileError(
                f"{file.path}: column {name!r} holds {shown}; write only numbers, only text, or only true and false, "
                "and null where there is none."
            )
    return types


def _kind(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return "an integer" if -(2**63) <= value < 2**63 else "a long integer"
    if isinstance(value, float):
        return "an infinite number" if isinf(value) else "a number"
    return _KINDS[type(value)]


def _object(file: DataFile, line: bytes, number: int) -> dict[str, Any]:
    """Return the values of a line; raise if it is no object."""
    try:
        value = json.loads(line, parse_constant=lambda name: None if name == "NaN" else float(name))
    except json.JSONDecodeError as error:
        reason = f"is no JSON: {error.msg} at character {error.colno}"
    except (ValueError, RecursionError) as error:  # such as bytes that are no UTF-8
        reason = f"is no JSON: {error}"
    else:
        if isinstance(value, dict):
            return value
        reason = f"holds {_kind(value)}"
    raise DamagedFileError(f"{file.path}: line {number} {reason}; write one JSON object a line, as UTF-8.")
