"""The examples of the docstrings come out as they are written."""

import doctest
from importlib import import_module

import pytest

pytest.importorskip("torch")

MODULES = ["links", "losses", "metric"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_come_out_as_written(name: str) -> None:
    tried = doctest.testmod(import_module(f"concordant.learning.torch.{name}"))
    assert tried.attempted > 2
    assert tried.failed == 0
