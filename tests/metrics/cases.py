"""Every metric with the options that matter and the kinds of rows that it takes, for the tests that run over all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

import concordant
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts

from .options import KINDS, OPTIONS, PENALTIES

NAN = float("nan")
REFERENCE = Path(__file__).parent.parent / "reference"
OF_MANY = ("panel", "numbers")  # see test_panels.py and test_numbers.py
METRICS = [metric for metric in concordant.metrics.find() if metric.facts.input not in OF_MANY]

# Every metric with all its options draws rows of its own, so that a few are many together; where types and layouts of
# the rows are what is tested, their numbers matter less.
drawn = settings(max_examples=max(settings().max_examples // 4, 1))
hardly_drawn = settings(max_examples=max(settings().max_examples // 8, 1))


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
        return self.metric.state(y_true, other, **{**CALL[self.kind], **data}, **self._of_state(True))

    def of(self, state: Any) -> Any:
        return self.metric.of(state, undefined=NAN, **self.formula_options)

    @property
    def formula_options(self) -> dict[str, Any]:
        return self._of_state(False)

    def _of_state(self, wanted: bool) -> dict[str, Any]:
        """The options that decide the state, or all others; the average over rows decides both."""
        names = self.metric.state_options
        chosen = {name: value for name, value in self.options.items() if (name in names) == wanted}
        return chosen | ({"average": "samples"} if self.options.get("average") == "samples" else {})

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
    "measurements": {},
}


def cases_of(metric: Metric) -> list[Case]:
    """The kinds of rows that a metric takes, and its options on each."""
    made = [case for own in options_of(metric) for case in _cases(metric, own)]
    kinds = KINDS.get(metric.name)
    return made if kinds is None else [case for case in made if case.kind in kinds]


def options_of(metric: Metric) -> list[dict[str, Any]]:
    """Sets of options, the first of them usual."""
    return OPTIONS.get(metric.name, [{}])


def _cases(metric: Metric, own: dict[str, Any]) -> list[Case]:
    several = [{**own, "average": x} for x in ("macro", "micro", "weighted", None)]
    averages = several if "average" in metric.options and "average" not in own else [own]
    if metric.facts.input in ("measurements", "numbers"):  # of two raters
        return [Case(metric, "measurements", own)]
    if metric.facts.input in ("decisions", "rows"):
        return [Case(metric, kind, own) for kind in KINDS.get(metric.name, ("scores of indicators",))]
    if metric.facts.input == "probabilities":
        return _of_probabilities(metric, own, averages)
    if metric.facts.input == "scores":
        made = [Case(metric, "scores", own)]
        made += [Case(metric, kind, x) for kind in ("scores of classes", "scores of indicators") for x in averages]
        if "multi_class" in metric.options:
            ovo = [{**own, "multi_class": "ovo", "average": x} for x in ("macro", "weighted", None)]
            made += [Case(metric, "scores of classes", options) for options in ovo]
        return made
    made = [Case(metric, "two labels", own)]
    made += [Case(metric, kind, x) for kind in ("four labels", "indicators") for x in averages]
    if len(averages) > 1:
        made.append(Case(metric, "indicators", {**own, "average": "samples"}))
    if "weights" in metric.options and "weights" not in own:
        made += [Case(metric, "four labels", {**own, "weights": x}) for x in ("linear", "quadratic", PENALTIES)]
    return made


def _of_probabilities(metric: Metric, own: dict[str, Any], averages: list[dict[str, Any]]) -> list[Case]:
    if "reduction" not in metric.state_options:  # the mean of a loss
        several = [{**own, "average": x} for x in ("macro", None)] if len(averages) > 1 else averages
        made = [Case(metric, "probabilities", own), Case(metric, "probabilities of classes", own)]
        return made + [Case(metric, "probabilities of indicators", x) for x in several]
    made = [Case(metric, "probabilities", own)]
    made += [Case(metric, f"probabilities of {what}", x) for what in ("classes", "indicators") for x in averages]
    top = {**own, "reduction": "top_label"}
    return [*made, Case(metric, "probabilities", top), Case(metric, "probabilities of classes", top)]


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


def drawn_cases(metric: Metric, data: st.DataObject, *, least: int = 0, most: int = 12) -> Iterator[tuple[Case, Rows]]:
    """Each case of a metric with rows; cases of one kind get the same rows."""
    rows: dict[str, Rows] = {}
    for case in cases_of(metric):
        if case.kind not in rows:
            rows[case.kind] = data.draw(rows_of(case.kind, least=least, most=most), label=case.kind)
        yield case, rows[case.kind]


EXAMPLES: dict[str, tuple[Any, Any]] = {
    "two labels": ([0, 1, 1, 0], [0, 1, 0, 0]),
    "four labels": ([0, 1, 2, 3], [0, 1, 2, 2]),
    "indicators": ([[0, 1, 1], [1, 0, 0]], [[0, 1, 0], [1, 0, 1]]),
    "scores": ([0, 1, 1, 0], [0.125, 0.75, 0.25, 0.5]),
    "scores of classes": ([0, 1, 2], [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.0, 0.75, 0.25]]),
    "scores of indicators": ([[0, 1, 1], [1, 0, 0]], [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25]]),
    "measurements": ([1.0, 2.0, 4.0], [1.5, 2.0, 3.5]),
}


def example_of(kind: str) -> Rows:
    """A few rows of a kind, on which a metric is defined."""
    y_true, other = EXAMPLES[kind.replace("probabilities", "scores")]
    return Rows(np.array(y_true), np.array(other))


def no_rows(kind: str) -> Rows:
    """Rows of a kind, but none."""
    return example_of(kind)[:0]


def assert_same(found: Any, expected: Any, case: object, *, rtol: float = 1e-9) -> None:
    """Numbers within rounding, tables exactly where they are whole."""
    if isinstance(expected, Counts):
        assert found.labels == expected.labels, str(case)
        assert_allclose(found.table, expected.table, rtol=rtol, err_msg=str(case))
    elif isinstance(expected, tuple):
        assert len(found) == len(expected), str(case)
        for one, two in zip(found, expected, strict=True):
            assert_same(one, two, case, rtol=rtol)
    elif is_dataclass(expected):
        assert type(found) is type(expected), str(case)
        for part in filter(lambda one: one.compare, fields(expected)):
            one, two = getattr(found, part.name), getattr(expected, part.name)
            if part.name == "thresholds":
                assert_array_equal(one, two, err_msg=str(case))
            else:
                assert_same(one, two, f"{part.name} of {case}", rtol=rtol)
    elif expected is None or isinstance(expected, (str, bool)):
        assert found == expected, str(case)
    elif np.shape(found) != np.shape(expected) or not np.array_equal(found, expected, equal_nan=True):
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
