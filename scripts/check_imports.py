"""
Prove that imports go one way.

Each folder of the package has a rank; a file may import from folders of a lower rank and from its own.
Imports inside functions count as well. Prints every offence and exits with 1 if there is one.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent / "src" / "concordant"

BASE = {"errors", "typing", "nearest", "result", "threads", "_kernels"}
ORDER = ["inputs", "states", "metrics", "inference", "planning", "decisions", "plots", "explain", "report", "cli"]
MAY_IMPORT: dict[str, set[str]] = {name: BASE | set(ORDER[:place]) for place, name in enumerate(ORDER)}
MAY_IMPORT |= {
    "errors": set(),
    "typing": set(),
    "nearest": set(),
    "result": {"errors", "typing"},
    "threads": {"errors"},
    "data": {"errors"},
    "_pyinstaller": set(),
    "learning": MAY_IMPORT["plots"],
    "explain": MAY_IMPORT["plots"] | {"plots"},
    "engines": BASE | {"inputs", "states"},
    "sklearn": BASE | {"inputs", "states", "metrics"},
}
MAY_IMPORT["report"] |= {"data", "learning"}
MAY_IMPORT["cli"] |= {"data", "learning"}
OF_THE_PACKAGE = {"__version__"}  # names of `concordant` itself that every layer may read


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and second name of every import of the package: `inputs` for `concordant.inputs.labels`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.split(".")[1]) for alias in node.names if _ours(alias.name))
        elif isinstance(node, ast.ImportFrom) and node.level:
            yield node.lineno, "a relative import"
        elif isinstance(node, ast.ImportFrom) and node.module == "concordant":
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name not in OF_THE_PACKAGE)
        elif isinstance(node, ast.ImportFrom) and _ours(node.module or ""):
            yield node.lineno, (node.module or "").split(".")[1]


def _ours(module: str) -> bool:
    return module.startswith("concordant.")


def offences() -> Iterator[str]:
    """Yield one line for every import against the order."""
    for path in sorted(ROOT.rglob("*.py")):
        relative = path.relative_to(ROOT)
        layer = relative.parts[0].removesuffix(".py")
        if layer in ("__init__", "__main__"):
            continue  # the front doors open on everything
        if layer not in MAY_IMPORT:
            yield f"{relative}: the folder {layer!r} has no rank in scripts/check_imports.py"
            continue
        for line, target in imported(ast.parse(path.read_text(encoding="utf-8"))):
            if target != layer and target not in MAY_IMPORT[layer]:
                yield f"{relative}:{line}: {layer} may not import {target}"


def main() -> int:
    """Print the offences; 1 if there are any."""
    found = list(offences())
    print("\n".join(found) if found else "imports go one way")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
