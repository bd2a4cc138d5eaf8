"""The order of imports is proved on made-up trees: what is against it is named, what is not is let be."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from check_imports import WAYS_UP, offences

from concordant import metrics

UP = "states may not import plots"
CASES: dict[str, tuple[dict[str, str], list[str]]] = {
    "down": ({"states/a.py": "from concordant.inputs.labels import x"}, []),
    "up": ({"states/a.py": "import os\nfrom concordant.plots import x"}, [f"states/a.py:2: {UP}"]),
    "up, by name": ({"states/a.py": "import concordant.plots"}, [f"states/a.py:1: {UP}"]),
    "up, from the top": ({"states/a.py": "from concordant import plots"}, [f"states/a.py:1: {UP}"]),
    "up, in a function": ({"states/a.py": "def f():\n    from concordant.plots import x"}, [f"states/a.py:2: {UP}"]),
    "up, by import_module": (
        {"states/a.py": "import importlib\nimportlib.import_module('concordant.plots.x')"},
        [f"states/a.py:2: {UP}"],
    ),
    "up, by the start of a name": (
        {"states/a.py": "from importlib import import_module\nimport_module(f'concordant.plots.{name}')"},
        [f"states/a.py:2: {UP}"],
    ),
    "up, for type checkers": (
        {"states/a.py": "if TYPE_CHECKING:\n    from concordant.plots import x"},
        [f"states/a.py:2: {UP}"],
    ),
    "relative": ({"states/a.py": "from . import b"}, ["states/a.py:1: states may not import a relative import"]),
    "the version": ({"states/a.py": "from concordant import __version__"}, []),
    "a folder without rank": ({"new/a.py": ""}, ["new/a.py: the folder 'new' has no rank in scripts/check_imports.py"]),
    "a circle": (
        {
            "states/a.py": "from concordant.states.b import x",
            "states/b.py": "def f():\n    from concordant.states import c",
            "states/c.py": "from concordant.states.a import y",
        },
        ["states/a.py -> states/b.py -> states/c.py -> states/a.py: these files import each other in a circle"],
    ),
    "a circle by import_module": (
        {"states/a.py": "import_module('concordant.states.b')", "states/b.py": "import concordant.states.a"},
        ["states/a.py -> states/b.py -> states/a.py: these files import each other in a circle"],
    ),
    "a circle with the front of the folder": (
        {"states/__init__.py": "from concordant.states.a import x", "states/a.py": "from concordant.states import y"},
        ["states/__init__.py -> states/a.py -> states/__init__.py: these files import each other in a circle"],
    ),
    "a circle of types": (
        {
            "states/a.py": "from concordant.states.b import x",
            "states/b.py": "if TYPE_CHECKING:\n    from concordant.states.a import y",
        },
        [],
    ),
    "one file for two": (
        {
            "states/a.py": "from concordant.states.c import x",
            "states/b.py": "from concordant.states.c import x\nfrom concordant.states.a import y",
            "states/c.py": "",
        },
        [],
    ),
}


def _tree(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize("case", CASES)
def test_offences_are_named(case: str, tmp_path: Path) -> None:
    files, expected = CASES[case]
    assert list(offences(_tree(tmp_path, files))) == expected


@pytest.mark.parametrize(
    ("file", "layer"), [(file, layer) for file, layers in WAYS_UP.items() for layer in sorted(layers)]
)
def test_a_way_up_is_for_the_files_and_layers_of_the_list(file: str, layer: str, tmp_path: Path) -> None:
    text = f"from concordant.{layer} import x\nfrom concordant.cli import y"
    own = file.split("/", maxsplit=1)[0]
    assert list(offences(_tree(tmp_path, {file: text}))) == [f"{file}:2: {own} may not import cli"]


def test_the_package_keeps_the_order() -> None:
    assert list(offences()) == []


SOURCE = Path(metrics.__file__).parents[1]
FILES = sorted(path for part in ("inference", "decisions") for path in (SOURCE / part).rglob("*.py"))
# Words that mean something else there, and the metric that is meant where the caller names none.
OTHERWISE = {"prevalence", "f1"}
DEFAULTS = {("aim.py", "expected_cost"), ("cut_search.py", "expected_cost"), ("cut_search.py", "cohen_kappa")}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_metric_is_named(path: Path) -> None:
    names = set(metrics.names()) - OTHERWISE
    words = {node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)}
    assert {(path.name, word) for word in words & names} <= DEFAULTS
