"""What holds for the interval of every metric of labels, on one label a row and on several, and without rows."""

from __future__ import annotations

import math
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from metrics.cases import CALL, Case, cases_of
from numpy.testing import assert_allclose

from concordant import accuracy, f1, metrics
from concordant.errors import ConcordantError, OptionError
from concordant.inference.intervals.estimand import Estimand
from concordant.inference.samples.gather import samples_of
from concordant.metrics.definition.kinds import LABELS
from concordant.metrics.definition.metric import Metric

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
RNG = np.random.default_rng(2026)
N = 90


def rows_of(kind: str, n: int = N, wrong: float = 0.3) -> tuple[Any, Any]:
    if kind == "indicators":
        truth = RNG.integers(0, 2, (n, 3))
        return truth, np.where(RNG.random((n, 3)) < wrong, 1 - truth, truth)
    classes = 2 if kind == "two labels" else 4
    truth = RNG.integers(0, classes, n)
    return truth, np.where(RNG.random(n) < wrong, RNG.integers(0, classes, n), truth)


ROWS = {kind: rows_of(kind) for kind in ("two labels", "four labels", "indicators")}
PERFECT = {kind: (truth, truth) for kind, (truth, _) in ROWS.items()}
FEW = {kind: rows_of(kind, 12, 0.2) for kind in ROWS}
ONE_VALUE = [one for one in metrics.find() if one.facts.input == "labels" and one.facts.family != "tables"]
each_case = pytest.mark.parametrize("case", [case for metric in ONE_VALUE for case in cases_of(metric)], ids=str)


def interval(case: Case, rows: Any, **options: Any) -> Any:
    return case.metric.interval(*rows, **{**CALL[case.kind], **options}, draws=200, **case.options)


def estimand(case: Case, **reading: Any) -> Estimand:
    truth, prediction = ROWS[case.kind]
    reading |= CALL[case.kind]
    (sample,) = samples_of(case.metric, truth, [prediction], ["y_pred"], reading, case.options)
    return Estimand(case.metric, case.options, sample)


@each_case
@pytest.mark.parametrize("rows", [ROWS, PERFECT, FEW], ids=["usual", "perfect", "few"])
def test_value_lies_between_limits_inside_the_range(case: Case, rows: Any) -> None:
    result = interval(case, rows[case.kind])
    assert_allclose(result.value, case(*rows[case.kind]), rtol=1e-12)
    least, greatest = case.metric.facts.range
    for value, low, high in np.stack([np.ravel(part) for part in (result.value, result.low, result.high)], 1).tolist():
        if math.isnan(low):
            assert math.isnan(high)
            assert result.reason is not None
        else:
            assert least <= low <= value <= high <= greatest
            assert low < high


@each_case
def test_names_of_labels_do_not_matter(case: Case) -> None:
    if case.kind == "indicators" or "cost" in case.options or case.metric.name == "krippendorff_alpha":
        return  # whose levels need numbers
    names = np.array(["low", "middle", "high", "highest"][: len(CALL[case.kind]["labels"])])
    result = interval(case, [names[labels] for labels in ROWS[case.kind]], labels=names.tolist())
    expected = interval(case, ROWS[case.kind])
    for name in ("method", "value", "low", "high"):
        np.testing.assert_array_equal(getattr(result, name), getattr(expected, name), err_msg=name)


