"""Probabilities on a device: calibration and losses of classes there, other losses on the host, as in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from support.processes import assert_refused_as_in_memory, device_of

import concordant as c
from concordant import metrics
from concordant.engines.devices import groups as curves
from concordant.errors import DeviceWarning, MissingValuesError, ScoreError
from concordant.inference.samples import summaries as of_devices
from concordant.metrics.definition import kinds

Move = Callable[[Any], Any]
RNG = np.random.default_rng(41)
N, K = 200, 4
TRUTH = RNG.integers(0, K, N)
PROB = np.round(RNG.dirichlet(np.ones(K), N), 3)
PROB[:, -1] = 1 - PROB[:, :-1].sum(1)
PROB[:2] = 0.25  # ties: the first class is the predicted one
PROB = np.abs(PROB)
POSITIVE, P = (TRUTH > 1) * 1, PROB[:, :2].sum(1)
MANY, EACH = (RNG.random((N, K)) < PROB).astype(np.int8), PROB
WEIGHT = RNG.integers(0, 3, N) / 2
LOSSES = ("brier_score", "log_loss", "ranked_probability_score", "log_loss_skill_score", "hinge_loss")


@pytest.fixture
def stays(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let whatever brings rows to the host fail from now on."""

    def start() -> None:
        for module, name in ((kinds, "scores_on_host"), (curves, "scores_on_host"), (of_devices, "on_host")):
            monkeypatch.setattr(module, name, lambda *_: pytest.fail("rows come to the host"))

    return start


def same(found: Any, expected: Any, rtol: float = 1e-12) -> None:
    """Whether two states hold the same, but for the rounding of sums."""
    assert type(found) is type(expected)
    for name in ("names", "classes", "missing"):
        assert getattr(found, name) == getattr(expected, name)
    for name in ("weight", "squares", "mean", "comoment"):
        np.testing.assert_allclose(getattr(found, name), getattr(expected, name), rtol=rtol, atol=1e-11, err_msg=name)


CLASSES: list[tuple[Any, Any, dict[str, Any]]] = [
    (TRUTH, PROB, {}),
    (TRUTH * 2 + 3, PROB.astype(np.float32), {"labels": [9, 7, 5, 3]}),  # columns in another order
    (POSITIVE, P, {}),
    (POSITIVE, P.astype(np.float16), {"pos_label": 0}),
    (POSITIVE * 4.0, np.stack([1 - P, P], 1), {}),
]
WEIGHTS = pytest.mark.parametrize("weight", [None, WEIGHT], ids=["", "weighted"])


@WEIGHTS
@pytest.mark.parametrize("name", ["brier_score", "log_loss"])
def test_moments_of_losses(move: Move, name: str, weight: Any, stays: Callable[[], None]) -> None:
    metric = metrics.get(name)
    weights = {} if weight is None else {"sample_weight": weight}
    moved = {} if weight is None else {"sample_weight": move(weight)}
    expected = [metric.state(true, prob, **weights, **options) for true, prob, options in CLASSES]
    stays()
    for (true, prob, options), here in zip(CLASSES, expected, strict=True):
        same(metric.state(move(true), move(prob), **moved, **options), here)


