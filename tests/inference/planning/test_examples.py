"""The examples in the docstrings are run."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

MODULES = ("aucs", "kappas", "proportions", "simulation")


@pytest.mark.parametrize("name", [*(f"concordant.planning.{name}" for name in MODULES), "concordant.result.plans"])
def test_examples_give_what_they_show(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.attempted > 0
    assert found.failed == 0
