"""The examples in the docstrings of what every metric can be asked: doctest does not find them behind the decorator."""

from __future__ import annotations

import doctest

import pytest

from concordant.metrics.definition.metric import Metric

CALLS = [name for name in dir(Metric) if not name.startswith("_") and ">>>" in (getattr(Metric, name).__doc__ or "")]


@pytest.mark.parametrize("call", CALLS)
def test_the_example_gives_what_it_shows(call: str) -> None:
    example = doctest.DocTestParser().get_doctest(getattr(Metric, call).__doc__, {}, f"Metric.{call}", None, 0)
    runner = doctest.DocTestRunner(verbose=False)
    said: list[str] = []
    assert runner.run(example, out=said.append).failed == 0, "".join(said)


def test_the_calls_with_examples_are_found() -> None:
    assert {"compare", "compare_independent", "bounds", "test"} <= set(CALLS)
