"""Rankings of the labels of each row: gains, reciprocal ranks, coverage, losses and the top k classes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sklearn.metrics
from metrics.cases import reference
from numpy.testing import assert_allclose
from sklearn.metrics import top_k_accuracy_score

from concordant import (
    coverage_error,
    discounted_cumulative_gain,
    label_ranking_average_precision,
    label_ranking_loss,
    mean_reciprocal_rank,
    normalized_discounted_cumulative_gain,
    one_error,
    top_k_accuracy,
)
from concordant.errors import LengthError

CASES = {case["name"]: case for case in reference("label_ranking_python")}
D = 1 / np.log2([2, 3, 4, 5, 6, 7, 8, 9, 10])
NAN = float("nan")


TIED_MIDDLE = [[0, 1, 0, 1, 0]], [[9, 5, 5, 5, 5]]  # behind the first four, of which two are relevant: in 6 orders
LEADING = [[1, 1, 0, 0]], [[2, 2, 2, 1]]


@pytest.mark.parametrize(
    ("metric", "rows", "options", "value"),
    [
        (discounted_cumulative_gain, ([[0, 0, 0]], [[1, 2, 3]]), {}, 0),
        (discounted_cumulative_gain, ([[1, 0, 0]], [[1, 2, 3]]), {}, D[2]),  # inverted
        (discounted_cumulative_gain, ([[0, 3, 0]], [[5, 5, 5]]), {}, D[:3].sum()),  # constant: the mean discount
        (discounted_cumulative_gain, ([[0, 3, 0]], [[5, 5, 4]]), {}, 3 * (D[0] + D[1]) / 2),
        (discounted_cumulative_gain, ([[-1, 2, 0.5]], [[1, 2, 3]]), {}, 0.5 + 2 * D[1] - D[2]),
        (  # the last column first
            discounted_cumulative_gain,
            ([[3, 0, 2, 5, 1]], [[2, 1, 2, 1, 2]]),
            {"ignore_ties": True},
            np.array([1, 2, 3, 5, 0]) @ D[:5],
        ),
        (one_error, ([[0, 0, 0]], [[1, 2, 3]]), {}, 1),  # whatever comes first, it is not relevant
        (one_error, ([[1, 1, 1]], [[1, 2, 3]]), {}, 0),
        (one_error, ([[1, 1, 0]], [[1, 2, 3]]), {}, 1),  # inverted
        (one_error, LEADING, {}, 1 / 3),
        (one_error, LEADING, {"ties": "worst"}, 1),
        (one_error, LEADING, {"ties": "best"}, 0),
        (mean_reciprocal_rank, ([[0, 0, 0]], [[1, 2, 3]]), {}, NAN),
        (mean_reciprocal_rank, ([[0, 0, 0], [0, 1, 0]], [[1, 2, 3]] * 2), {"undefined": 0.0}, 1 / 4),
        (mean_reciprocal_rank, ([[1, 0, 0]], [[1, 2, 3]]), {}, 1 / 3),  # inverted
        (mean_reciprocal_rank, ([[1, 1, 0]], [[1, 2, 3]]), {}, 1 / 2),  # only the first counts
        (mean_reciprocal_rank, TIED_MIDDLE, {}, (3 / 2 + 2 / 3 + 1 / 4) / 6),
        (mean_reciprocal_rank, TIED_MIDDLE, {"ties": "worst"}, 1 / 4),
        (mean_reciprocal_rank, TIED_MIDDLE, {"ties": "best"}, 1 / 2),
    ],
)
def test_rankings_worked_by_hand(metric: Any, rows: Any, options: dict[str, Any], value: float) -> None:
    assert metric(*rows, **{"undefined": NAN, **options}) == pytest.approx(value, rel=1e-14, nan_ok=True)


def test_jarvelin_and_kekalainen_2002() -> None:
    # Their vectors G' and DCG' with b = 2, rounded to two digits: gain 1 for place 1, then 1 / log2(place).
    gains = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0]
    printed = [3, 5, 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61]
    rest = np.array([gains[1:]])
    scores = -np.arange(9.0)[None, :]
    found = [3.0] + [3 + discounted_cumulative_gain(rest, scores, k=k) for k in range(1, 10)]
    assert_allclose(found, printed, atol=0.0051)


def test_another_base_of_the_logarithm_scales_discounted_cumulative_gain() -> None:
    truth, scores = [[3, 2, 0, 1], [2, 0, 0, 1]], [[0.3, 0.9, 0.5, 0.1], [1, 2, 4, 3]]
    expected = discounted_cumulative_gain(truth, scores) * np.log2(10)
    assert discounted_cumulative_gain(truth, scores, log_base=10) == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("scores", [[0.1, 0.2, 0.3, 4, 70], [1, 0, 0, 0, 1]])
@pytest.mark.parametrize("k", [None, 1, 3])
def test_scikit_learn_gives_the_same_gain(scores: Any, k: int | None) -> None:
    gains = [[10, 0, 0, 1, 5]]
    expected = sklearn.metrics.dcg_score(gains, [scores], k=k)
    assert discounted_cumulative_gain(gains, [scores], k=k) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(
    ("ties", "values"),
    [("expected", [1, 1 / 3, 1 / 3, 1 / 3]), ("worst", [1, 0, 0, 0]), ("best", [1, 1, 1, 1]), ("last", [1, 0, 0, 1])],
)
def test_top_k_accuracy_ties(ties: Any, values: list[float]) -> None:
    # One class leads, the other three have one score: the second place is one of theirs.
    scores = [[9, 5, 5, 5]] * 4
    found = top_k_accuracy.rows([0, 1, 2, 3], scores, k=2, ties=ties)
    np.testing.assert_allclose(found, values, rtol=1e-15)


def test_top_k_accuracy_takes_two_columns_of_two_classes_not_one() -> None:
    p = np.array([0.2, 0.5, 0.9])
    assert top_k_accuracy([0, 0, 0], np.column_stack([1 - p, p]), k=1, labels=[0, 1]) == 0.5
    with pytest.raises(LengthError, match=r"y_score must have one column a class, shape \(n, K\), not shape \(3,\)"):
        top_k_accuracy([0, 1, 0], p)


@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_scikit_learn_gives_the_same_top_k_accuracy(k: int) -> None:
    rng = np.random.default_rng(15)
    truth, weights = rng.integers(0, 6, 80), rng.random(80)
    for scores in (rng.random((80, 6)), rng.integers(0, 3, (80, 6))):  # its order of ties is ours of "last"
        expected = top_k_accuracy_score(truth, scores, k=k, sample_weight=weights)
        assert top_k_accuracy(truth, scores, k=k, sample_weight=weights, ties="last") == pytest.approx(expected)


@pytest.mark.parametrize("labels", [1, 2, 7, 40, 400])
def test_the_normalized_gain_of_a_perfect_ranking_is_never_above_one(labels: int) -> None:
    rng = np.random.default_rng(labels)
    for gains in (rng.random((50, labels)), rng.integers(0, 5, (50, labels)), rng.integers(0, 40, (50, labels))):
        rows = normalized_discounted_cumulative_gain.rows(gains, gains * 2.0)
        assert (rows[~np.isnan(rows)] <= 1).all()
        assert_allclose(rows[~np.isnan(rows)], 1, rtol=1e-12)


@pytest.mark.parametrize("scale", [1, 0.3, 100])  # small whole numbers, which are counted, and others, sorted
@pytest.mark.parametrize("labels", [5, 30, 300])
def test_the_normalized_gain_is_that_over_the_best_ranking(labels: int, scale: float) -> None:
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 12, (20, labels)) * scale
    scores = rng.integers(0, 2 * labels, (20, labels))
    for k in (None, 3):
        gains, best = (discounted_cumulative_gain.rows(truth, s, k=k) for s in (scores, truth))
        found = normalized_discounted_cumulative_gain.rows(truth, scores, k=k)
        assert_allclose(found, gains / best, rtol=1e-12)


@pytest.mark.parametrize(
    ("package", "rows", "rtol"),
    [("trec_eval", "untied", 1e-12), ("torchmetrics", "untied", 1e-6), ("torchmetrics", "tied", 1e-6)],
)
def test_other_packages_give_the_same_normalized_gain(package: str, rows: str, rtol: float) -> None:
    # tests/reference/label_ranking.py: trec_eval's ndcg and ndcg_cut; torchmetrics 1.9.0 averages over ties, in float32
    case = CASES[rows]
    for name, k in (("ndcg", None), ("ndcg@1", 1), ("ndcg@3", 3)):
        found = normalized_discounted_cumulative_gain.rows(case["relevance"], case["scores"], k=k)
        assert_allclose(found, case[package][name], rtol=rtol)


@pytest.mark.parametrize(
    ("metric", "theirs", "of_nothing"),
    [
        (coverage_error, sklearn.metrics.coverage_error, 0.0),
        (label_ranking_average_precision, sklearn.metrics.label_ranking_average_precision_score, 1.0),
        (label_ranking_loss, sklearn.metrics.label_ranking_loss, 0.0),
    ],
)
def test_scikit_learn_gives_the_same(metric: Any, theirs: Any, of_nothing: float) -> None:
    rng = np.random.default_rng(16)
    truth, scores, weights = rng.integers(0, 2, (60, 7)), rng.integers(0, 4, (60, 7)), rng.random(60)
    truth[0] = 0
    expected = theirs(truth, scores, sample_weight=weights)
    assert metric(truth, scores, sample_weight=weights, undefined=of_nothing) == pytest.approx(expected, rel=1e-13)


def test_trec_eval_gives_the_same_reciprocal_rank() -> None:
    # tests/reference/label_ranking.py: trec_eval's recip_rank, rows without ties
    case = reference("label_ranking_python")[0]
    truth = (np.array(case["relevance"]) > 0).astype(int)
    for ties in ("expected", "worst", "best"):
        found = mean_reciprocal_rank.rows(truth, case["scores"], ties=ties)
        assert_allclose(found, case["trec_eval"]["reciprocal_rank"], rtol=1e-12)
