"""What holds for every metric of numeric ratings, and the values of those with few tests beside other software."""

from __future__ import annotations

import doctest
import inspect
import math
import operator
import warnings
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.testing import assert_allclose
from panels_of import random_numbers

import concordant
from concordant import kendall_w
from concordant.errors import ConcordantError, InputTypeError, IntervalWarning, UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric

NAN = float("nan")
METRICS = [metric for metric in concordant.metrics.find() if metric.facts.input == "numbers"]
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "intraclass_correlation": [{}, {"type": "consistency"}, {"model": "one-way"}, {"unit": "average"}],
    "mean_correlation": [{}, {"kind": "spearman"}, {"kind": "kendall"}, {"average": "fisher"}],
    "measurement_error": [{}, {"type": "consistency"}],
    "minimal_detectable_change": [{}, {"coverage": 0.9}],
    "prmse": [{}, {"error_variance": 0.5}],
}
CASES = [(metric, options) for metric in METRICS for options in OPTIONS.get(metric.name, [{}])]
every_case = pytest.mark.parametrize(("metric", "options"), CASES, ids=lambda x: getattr(x, "name", None) or str(x))
every_metric = pytest.mark.parametrize("metric", METRICS, ids=operator.attrgetter("name"))
SECTIONS = ("Parameters", "Returns", "Notes", "References", "Examples")


def data_of(metric: Metric, rows: Any) -> tuple[Any, ...]:
    """The data of a call; the system of those that have one is near the mean of the people."""
    if len(metric.data) == 1:
        return (rows,)
    return rows, np.round(np.nanmean(np.asarray(rows, float), axis=1) + np.resize([0.25, -0.5, 0.0], len(rows)), 3)


def call(metric: Metric, rows: Any, **options: Any) -> float:
    return float(metric(*data_of(metric, rows), undefined=NAN, **options))


# -- every metric ----------------------------------------------------------------------------------------------------


@every_case
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_parts_order_repeats_and_place(metric: Metric, options: Any, missing: float) -> None:
    rows = np.round(random_numbers(21, 16, 3, missing=missing) * 4) / 4
    value, data = call(metric, rows, **options), data_of(metric, rows)
    rtol = 1e-6 if missing else 1e-9
    states = [metric.state(*(part[some] for part in data)) for some in (slice(0, 7), slice(7, None))]
    assert_allclose(float(metric.of(states[0] + states[1], undefined=NAN, **options)), value, rtol=rtol)
    order = np.random.default_rng(1).permutation(len(rows))
    assert_allclose(float(metric(*(part[order] for part in data), undefined=NAN, **options)), value, rtol=rtol)
    times = np.resize([1, 2, 0, 3], len(rows))
    repeated = float(metric(*(np.repeat(part, times, axis=0) for part in data), undefined=NAN, **options))
    for kind in (np.int64, np.float64):
        weighed = metric(*data, sample_weight=times.astype(kind), undefined=NAN, **options)
        assert_allclose(float(weighed), repeated, rtol=rtol)
    moved = tuple(part + 1e6 for part in data)
    assert_allclose(float(metric(*moved, undefined=NAN, **options)), value, rtol=1e-5)


@every_case
def test_layouts_and_frames_are_read_alike(metric: Metric, options: Any) -> None:
    rows = np.round(random_numbers(22, 10, 3, missing=0.1) * 4) / 4
    value, rest = call(metric, rows, **options), data_of(metric, rows)[1:]
    names = ["a", "b", "c"]
    lists = [[None if np.isnan(x) else x for x in row] for row in rows]
    for given in (
        lists,
        np.asfortranarray(rows),
        np.repeat(rows, 2, axis=0)[::2],
        rows.astype(np.float32),
        np.ma.masked_invalid(rows),
        pd.DataFrame(rows, columns=names),
        pl.DataFrame(rows, schema=names, orient="row").fill_nan(None),
    ):
        assert_allclose(float(metric(given, *rest, undefined=NAN, **options)), value, rtol=1e-9)


@pytest.mark.parametrize(("metric", "options"), [case for case in CASES if case[0] is not kendall_w], ids=str)
def test_the_jackknife_leaves_each_unit_out(metric: Metric, options: Any) -> None:
    rows = np.round(random_numbers(23, 14, 3, missing=0.1) * 4) / 4
    data = data_of(metric, rows)
    with np.errstate(all="ignore"):
        each = np.array(
            [float(metric(*(np.delete(p, u, 0) for p in data), undefined=NAN, **options)) for u in range(14)]
        )
    found: Any = metric.interval(*data, se="jackknife", **options)
    assert_allclose(found.se, math.sqrt(13 / 14 * ((each - each.mean()) ** 2).sum()), rtol=1e-4)
    assert found.low < found.value < found.high


@every_case
@pytest.mark.parametrize("rows", [np.zeros((0, 3)), [[1.0, 2.0, 4.0]], [[2.0, 2.0], [2.0, 2.0]], [[1.0, None]]])
def test_little_gives_a_number_or_nan_with_a_reason(metric: Metric, options: Any, rows: Any) -> None:
    array = np.array(rows, float)
    data = (array,) if len(metric.data) == 1 else (array, np.ones(len(array)))
    outcome = metric.outcome(metric.state(*data), **options)
    assert not math.isnan(float(outcome.value)) or outcome.reason
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        warnings.simplefilter("ignore", IntervalWarning)
        try:
            found: Any = metric.interval(*data, **options)
        except ConcordantError:
            return
    assert found.reason


@every_metric
@pytest.mark.parametrize("power", [-1000, 1000])
def test_weights_of_any_size_give_a_number_nan_or_our_own_error(metric: Metric, power: int) -> None:
    rows = random_numbers(25, 12, 3)
    weights = np.ldexp(np.linspace(1, 2, 12), power)
    try:
        metric(*data_of(metric, rows), sample_weight=weights, undefined=NAN)
    except ConcordantError:
        return


@every_metric
def test_docstrings_say_everything(metric: Metric) -> None:
    text = metric.__doc__ or ""
    found = [text.find(f"\n{name}\n{'-' * len(name)}\n") for name in SECTIONS]
    assert -1 not in found
    assert found == sorted(found)
    parameters = text[found[0] : found[1]]
    for option in (*metric.data, *metric.options, "sample_weight", "undefined"):
        assert any(line[:1] != " " and option in line.partition(":")[0] for line in parameters.splitlines())
    assert metric.facts.source.split(" ")[0] in text[found[3] :]
    examples = doctest.DocTestParser().get_doctest(text, {}, metric.name, None, None)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(examples, out=lambda _: None)
    assert runner.summarize(verbose=False).failed == 0
    names = tuple(inspect.signature(metric).parameters)
    assert names[: len(metric.data)] == metric.data
    assert {"sample_weight", "undefined", *metric.options} <= set(names)
    assert inspect.signature(metric.interval).parameters["over"].default == "units"


@every_metric
def test_text_and_foreign_options_are_refused(metric: Metric) -> None:
    rest = [[1.0, 2.0]] if len(metric.data) == 2 else []
    with pytest.raises(ConcordantError, match="numbers"):
        metric([["a", "b"], ["c", "d"]], *rest)
    with pytest.raises(InputTypeError, match="no option 'weights'"):
        metric(*data_of(metric, random_numbers(1)), weights="linear")
