"""Intervals of every metric of labels where labels are many, so that only the cells that hold rows are listed."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import metrics
from concordant.errors import OptionError
from concordant.metrics.definition.kinds import LABELS

RNG = np.random.default_rng(11)
MANY, ROWS = 70, 600
TRUTH = RNG.integers(0, MANY, ROWS)
PRED = np.where(RNG.random(ROWS) < 0.6, TRUTH, RNG.integers(0, MANY, ROWS))
HOW: dict[str, dict[str, Any]] = {
    "rows": {},
    "weights": {"sample_weight": RNG.random(ROWS) + 0.1},
    "clusters": {"cluster": np.arange(ROWS) // 4},
    "weights in clusters": {"sample_weight": RNG.random(ROWS) + 0.1, "cluster": np.arange(ROWS) // 4},
}
NEEDED = {"beta": 2.0, "cost": 1.0 - np.eye(MANY), "weights": "linear"}


def cases() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for name in metrics.names():
        metric = metrics.get(name)
        if metric.kind is LABELS and name != "confusion_matrix":
            needed = {option: NEEDED[option] for option in metric.required_options}
            found.append((name, needed | ({"average": "macro"} if "average" in metric.options else {})))
    return found


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize(("name", "options"), cases())
def test_the_default_has_the_standard_error_of_influences(name: str, options: dict[str, Any], how: str) -> None:
    metric = metrics.get(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = metric.interval(TRUTH, PRED, **options, **HOW[how], draws=20)
        if found.method not in ("mover", "delta", "logit", "log"):
            return
        try:
            plain = metric.interval(TRUTH, PRED, **options, **HOW[how], method="delta")
        except OptionError:  # it has no influences
            return
    assert_allclose(found.se, plain.se, rtol=1e-9)  # or NaN both


@pytest.mark.parametrize("labels", [None, range(3), range(MANY)])
@pytest.mark.parametrize("rows", [1, 5])
@pytest.mark.parametrize(("name", "options"), cases())
def test_one_class_alone_has_an_answer(name: str, options: dict[str, Any], rows: int, labels: Any) -> None:
    if "cost" in options:
        pytest.skip("its matrix is of all labels")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = metrics.get(name).interval([0] * rows, [0] * rows, labels=labels, **options, draws=20)
    assert found.metric == name
