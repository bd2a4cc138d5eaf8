"""Write the values of other Python packages beside the versions of these, one line a row of numbers."""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def write(name: str, packages: Iterable[str], cases: list[dict[str, Any]]) -> None:
    """Write NAME_python.json, of the script NAME.py."""
    made_with = {"python": platform.python_version(), **{package: version(package) for package in packages}}
    document = {"made_with": made_with, "made_by": f"tests/reference/{name}.py", "cases": cases}
    text = re.sub(r"(?<=[\[\d,])\s+(?=-?\d)|(?<=\d)\s+(?=\])", " ", json.dumps(document, indent=1))
    (FOLDER / f"{name}_python.json").write_text(text.replace("[ ", "[").replace(" ]", "]") + "\n", encoding="utf-8")
