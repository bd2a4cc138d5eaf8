"""Inference and decisions know no metric by its name: what is special to a metric stands in its own file."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from concordant import metrics

SOURCE = Path(metrics.__file__).parents[1]
FILES = sorted(path for part in ("inference", "decisions") for path in (SOURCE / part).rglob("*.py"))
# Words that mean something else there, and the metric that is meant where the caller names none.
OTHERWISE = {"prevalence", "f1"}
DEFAULTS = {
    ("aim.py", "expected_cost"),
    ("cut_search.py", "expected_cost"),
    ("cut_search.py", "cohen_kappa"),
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_metric_is_named(path: Path) -> None:
    names = set(metrics.names()) - OTHERWISE
    words = {node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)}
    assert {(path.name, word) for word in words & names} <= DEFAULTS
