"""
Prove that imports go one way.

Each folder of the package has a rank; a file may import from folders of a lower rank and from its own, and inside a
folder no files import each other in a circle. Imports inside functions and `import_module` count as well; those that
only type checkers read do not make a circle. Prints every offence and exits with 1 if there is one.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent / "src" / "concordant"

ORDER = (  # from the bottom to the top; folders of one line do not import each other
    ("errors", "typing", "_kernels", "_pyinstaller"),
    ("names", "settings", "data", "durable_files"),
    ("result",),
    ("inputs",),
    ("states",),
    ("engines",),
    ("sources",),
    ("metrics",),
    ("inference",),
    ("planning", "panels", "judging", "decisions"),
    ("learning",),
    ("figures",),
    ("documents",),
    ("plots",),
    ("explain", "sklearn", "testing", "tracking"),
    ("report",),
    ("findings",),
    ("monitoring",),
    ("cli",),
)
MAY_IMPORT = {
    folder: {below for line in ORDER[:rank] for below in line} for rank, line in enumerate(ORDER) for folder in line
}
OF_THE_PACKAGE = {"__version__"}  # names of `concordant` itself that every layer may read
STATES = (
    *("buckets", "counts", "curves", "moments", "numeric_ratings", "ratings", "sample_counts", "state", "tallies"),
)
WAYS_UP = {  # the files with a method that asks a layer above, which is imported when somebody calls it
    **{f"states/{name}.py": {"engines", "sources"} for name in STATES},  # Counts.from_labels, Counts.from_frame, ...
    "metrics/definition/metric.py": {"inference"},  # metric.interval, metric.compare, also of many raters
    "result/record.py": {"plots"},  # record.plot
    "report/evaluation.py": {"findings"},  # page.findings
    "report/pages/comparison.py": {"findings"},  # the finding on a score that points the wrong way, of each model
}
WHEN_CALLED = {  # pairs of files that need each other: the first imports the second inside a function
    ("states/counts.py", "states/ratings.py"),  # Counts.panel is a panel of two, Ratings.pair their table
    ("engines/devices/operations.py", "engines/devices/torch_operations.py"),  # once a tensor of PyTorch comes
    ("sources/labels.py", "sources/label_batches.py"),  # what no engine can group is read in batches
}


class Import(NamedTuple):
    """One import: its line, the module, the names taken from it, and whether only type checkers read it."""

    line: int
    module: str
    names: tuple[str, ...]
    typed: bool


def imports(tree: ast.Module) -> Iterator[Import]:
    """Yield every import of the package, also those in functions and by `import_module`."""
    typed = {id(node) for block in ast.walk(tree) if _for_type_checkers(block) for node in ast.walk(block)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, alias.name, (), id(node) in typed)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield Import(node.lineno, module, tuple(alias.name for alias in node.names), id(node) in typed)
        elif isinstance(node, ast.Call) and node.args and "import_module" in ast.unparse(node.func):
            yield Import(node.lineno, _start_of(node.args[0]), (), False)


def _for_type_checkers(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def _start_of(name: ast.expr) -> str:
    """The name of a module; of an f-string the text that it starts with, such as `concordant.learning.`."""
    first = name.values[0] if isinstance(name, ast.JoinedStr) and name.values else name
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""


def layers(one: Import) -> Iterator[str]:
    """Yield the second name of an import of the package: `inputs` for `concordant.inputs.labels`."""
    if one.module.startswith("."):
        yield "a relative import"
    elif one.module == "concordant":
        yield from (name for name in one.names if name not in OF_THE_PACKAGE)
    elif one.module.startswith("concordant."):
        yield one.module.split(".")[1]


def offences(root: Path = ROOT) -> Iterator[str]:
    """Yield one line for every import against the order, and for a circle."""
    found = {
        path.relative_to(root).as_posix(): list(imports(ast.parse(path.read_text(encoding="utf-8"))))
        for path in sorted(root.rglob("*.py"))
    }
    for file, ones in found.items():
        yield from _against_the_order(file, ones)
    for circle in circles(_arrows(found)):
        yield f"{' -> '.join([*circle, circle[0]])}: these files import each other in a circle"


def _against_the_order(file: str, ones: list[Import]) -> Iterator[str]:
    layer = _layer(file)
    if layer in ("__init__", "__main__"):
        return  # the front doors open on everything
    if layer not in MAY_IMPORT:
        yield f"{file}: the folder {layer!r} has no rank in scripts/check_imports.py"
        return
    for one in ones:
        for target in layers(one):
            if target not in {layer} | WAYS_UP.get(file, set()) | MAY_IMPORT[layer]:
                yield f"{file}:{one.line}: {layer} may not import {target}"


def _layer(file: str) -> str:
    return file.split("/", maxsplit=1)[0].removesuffix(".py")


def _arrows(found: Mapping[str, list[Import]]) -> dict[str, list[str]]:
    """Which files of its own folder each file imports, also as `from folder import file`."""
    place = {_module(file): file for file in found}
    arrows: dict[str, list[str]] = {}
    for file, ones in found.items():
        modules = [
            name for one in ones if not one.typed for name in (one.module, *(f"{one.module}.{x}" for x in one.names))
        ]
        targets = dict.fromkeys(place[module] for module in modules if module in place)
        arrows[file] = [to for to in targets if _layer(to) == _layer(file) and (file, to) not in WHEN_CALLED]
    return arrows


def _module(file: str) -> str:
    return f"concordant.{file.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}"


def circles(arrows: Mapping[str, list[str]]) -> Iterator[list[str]]:
    """Yield a circle if there is one: files of which each imports the next."""
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        yield error.args[1][:0:-1]


def main() -> int:
    """Print the offences; 1 if there are any."""
    found = list(offences())
    print("\n".join(found) if found else "imports go one way")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
