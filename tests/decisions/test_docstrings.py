"""The examples of the docstrings come out as they are written."""

import doctest
import sys

import pytest

from concordant import decisions

PUBLIC = [name for name in decisions.__all__ if ">>>" in (getattr(decisions, name).__doc__ or "")]


def test_every_function_and_estimator_has_an_example() -> None:
    assert set(decisions.__all__) - set(PUBLIC) == {"DecisionRule", "LabelThresholds"}  # those of a result


@pytest.mark.parametrize("name", PUBLIC)
def test_examples_come_out_as_written(name: str) -> None:
    module = sys.modules[getattr(decisions, name).__module__]
    tried = doctest.testmod(module)
    assert tried.attempted > 3
    assert tried.failed == 0
