"""The JSON files in which other tools keep the verdicts of judges."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from concordant.errors import DataFileError


def read_json(path: str | Path, otherwise: str = "") -> Any:
    """Return what a JSON file holds; `otherwise` is what to do with one that is no text."""
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


def records_of(data: Any, *places: str) -> list[dict[str, Any]]:
    """Return the list of records at a place of nested ones, such as ``results``, ``results``; [] if there is none."""
    for place in places:
        data = data.get(place) if isinstance(data, dict) else None
    return data if isinstance(data, list) and all(isinstance(one, dict) for one in data) else []
