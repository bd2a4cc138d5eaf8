"""The examples of the docstrings come out as they are written."""

import doctest
from importlib import import_module

import pytest

MODULES = ["decision_classifier", "from_probabilities", "threshold", "threshold_classifier"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_come_out_as_written(name: str) -> None:
    tried = doctest.testmod(import_module(f"concordant.decisions.{name}"))
    assert tried.attempted > 3
    assert tried.failed == 0