# Labels 2 and 3 are never true.
ABSENT = np.array([(int(k % 3 == 0), int(k % 3 == 0) if k % 4 else k // 4 % 4) for k in range(16)])


@each_case
def test_the_order_of_labels_that_the_truth_lacks_does_not_matter(case: Case) -> None:
    if case.kind != "four labels" or {"cost", "classes"} & case.options.keys():
        return  # which go by the order of labels
    if isinstance(case.options.get("weights"), tuple):
        return  # so do matrices of weights
    limits = []
    for labels in ([0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 1, 3], [3, 0, 1, 2]):
        result = interval(case, ABSENT.T, labels=labels)
        chosen = np.argsort(labels) if np.ndim(result.value) else ...
        limits.append((np.asarray(result.low)[chosen], np.asarray(result.high)[chosen]))
    if case.metric.graded(case.options):  # of which only the first two are the same steps
        limits = limits[:2]
    for others in limits[1:]:
        assert_allclose(others, limits[0], rtol=1e-6, atol=1e-9)


@each_case
def test_influence_is_what_a_row_changes(case: Case) -> None:
    if case.metric.name == "krippendorff_alpha":
        pytest.skip("its N - 1 counts weights as rows, so that its influences are centred")
    weights = RNG.random(N) + 0.5
    whole = estimand(case, sample_weight=weights)
    if not np.isfinite(whole.value).all():
        pytest.skip("a mean over rows of which some are infinite")
    step = 1e-6
    for row in (0, 17, 89):
        left = weights.copy()
        left[row] *= 1 - step
        slope = (whole.value - estimand(case, sample_weight=left).value) / step * weights.sum() / weights[row]
        assert_allclose(whole.influence[row], slope, rtol=1e-3, atol=1e-4)


@each_case
def test_clusters_of_one_row_are_rows_but_for_the_factor_of_small_samples(case: Case) -> None:
    with_clusters, alone = estimand(case, cluster=np.arange(N)), estimand(case)
    if case.kind == "indicators":
        assert_allclose(with_clusters.se, alone.se * np.sqrt(N / (N - 1)), rtol=1e-9, atol=1e-14)
        return
    rarest = min(np.bincount(ROWS[case.kind][0]))  # 1 / (1 - h) of the rows of a class, which share h of its influence
    assert (with_clusters.se**2 >= alone.se**2 * (1 - 1e-9) - 1e-28).all()
    assert (with_clusters.se**2 <= alone.se**2 * rarest / (rarest - 1) * (1 + 1e-9) + 1e-28).all()


# -- many labels ---------------------------------------------------------------------------------------------------

MANY, MANY_ROWS = 70, 600
TRUTH = RNG.integers(0, MANY, MANY_ROWS)
PRED = np.where(RNG.random(MANY_ROWS) < 0.6, TRUTH, RNG.integers(0, MANY, MANY_ROWS))
WEIGHTED, CLUSTERED = {"sample_weight": RNG.random(MANY_ROWS) + 0.1}, {"cluster": np.arange(MANY_ROWS) // 4}
NEEDED = {"beta": 2.0, "cost": 1.0 - np.eye(MANY), "weights": "linear"}
OF_LABELS = [one for one in metrics.find() if one.kind is LABELS and one.name != "confusion_matrix"]
each_metric = pytest.mark.parametrize("metric", OF_LABELS, ids=lambda metric: metric.name)


def options_of(metric: Metric) -> dict[str, Any]:
    average = {"average": "macro"} if "average" in metric.options else {}
    return average | {option: NEEDED[option] for option in metric.required_options}


@pytest.mark.parametrize("reading", [{}, WEIGHTED, CLUSTERED, {**WEIGHTED, **CLUSTERED}])
@each_metric
def test_the_default_has_the_standard_error_of_influences(metric: Any, reading: dict[str, Any]) -> None:
    result = metric.interval(TRUTH, PRED, **options_of(metric), **reading, draws=20)
    if result.method in ("basic", "normal", "bca", "percentile"):  # whose error is that of the draws
        return
    try:
        plain = metric.interval(TRUTH, PRED, **options_of(metric), **reading, method="delta")
    except OptionError:  # it has no influences
        return
    assert_allclose(result.se, plain.se, rtol=1e-9)  # or NaN both


@pytest.mark.parametrize("labels", [None, range(3), range(MANY)])
@pytest.mark.parametrize("rows", [1, 5])
@each_metric
def test_one_class_alone_has_an_answer(metric: Any, rows: int, labels: Any) -> None:
    if "cost" in metric.required_options:
        pytest.skip("its matrix is of all labels")
    result = metric.interval([0] * rows, [0] * rows, labels=labels, **options_of(metric), draws=20)
    assert result.metric == metric.name


# -- no rows -------------------------------------------------------------------------------------------------------


def test_no_class_is_no_comparison() -> None:
    assert str(f1.compare([], [], [], average=None)) == "nothing to compare: the metric has no value"


SHAPES = [np.array([0, 1, 1, 0, 1, 0]), np.eye(6, 2, dtype=int), np.eye(6, 3, dtype=int)]


@pytest.mark.parametrize(("first", "second"), list(permutations(range(3), 2)))
def test_samples_of_other_shapes_are_refused(first: int, second: int) -> None:
    with pytest.raises(ConcordantError, match=r"must be of one kind|must be the same"):
        accuracy.compare_independent((SHAPES[first],) * 2, (SHAPES[second],) * 2)
