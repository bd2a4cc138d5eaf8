"""Labels that are ranked by scores on a device: every quantity is that of the same rows in memory, ties and all."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import concordant as c
from concordant import metrics
from concordant.engines.arrays import quantities as kernels
from concordant.engines.devices import rankings
from concordant.errors import ConcordantError

Move = Callable[[Any], Any]
RNG = np.random.default_rng(31)
N, LABELS = 60, 6
SCORE = RNG.integers(0, 4, (N, LABELS)) / 3  # many ties
MANY = (RNG.random((N, LABELS)) < 0.35).astype(np.int64)
MANY[0], MANY[1], SCORE[2], SCORE[3, :2] = 0, 1, 0.5, (-np.inf, np.inf)
GAIN = RNG.integers(0, 4, (N, LABELS)) * 1.0
GAIN[0] = 0
CLASS = RNG.integers(0, LABELS, N)
WEIGHT = RNG.integers(0, 3, N) / 2
TIES = ("expected", "worst", "best", "last")
CASES: dict[str, tuple[Any, dict[str, Any]]] = {
    "coverage_error": (MANY, {}),
    "label_ranking_average_precision": (MANY, {}),
    "label_ranking_loss": (MANY, {}),
    "one_error": (MANY, {"ties": TIES[:3]}),
    "mean_reciprocal_rank": (MANY, {"ties": TIES[:3]}),
    "discounted_cumulative_gain": (GAIN - 1.5, {"k": (None, 2), "ignore_ties": (False, True), "log_base": (2, 10)}),
    "normalized_discounted_cumulative_gain": (GAIN, {"k": (None, 3), "ignore_ties": (False, True)}),
    "top_k_accuracy": (CLASS, {"k": (1, 2, LABELS, 9), "ties": TIES}),
}


def options_of(choices: dict[str, Any]) -> list[dict[str, Any]]:
    every: list[dict[str, Any]] = [{}]
    for name, values in choices.items():
        every = [{**one, name: value} for one in every for value in values]
    return every


@pytest.fixture
def in_memory_fails(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let whatever brings the rows to the host fail, once the expected values are known."""

    def start() -> None:
        monkeypatch.setattr(kernels._kernels, "label_ranking_moments", lambda *_, **__: pytest.fail("on the host"))

    return start


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("kind", [np.float64, np.float16, np.int8])
@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["", "weighted"])
def test_moments_are_those_of_the_rows_in_memory(
    move: Move, name: str, kind: Any, weight: Any, in_memory_fails: Callable[[], None]
) -> None:
    metric, (truth, choices) = metrics.get(name), CASES[name]
    score = (
        np.where(np.isinf(SCORE), np.sign(SCORE) * 99, SCORE * 9).astype(kind)
        if kind is np.int8
        else SCORE.astype(kind)
    )
    weights = {} if weight is None else {"sample_weight": weight}
    expected = [metric.state(truth, score, **weights, **options) for options in options_of(choices)]
    in_memory_fails()
    moved = {key: move(value) for key, value in weights.items()}
    for options, here in zip(options_of(choices), expected, strict=True):
        there = metric.state(move(truth), move(score), **moved, **options)
        assert (there.names, there.classes, there.n) == (here.names, here.classes, here.n)
        np.testing.assert_allclose(there.mean, here.mean, rtol=1e-13, err_msg=str(options))
        np.testing.assert_allclose(there.comoment, here.comoment, rtol=1e-11, atol=1e-13, err_msg=str(options))


BAD: dict[str, Any] = {
    "relevance": ("one_error", MANY + 1, SCORE),
    "negative gain": ("normalized_discounted_cumulative_gain", GAIN - 1, SCORE),
    "no number": ("coverage_error", MANY, np.where(np.arange(N)[:, None] == 5, np.nan, SCORE)),
    "shapes": ("label_ranking_loss", MANY[:, :2], SCORE),
    "one column": ("top_k_accuracy", CLASS % 2, SCORE[:, 0]),
    "classes without a column": ("top_k_accuracy", CLASS, SCORE[:, :3]),
    "no rows": ("top_k_accuracy", CLASS[:0], SCORE[:0]),
    "lengths": ("top_k_accuracy", CLASS[:9], SCORE),
}


@pytest.mark.parametrize(("name", "truth", "score"), BAD.values(), ids=BAD)
def test_errors_are_those_of_the_rows_in_memory(move: Move, name: str, truth: Any, score: Any) -> None:
    with pytest.raises(ConcordantError) as expected:
        metrics.get(name)(truth, score)
    with pytest.raises(type(expected.value)) as found:
        metrics.get(name)(move(truth), move(score))
    assert str(found.value) == str(expected.value)


def test_what_is_left_to_the_kernels(move: Move, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rankings, "_MOST_LABELS", 3)
    assert c.label_ranking_loss.state(move(MANY), move(SCORE)) == c.label_ranking_loss.state(MANY, SCORE)
    rows = c.one_error.rows(MANY, SCORE)
    np.testing.assert_array_equal(c.one_error.rows(move(MANY), move(SCORE)), rows)
    named = {"labels": [5, 4, 3, 2, 1, 0]}
    expected = c.top_k_accuracy.interval(CLASS, SCORE, **named)
    assert c.top_k_accuracy.interval(move(CLASS), move(SCORE), **named).low == expected.low
