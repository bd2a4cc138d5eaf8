"""The benchmarks can be started as they say, and no folder of theirs stands in for a package of the same name."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BENCHMARKS = ROOT / "benchmarks"
SCRIPTS = sorted(BENCHMARKS.glob("*.py"))
BESIDE = {path.stem for path in BENCHMARKS.iterdir()}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_imports_its_neighbours_by_their_full_name(script: Path) -> None:
    """The folder is then not on the path, where `coverage` in it would be the package that numba asks for."""
    tree = ast.parse(script.read_text(encoding="utf-8"))
    plain = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    froms = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert {name.split(".")[0] for name in [*plain, *froms]} & BESIDE == set()


@pytest.mark.parametrize(
    "page", [*SCRIPTS, *sorted(BENCHMARKS.glob("*.md")), ROOT / "README.md"], ids=lambda path: path.name
)
def test_the_command_that_a_page_names_is_one_that_runs(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"python benchmarks/\w+\.py", text) == []
    for name in re.findall(r"python -m benchmarks\.([\w.]+\w)", text):
        assert (BENCHMARKS / f"{name.replace('.', '/')}.py").is_file()


def test_a_benchmark_started_so_finds_no_package_named_coverage_in_the_folder() -> None:
    code = (
        "import runpy, sys, importlib.util; sys.argv = ['timing']; runpy.run_module('benchmarks.timing', run_name='x');"
        "found = importlib.util.find_spec('coverage'); print(found is None or found.origin is not None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.stdout, done.stderr) == ("True\n", "")
