"""Gates: strict where a value or an interval cannot be relied on."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import evaluate
from concordant.errors import LabelOrderError, OptionError
from concordant.metrics import get
from concordant.report.gates import Gate, judge

RNG = np.random.default_rng(3)
TRUTH = RNG.integers(0, 2, 300)
SCORE = np.clip(0.5 + (TRUTH - 0.5) * 0.4 + RNG.normal(size=300) / 4, 0.01, 0.99)
PRED = (SCORE > 0.5).astype(int)
PAGE = evaluate(TRUTH, PRED, SCORE)
KAPPA = get("cohen_kappa").interval(TRUTH, PRED)


@pytest.mark.parametrize(("use", "measured"), [("value", float(KAPPA)), ("lower", KAPPA.low), ("upper", KAPPA.high)])
def test_the_bound_itself_passes_and_a_hair_beyond_fails(use: Any, measured: float) -> None:
    above, below = math.nextafter(measured, 2), math.nextafter(measured, -2)
    assert not judge(PAGE, Gate(metric="cohen_kappa", least=above, use=use)).passed
    assert judge(PAGE, Gate(metric="cohen_kappa", most=measured, use=use)).passed
    assert not judge(PAGE, Gate(metric="cohen_kappa", most=below, use=use)).passed
    verdict = judge(PAGE, Gate(metric="cohen_kappa", least=measured, use=use))
    assert (verdict.passed, verdict.measured) == (True, measured)


def test_the_line_says_what_was_measured_and_what_was_required() -> None:
    verdict = judge(PAGE, Gate(metric="cohen_kappa", least=0.95, use="lower"))
    assert verdict.line == (
        f"Cohen's kappa {KAPPA.value:.4f}, lower limit {KAPPA.low:.4f} (95 %): below the required 0.95"
    )
    assert judge(PAGE, Gate(metric="kappa", least=0, most=1)).line == (
        f"Cohen's kappa {KAPPA.value:.4f}: at least 0 and at most 1, as required"
    )


def test_digits_show_why_a_near_miss_fails() -> None:
    page = evaluate([1] * 6999 + [0] * 3001, [1] * 10_000, labels=[0, 1])
    assert judge(page, Gate(metric="accuracy", least=0.7)).line == "Accuracy 0.6999: below the required 0.7"
    page = evaluate([1] * 699_999 + [0] * 300_001, [1] * 1_000_000, labels=[0, 1])
    assert judge(page, Gate(metric="accuracy", least=0.7)).line == "Accuracy 0.699999: below the required 0.7"


def test_an_undefined_value_never_passes() -> None:
    page = evaluate([0, 0, 1], [0, 0, 0])
    verdict = judge(page, Gate(metric="precision", most=1.0), allow_doubt=True)
    assert not verdict.passed
    assert verdict.line == "Precision: undefined (no row is predicted positive (positive class 1))"


def test_an_infinite_value_has_no_limit_to_rely_on() -> None:
    page = evaluate([0, 1, 1], y_score=[0.2, 0.9, 0.0])
    assert not judge(page, Gate(metric="log_loss", most=5.0)).passed
    verdict = judge(page, Gate(metric="log_loss", least=0.0, use="lower"))
    assert not verdict.passed
    assert "there is no interval (the value is infinite)" in verdict.line


def test_a_doubtful_limit_fails_unless_doubt_is_allowed() -> None:
    page = evaluate([0, 0, 0, 1, 1, 1, 1, 0], [0, 0, 1, 1, 1, 1, 1, 0])
    gate = Gate(metric="balanced_accuracy", least=0.0, use="lower")
    verdict = judge(page, gate)
    assert not verdict.passed
    assert verdict.found.interval is not None
    assert (
        f"the interval is unreliable ({verdict.found.interval.reason}), which allow_doubt=True accepts" in verdict.line
    )
    assert judge(page, gate, allow_doubt=True).passed
    assert judge(page, Gate(metric="balanced_accuracy", least=0.0)).passed


def test_bootstrap_intervals_are_taken_where_a_limit_is_asked_for() -> None:
    gate = Gate(metric="sensitivity_at_specificity", options={"specificity": 0.8}, least=0.1, use="lower")
    verdict, expected = judge(PAGE, gate), get(gate.metric).interval(TRUTH, SCORE, specificity=0.8)
    assert (verdict.passed, verdict.measured) == (True, pytest.approx(expected.low))


def test_averages_are_the_plain_mean_unless_said() -> None:
    truth, pred = RNG.integers(0, 3, (2, 200))
    page = evaluate(truth, pred, task="multiclass")
    assert judge(page, Gate(metric="f1", least=0)).found.value == pytest.approx(get("f1")(truth, pred, average="macro"))
    micro = judge(page, Gate(metric="f1", options={"average": "micro"}, least=0))
    assert micro.line.startswith("F1 (average micro) ")
    assert micro.found.value == pytest.approx(get("f1")(truth, pred, average="micro"))


@pytest.mark.parametrize(
    ("gate", "said"),
    [
        (Gate(metric="kapa", least=0), "there is no metric 'kapa'"),
        (Gate(metric="accuracy"), "the gate of accuracy requires nothing: give min, max, or both."),
        (Gate(metric="accuracy", least=math.nan), "min must be a number, not nan."),
        (Gate(metric="accuracy", least=0, use="middle"), "use must be 'value', 'lower' or 'upper', not 'middle'."),  # type: ignore[arg-type]
        (Gate(metric="accuracy", options={"beta": 2}, least=0), "no option 'beta'; its options are prevalence."),
        (Gate(metric="concordance_correlation", least=0), "concordance_correlation needs two columns of numbers"),
    ],
)
def test_gates_that_cannot_be_read(gate: Gate, said: str) -> None:
    with pytest.raises(OptionError) as caught:
        judge(PAGE, gate)
    assert said in str(caught.value)


def test_an_order_is_needed_where_the_metric_needs_one() -> None:
    page = evaluate(["low", "mid", "high"], ["low", "high", "high"])
    with pytest.raises(LabelOrderError):
        judge(page, Gate(metric="cohen_kappa", options={"weights": "quadratic"}, least=0))
