"""The JSON files in which other tools keep the verdicts of judges."""

from __future__ import annotations

import json
import math
from os import PathLike
from pathlib import Path
from typing import Any

from concordant.errors import DataFileError, InputTypeError


def read_json(path: str | Path, otherwise: str = "") -> Any:
    """Return what a JSON file holds; `otherwise` is what to do with one that is no text."""
    if not isinstance(path, (str, PathLike)):
        msg = f"path must be the name of a file, a str or Path, not {type(path).__name__}."
        raise InputTypeError(msg)
    try:
        return json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        msg = f"{path} is no JSON{': ' if otherwise else ''}{otherwise}."
        raise DataFileError(msg) from error
    except OSError as error:
        msg = f"{path}: {error.strerror or error}."
        raise DataFileError(msg) from error
    except (ValueError, RecursionError) as error:
        msg = f"{path} is no JSON: {error}."
        raise DataFileError(msg) from error


def records_of(data: Any, *places: str, damaged: str) -> list[dict[str, Any]]:
    """
    Return the list of records at a place of nested ones, such as ``results``, ``results``; [] if there is none.

    Raises
    ------
    DataFileError
        With the message `damaged`, if something else stands there, or among the records.
    """
    for place in places:
        data = data.get(place) if isinstance(data, dict) else None
    if data is None:
        return []
    if not isinstance(data, list) or not all(isinstance(one, dict) for one in data):
        raise DataFileError(damaged)
    return data


def is_score(value: Any) -> bool:
    """Whether a part of a file is a number that a float holds, or null."""
    if value is None:
        return True
    if not isinstance(value, (int, float)):
        return False
    try:
        return not math.isinf(float(value))
    except OverflowError:
        return False
