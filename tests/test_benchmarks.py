"""The loops of the benchmarks compute what we compute, and their pages name commands that run."""

from __future__ import annotations

import ast
import re
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from concordant import cohen_kappa

ROOT = Path(__file__).resolve().parent.parent
BENCHMARKS = ROOT / "benchmarks"
SCRIPTS = sorted(BENCHMARKS.glob("*.py"))
BESIDE = {path.stem for path in BENCHMARKS.iterdir()}


def test_the_loops_give_our_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where numba is not installed: then as loops of Python."""
    if find_spec("numba") is None:
        plain = ModuleType("numba")
        plain.__spec__ = ModuleSpec("numba", None)
        plain.njit = lambda function=None, **_: function or (lambda one: one)  # type: ignore[attr-defined]
        plain.prange = range  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "numba", plain)
        monkeypatch.delitem(sys.modules, "benchmarks.loops", raising=False)
    from benchmarks.loops import numba_qwk, numba_qwk_threads

    first, second = np.random.default_rng(1).integers(0, 5, (2, 10_000))
    found = [numba_qwk(first, second, 5), numba_qwk_threads(first, second, 5, 2)]
    np.testing.assert_allclose(found, cohen_kappa(first, second, weights="quadratic"), rtol=1e-10)


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
