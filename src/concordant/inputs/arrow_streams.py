"""
How many rows an Arrow IPC stream declares, by the headers of its messages alone.

A stream has no footer: where a length is damaged, a reader may take the middle for the end. So the headers are walked
here, and the end must be the end of the file. Layout: Arrow columnar format, "Encapsulated message format"; a header is
a FlatBuffer, `Message {version, header_type, header, bodyLength}`, and a record batch begins with its length.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import IO

from concordant.errors import DataFileError

START = b"\xff\xff\xff\xff"
_RECORD_BATCH = 3  # of `header_type`
_TYPE, _HEADER, _BODY_LENGTH, _LENGTH = 1, 2, 3, 0  # places of fields in their tables


def declared_rows(path: Path) -> int:
    """Sum the rows that the record batches declare; raise if the stream does not end where its file does."""
    size = path.stat().st_size
    rows = 0
    with path.open("rb") as stream:
        try:
            while (metadata := _next_metadata(stream)) is not None:
                message = _root(metadata)
                if _number(metadata, message, _TYPE, "B") == _RECORD_BATCH:
                    batch = _at(metadata, message, _HEADER)
                    rows += _number(metadata, batch + _unpack(metadata, batch, "I"), _LENGTH, "q")
                stream.seek(_number(metadata, message, _BODY_LENGTH, "q"), 1)
        except (struct.error, OSError) as error:
            raise _damaged(path) from error
        if stream.tell() != size:
            raise _damaged(path)
    return rows


def _damaged(path: Path) -> DataFileError:
    return DataFileError(f"{path} is damaged: the Arrow stream in it does not end where the file ends.")


def _next_metadata(stream: IO[bytes]) -> bytes | None:
    """Return the header of the next message; None at the end of the stream."""
    if stream.read(4) != START:
        msg = "no message begins here"
        raise struct.error(msg)
    (length,) = struct.unpack("<i", stream.read(4))
    return stream.read(length) if length else None


def _root(buffer: bytes) -> int:
    return _unpack(buffer, 0, "I")


def _at(buffer: bytes, table: int, field: int) -> int:
    """Where a field of a table lies; 0 if it is left out, as fields of their default value are."""
    fields = table - _unpack(buffer, table, "i")
    place = 4 + 2 * field
    if place >= _unpack(buffer, fields, "H"):
        return 0
    offset = _unpack(buffer, fields + place, "H")
    return table + offset if offset else 0


def _number(buffer: bytes, table: int, field: int, kind: str) -> int:
    place = _at(buffer, table, field)
    return _unpack(buffer, place, kind) if place else 0


def _unpack(buffer: bytes, place: int, kind: str) -> int:
    if place < 0:
        msg = "a place before the header"
        raise struct.error(msg)
    number: int = struct.unpack_from(f"<{kind}", buffer, place)[0]
    return number
