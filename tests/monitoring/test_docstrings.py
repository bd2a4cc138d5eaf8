"""The examples of the docstrings are run."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import concordant.monitoring

MODULES = sorted(path.stem for path in Path(concordant.monitoring.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("name", [name for name in MODULES if name != "__init__"])
def test_examples(name: str) -> None:
    module = import_module(f"concordant.monitoring.{name}")
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0
