"""
The public face of the package: every documented name by its path.

``python tests/public_face.py`` writes `tests/face` anew, after a change that was meant; `test_public_face.py` holds the
package to what stands there.
"""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent / "face"
MODULES = (
    *("cli", "data", "decisions", "engines.workers", "errors", "explain", "findings", "inference", "judging"),
    *("learning", "metrics", "monitoring", "panels", "planning", "plots", "report", "result", "sklearn", "states"),
    *("testing", "tracking", "typing"),
)


def names() -> dict[str, list[str]]:
    """Return the names that each module promises."""
    paths = ("concordant", *(f"concordant.{module}" for module in MODULES))
    return {path: sorted(_names_of(path)) for path in paths}


def _names_of(path: str) -> set[str]:
    """Those that the module lists, or what it defines if it lists none; all metrics of `concordant.metrics`."""
    module = import_module(path)
    listed = set(getattr(module, "__all__", ()))
    if path == "concordant.metrics":
        listed.update(module.names())
    if listed:
        return listed
    body = ast.parse(inspect.getsource(module)).body
    defined = {node.name for node in body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    aliases = (node.target for node in body if isinstance(node, ast.AnnAssign))
    defined |= {target.id for target in aliases if isinstance(target, ast.Name)}
    return {name for name in defined if not name.startswith("_")}


def write(name: str, content: Mapping[str, Any]) -> None:
    """Write a file of one line an entry."""
    lines = (f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in content.items())
    (FOLDER / f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    write("names", names())
