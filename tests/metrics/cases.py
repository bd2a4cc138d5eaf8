"""Every metric with the options that matter and the kinds of rows that it takes, for the tests that run over all."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

import concordant
from concordant.metrics._metric import Metric
from concordant.result import PrecisionRecallCurve, RocCurve
from concordant.states import Counts

NAN = float("nan")
REFERENCE = Path(__file__).parent.parent / "reference"
METRICS = concordant.metrics.find()
PENALTIES = ((0.0, 1.0, 3.0, 4.0), (2.0, 0.0, 6.0, 1.0), (1.0, 5.0, 0.0, 2.0), (7.0, 1.0, 0.5, 0.0))

drawn = settings(derandomize=True, deadline=None, max_examples=12, database=None)


@dataclass(frozen=True)
class Case:
    """A metric on one kind of rows with these options."""

    metric: Metric
    kind: str
    options: dict[str, Any] = field(default_factory=dict)

    def __call__(self, y_true: Any, other: Any, **data: Any) -> Any:
        """The public call, silent: NaN where undefined."""
        return self.metric(y_true, other, **{**CALL[self.kind], "undefined": NAN, **data}, **self.options)

    def state(self, y_true: Any, other: Any, **data: Any) -> Any:
        return self.metric.state(y_true, other, **{**CALL[self.kind], **data})

    def of(self, state: Any) -> Any:
        return self.metric.of(state, undefined=NAN, **self.options)

    def __str__(self) -> str:
        return f"{self.metric.name} on {self.kind} with {self.options}"


# What a call names beside the rows: all labels, so that a part of the rows has the labels of the whole.
CALL: dict[str, dict[str, Any]] = {
    "two labels": {"labels": [0, 1]},
    "four labels": {"labels": [0, 1, 2, 3]},
    "indicators": {},
    "scores": {"labels": [0, 1]},
    "scores of classes": {"labels": [0, 1, 2]},
    "scores of indicators": {},
    "probabilities": {"labels": [0, 1]},
    "probabilities of classes": {"labels": [0, 1, 2]},
    "probabilities of indicators": {},
    "ratings": {},
}


def cases_of(metric: Metric) -> list[Case]:
    """The kinds of rows that a metric takes, and its options on each."""
    own: dict[str, Any] = {"beta": 2.0} if "beta" in metric.options else {}
    several = [{**own, "average": x} for x in ("macro", "micro", "weighted", None)]
    averages = several if "average" in metric.options else [own]
    if metric.facts.input == "ratings":
        return [Case(metric, "ratings")]
    if metric.facts.input == "probabilities":
        made = [Case(metric, "probabilities"), Case(metric, "probabilities of classes")]
        return made + [Case(metric, "probabilities of indicators", {"average": x}) for x in ("macro", None)]
    if metric.facts.input == "scores":
        made = [Case(metric, "scores")]
        made += [Case(metric, kind, x) for kind in ("scores of classes", "scores of indicators") for x in averages]
        if "multi_class" in metric.options:
            ovo = [{"multi_class": "ovo", "average": x} for x in ("macro", "weighted", None)]
            made += [Case(metric, "scores of classes", options) for options in ovo]
        return made
    made = [Case(metric, "two labels", own)]
    made += [Case(metric, kind, x) for kind in ("four labels", "indicators") for x in averages]
    if "weights" in metric.options:
        made += [Case(metric, "four labels", {"weights": x}) for x in ("linear", "quadratic", PENALTIES)]
    return made


@dataclass(frozen=True)
class Rows:
    """Truth and what stands beside it; indexing takes rows."""

    y_true: Any
    other: Any

    def __getitem__(self, index: Any) -> Rows:
        return Rows(self.y_true[index], self.other[index])

    def __len__(self) -> int:
        return len(self.y_true)

    def __iter__(self) -> Any:
        return iter((self.y_true, self.other))


@st.composite
def rows_of(draw: st.DrawFn, kind: str, *, least: int = 0, most: int = 12) -> Rows:
    """Rows of a kind with many ties; all numbers are exact in float32 (sixteenths)."""
    n = draw(st.integers(least, most))

    def integers(high: int, columns: int = 0) -> Any:
        size = n * max(columns, 1)
        values = draw(st.lists(st.integers(0, high), min_size=size, max_size=size))
        return np.array(values, dtype=np.int64).reshape((n, columns) if columns else (n,))

    if kind == "two labels":
        return Rows(integers(1), integers(1))
    if kind == "four labels":
        return Rows(integers(3), integers(3))
    if kind == "indicators":
        return Rows(integers(1, 3), integers(1, 3))
    if kind in ("scores", "probabilities"):
        return Rows(integers(1), integers(16) / 16)
    if kind == "scores of classes":
        return Rows(integers(2), integers(16, 3) / 16)
    if kind in ("scores of indicators", "probabilities of indicators"):
        return Rows(integers(1, 3), integers(16, 3) / 16)
    if kind == "probabilities of classes":
        cuts = np.sort(integers(16, 2) / 16, axis=1)
        return Rows(integers(2), np.diff(cuts, axis=1, prepend=0.0, append=1.0))
    return Rows((integers(16) - 8) / 4, (integers(16) - 8) / 4)


def assert_same(found: Any, expected: Any, case: object, *, rtol: float = 1e-9) -> None:
    """Numbers within rounding, tables exactly where they are whole."""
    if isinstance(expected, Counts):
        assert found.labels == expected.labels, str(case)
        assert_allclose(found.table, expected.table, rtol=rtol, err_msg=str(case))
    elif isinstance(expected, tuple):
        assert len(found) == len(expected), str(case)
        for one, two in zip(found, expected, strict=True):
            assert_same(one, two, case, rtol=rtol)
    elif isinstance(expected, (RocCurve, PrecisionRecallCurve)):
        assert_array_equal(found.thresholds, expected.thresholds, err_msg=str(case))
        for one, two in zip(found, expected, strict=True):
            assert_allclose(one, two, rtol=rtol, atol=1e-12, err_msg=str(case))
    else:
        assert np.shape(found) == np.shape(expected), str(case)
        assert_allclose(found, expected, rtol=rtol, atol=1e-12, equal_nan=True, err_msg=str(case))


def reference(name: str) -> list[dict[str, Any]]:
    """The values that tests/reference/make.R wrote."""
    cases: list[dict[str, Any]] = json.loads((REFERENCE / f"{name}.json").read_text())["cases"]
    return cases


def random_labels(seed: int, n: int, classes: int, *, agree: float = 0.5) -> tuple[Any, Any, Any]:
    """Truth, a prediction that is often the truth, and weights; every class occurs in both where n is large."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    pred = np.where(rng.random(n) < agree, truth, rng.integers(0, classes, n))
    return truth, pred, rng.random(n) * 3
