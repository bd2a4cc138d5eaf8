"""
A pytest plugin that puts Concordant's functions in the place of scikit-learn's, for scikit-learn's own tests.

The functions are swapped before the test modules are imported, in the modules that those import them from. Errors are
of scikit-learn's classes, but in our words: where a test names the text of an error and the error is ours, its class
alone is compared. Tests that differ on purpose beyond that are listed with the reason in `differences.py`; they are
expected to fail, and one that passes is reported, so that the list stays honest.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import concordant.sklearn as ours
from concordant.errors import ConcordantError

sys.path.insert(0, str(Path(__file__).parent))

from differences import DIFFERENCES

HOMES = ("sklearn.metrics", "sklearn.metrics._classification", "sklearn.metrics._ranking", "sklearn.calibration")
raises = pytest.raises


@contextmanager
def raises_in_any_words(expected: Any, *, match: str | None = None, **options: Any) -> Iterator[Any]:
    """Expect an error of a class; its text is compared unless it is one of ours."""
    with raises(expected, **options) as caught:
        yield caught
    if match is not None and not isinstance(caught.value, ConcordantError):
        caught.match(match)


def pytest_configure(config: pytest.Config) -> None:
    """Swap the functions."""
    for home in HOMES:
        module = importlib.import_module(home)
        for name in ours.__all__:
            if hasattr(module, name):
                setattr(module, name, getattr(ours, name))
    pytest.raises = raises_in_any_words


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Expect the listed tests to fail; a name without parameters means all of its parameters."""
    for item in items:
        test = f"{item.path.name}::{item.name}"
        reason = DIFFERENCES.get(test) or DIFFERENCES.get(test.partition("[")[0])
        if reason is not None:
            item.add_marker(pytest.mark.xfail(reason=reason, strict=True))
