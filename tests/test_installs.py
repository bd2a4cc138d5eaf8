"""Installs without source files (bytecode alone, an archive as in frozen programs), and the names at the front door."""

from __future__ import annotations

import compileall
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import concordant
from concordant import _kernels
from concordant.errors import OptionError
from concordant.metrics.definition import table

PACKAGE = Path(concordant.__file__).parent

# What a new process does with the package: it finds every metric, takes some, asks for facts, warns at the user's line.
USE = """
import warnings
import concordant
from concordant.metrics.definition.facts import coverage_of
print(concordant.__file__)
assert len(concordant.metrics.find()) == len(concordant.metrics.names()) == {metrics}
assert concordant.roc_auc([0, 1, 1, 0], [0.1, 0.8, 0.4, 0.4]) == 0.875
assert concordant.sensitivity([0, 1, 1, 0], [0, 1, 0, 0]) == 0.5
assert coverage_of("cohen_kappa").runs > 0
assert concordant.cohen_kappa.interval([1, 2, 3] * 9, [1, 2, 3] * 8 + [2, 2, 2]).low > 0.5
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    concordant.recall([0, 0], [0, 1])
assert caught[0].filename == "<string>", caught[0].filename
"""


def run(code: str, *path: Path) -> str:
    """Run code in a new process that finds packages there first; what it prints."""
    others = [entry for entry in sys.path if entry and Path(entry) != PACKAGE.parent]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([*map(str, path), *others]),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def bytecode(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the package as .pyc files and without one .py file."""
    folder = tmp_path_factory.mktemp("bytecode")
    copy = folder / "concordant"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "hook-*", "learning", "sklearn"))
    assert compileall.compile_dir(copy, quiet=1, legacy=True)
    for source in copy.rglob("*.py"):
        source.unlink()
    yield folder
    shutil.rmtree(folder)


def test_bytecode_alone_has_every_metric(bytecode: Path) -> None:
    place = run(USE.format(metrics=len(concordant.metrics.names())), bytecode)
    assert place.strip() == str(bytecode / "concordant" / "__init__.pyc")


def test_bytecode_alone_has_the_command(bytecode: Path) -> None:
    code = (
        "import sys; from concordant.cli import main; sys.argv = ['concordant', 'metrics', 'kappa']; sys.exit(main())"
    )
    assert "cohen_kappa" in run(code, bytecode)


def test_an_archive_has_every_metric(bytecode: Path) -> None:
    """Python imports no compiled module from an archive; what freezes a program does that part itself, as here."""
    archive = bytecode / "frozen.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for path in (bytecode / "concordant").rglob("*"):
            if path.suffix in (".pyc", ".json"):
                file.write(path, path.relative_to(bytecode))
    kernels = f"""
import importlib.util, sys
spec = importlib.util.spec_from_file_location("concordant._kernels", {_kernels.__file__!r})
sys.modules["concordant._kernels"] = kernels = importlib.util.module_from_spec(spec)
spec.loader.exec_module(kernels)
"""
    place = run(kernels + USE.format(metrics=len(concordant.metrics.names())), archive)
    assert place.strip() == str(archive / "concordant" / "__init__.pyc")


def test_the_table_lists_every_alias() -> None:
    found = {alias: metric.name for metric in concordant.metrics.find() for alias in metric.facts.aliases}
    assert found == table.ALIASES, "run python scripts/write_names.py"


def test_a_star_brings_the_metrics_and_the_tools() -> None:
    names: dict[str, object] = {}
    exec("from concordant import *", names)
    assert {*table.CHAPTERS, *table.ALIASES, "evaluate", "Counts", "decide", "kappa_test", "set_threads"} <= set(names)
    assert not {"typing", "errors", "data", "sklearn"} & set(names)  # would hide modules of the caller's


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("choen_kappa", "cohen_kappa"), ("roc_aucs", "roc_auc"), ("evalute", "evaluate"), ("plot", "plots")],
)
def test_a_name_with_a_slip_names_the_nearest(wrong: str, right: str) -> None:
    with pytest.raises(
        AttributeError, match=rf"^module 'concordant' has no attribute '{wrong}'\. Did you mean {right}"
    ):
        getattr(concordant, wrong)


def test_a_slip_in_the_metrics_names_the_nearest() -> None:
    with pytest.raises(AttributeError, match=r"'concordant\.metrics' has no attribute 'nammes'\. Did you mean names"):
        concordant.metrics.nammes  # noqa: B018
    with pytest.raises(OptionError, match="Did you mean cohen_kappa"):
        concordant.metrics.get("choen_kappa")


def test_private_names_cost_no_search() -> None:
    code = "import sys, concordant; hasattr(concordant, '__wrapped__'); print('concordant.metrics' in sys.modules)"
    assert run(code, PACKAGE.parent).strip() == "False"