def test_a_matrix_is_read_in_blocks(move: Move, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = c.log_loss.state(TRUTH, PROB)
    monkeypatch.setattr("concordant.engines.devices.sums._BLOCK", 7 * K)
    same(c.log_loss.state(move(TRUTH), move(PROB)), expected)


@WEIGHTS
@pytest.mark.parametrize("name", LOSSES)
def test_other_losses_are_copied_and_say_so(move: Move, name: str, weight: Any) -> None:
    metric = metrics.get(name)
    of_labels = name in ("brier_score", "log_loss")  # whose classes stay
    weights = {} if weight is None else {"sample_weight": weight}
    moved = {} if weight is None else {"sample_weight": move(weight)}
    for true, prob, options in [(MANY, EACH, {})] if of_labels else [*CLASSES[:2], CLASSES[-1], (MANY, EACH, {})]:
        with pytest.warns(DeviceWarning, match="copied to the memory of the host"):
            there = metric.state(move(true), move(prob), **moved, **options)
        assert there == metric.state(true, prob, **weights, **options)


@pytest.mark.parametrize("reduction", ["classwise", "top_label"])
def test_curves_of_probabilities(move: Move, reduction: Any, stays: Callable[[], None]) -> None:
    metric = c.expected_calibration_error
    rows: list[tuple[Any, Any, dict[str, Any]]] = [
        (POSITIVE, P, {}),
        (POSITIVE, P.astype(np.float16), {"pos_label": 0}),
        (POSITIVE * 4, np.stack([1 - P, P], 1), {}),
        (TRUTH, PROB, {}),
        (TRUTH * 1.0, PROB.astype(np.float32), {"labels": [3, 1, 0, 2]}),
    ]
    expected = [metric.state(true, prob, reduction=reduction, **options) for true, prob, options in rows]
    values = [metric(true, prob, reduction=reduction, **options) for true, prob, options in rows]
    for (true, prob, options), here, value in reversed(list(zip(rows, expected, values, strict=True))):
        given = {"reduction": reduction, **options}
        if reduction == "classwise" and prob.ndim == 1:  # else columns are read on the host
            stays()
        assert metric.state(move(true), move(prob), **given) == here
        assert metric(move(true), move(prob), **given) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("closed", ["left", "right"])
def test_bins_of_probabilities(move: Move, closed: Any, stays: Callable[[], None]) -> None:
    options: dict[str, Any] = {"edges": [0, 0.05, 0.25, 0.5, 1], "closed": closed}
    prob = np.where(np.arange(N) % 5, P, 0.25)
    expected = c.calibration_curve(POSITIVE, prob, **options)
    benefit = c.decision_curve(POSITIVE, prob, thresholds=[0.1, 0.25, 0.5])
    stays()
    found = c.calibration_curve(move(POSITIVE), move(prob), **options)
    np.testing.assert_array_equal(found.weight, expected.weight)
    np.testing.assert_array_equal(found.observed, expected.observed)
    np.testing.assert_allclose(found.predicted, expected.predicted, rtol=1e-15)
    there = c.decision_curve(move(POSITIVE), move(prob), thresholds=[0.1, 0.25, 0.5])
    np.testing.assert_array_equal(there.net_benefit, benefit.net_benefit)


def test_intervals_of_calibration(move: Move, stays: Callable[[], None]) -> None:
    metric = c.expected_calibration_error
    expected = metric.interval(POSITIVE, P)
    stays()
    found = metric.interval(move(POSITIVE), move(P))
    assert (found.low, found.high) == (expected.low, expected.high)


def test_bfloat16_of_many_classes_sums_to_one_within_its_precision() -> None:
    torch = pytest.importorskip("torch")
    logits = torch.from_numpy(RNG.normal(size=(N, K)) * 8)  # also numbers that float16 does not hold
    prob = logits.softmax(1).to(torch.bfloat16)
    assert float((prob.float().sum(1) - 1).abs().max()) > 1e-3
    expected = c.brier_score(torch.from_numpy(TRUTH), prob)
    with device_of("torch"):
        assert c.brier_score(torch.from_numpy(TRUTH), prob) == pytest.approx(expected, rel=1e-14)


BAD: dict[str, Any] = {
    "above one": (POSITIVE, P + 0.5),
    "one row": (TRUTH, np.where(np.arange(N)[:, None] == 7, PROB + 0.01, PROB)),
    "no sum of one": (TRUTH, PROB / 2),
    "of two columns": (POSITIVE, np.stack([P, P], 1)),
    "of labels": (MANY, EACH * 3),
}


@pytest.mark.parametrize("rows", BAD.values(), ids=BAD)
def test_what_is_no_probability_is_refused_as_in_memory(move: Move, rows: Any) -> None:
    for metric in (c.brier_score, c.expected_calibration_error):
        assert_refused_as_in_memory(metric, move, rows, {}, ScoreError)


def test_infinite_losses_and_no_rows(move: Move) -> None:
    sure = np.eye(K)[(TRUTH + (np.arange(N) == 3)) % K]
    assert c.log_loss(move(TRUTH), move(sure)) == np.inf
    for metric in (c.brier_score, c.expected_calibration_error, c.calibration_curve):
        assert_refused_as_in_memory(metric, move, (TRUTH[:0], PROB[:0]), {})


def test_panels_come_to_the_host(move: Move) -> None:
    panel = np.where(RNG.random((N, 4)) < 0.2, np.nan, RNG.integers(0, 3, (N, 4)))
    weighted = c.Ratings.from_wide(move(panel), sample_weight=move(WEIGHT))
    assert weighted == c.Ratings.from_wide(panel, sample_weight=WEIGHT)
    assert c.fleiss_kappa(move(panel)) == c.fleiss_kappa(panel)


@pytest.mark.parametrize("name", ["brier_score", "roc_auc", "expected_calibration_error", "calibration_slope"])
@pytest.mark.parametrize("column", [0, 1])
def test_two_columns_lack_a_number_here_and_on_a_device(move: Move, name: str, column: int) -> None:
    columns = np.stack([1 - P, P], 1)
    columns[3, column] = np.nan
    metric = metrics.get(name)
    for true, prob in ((POSITIVE, columns), (move(POSITIVE), move(columns))):
        with pytest.raises(MissingValuesError, match=r"has 1 missing \(the first in row 3\)"):
            metric(true, prob)
