"""The rankings of labels of `concordant.sklearn` against scikit-learn itself: values, weights, edges, errors."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn.metrics as theirs
from scipy.sparse import coo_array, csc_array, csr_array, csr_matrix

import concordant.sklearn as ours

Array = np.ndarray[Any, Any]

INDICATOR = ("coverage_error", "label_ranking_average_precision_score", "label_ranking_loss")
GAIN = ("dcg_score", "ndcg_score")
SPARSE = INDICATOR[1:]
every = pytest.mark.parametrize("name", [*INDICATOR, *GAIN])
of_indicators = pytest.mark.parametrize("name", INDICATOR)
of_gains = pytest.mark.parametrize("name", GAIN)


def both(name: str) -> tuple[Callable[..., float], Callable[..., float]]:
    return getattr(ours, name), getattr(theirs, name)


def assert_equal(name: str, *data: Any, **options: Any) -> None:
    mine, other = both(name)
    found, expected = mine(*data, **options), other(*data, **options)
    assert type(found) is float
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-15, nan_ok=True)


def rows(seed: int, n: int = 40, labels: int = 6) -> tuple[Array, Array, Array, Array]:
    """Indicators (some rows are all 0 or all 1), relevances, scores with ties, weights."""
    rng = np.random.default_rng(seed)
    indicators = (rng.random((n, labels)) < rng.choice([0, 0.3, 0.7, 1], (n, 1))).astype(np.int64)
    return indicators, indicators * rng.integers(1, 5, (n, labels)), rng.integers(0, 5, (n, labels)) / 4, rng.random(n)


# -- values --------------------------------------------------------------------------------------------------------


@every
@pytest.mark.parametrize("labels", [2, 3, 6, 17, 60])
def test_values_and_weights(name: str, labels: int) -> None:
    indicators, gains, scores, weights = rows(labels, labels=labels)
    for truth in (indicators, gains) if name in GAIN else (indicators,):
        for y_score in (scores, np.random.default_rng(1).standard_normal(scores.shape)):
            assert_equal(name, truth, y_score)
            assert_equal(name, truth, y_score, sample_weight=weights)
            assert_equal(name, truth, y_score, sample_weight=(weights * 4).astype(int))
            assert_equal(name, truth, y_score, sample_weight=weights.astype(np.float32).tolist())


@of_gains
@pytest.mark.parametrize("k", [None, 1, 3, 6, 100, np.int64(2)])
def test_first_places(name: str, k: int | None) -> None:
    _, gains, scores, weights = rows(3)
    assert_equal(name, gains, scores, k=k)
    assert_equal(name, gains / 7, scores, k=k, sample_weight=weights)
    untied = scores + np.random.default_rng(2).random(scores.shape) / 9
    assert_equal(name, gains, untied, k=k, ignore_ties=True)


@of_gains
def test_ignored_ties_put_the_last_column_first(name: str) -> None:
    # Scikit-learn leaves the order to NumPy's quicksort, which differs between processors.
    _, gains, scores, _ = rows(4)
    order = np.argsort(scores, axis=1, kind="stable")[:, ::-1]
    ranked = np.take_along_axis(gains, order, axis=1)
    places = np.tile(np.arange(6, 0, -1), (len(gains), 1))
    for k in (None, 2):
        found = both(name)[0](gains, scores, ignore_ties=np.bool_(True), k=k)
        assert found == pytest.approx(both(name)[1](ranked, places, k=k), rel=1e-12)


@pytest.mark.parametrize("log_base", [2, 10, np.e, 0.5, True + 1])
def test_other_logarithms(log_base: float) -> None:
    _, gains, scores, _ = rows(5)
    assert_equal("dcg_score", gains, scores, log_base=log_base)


def test_a_logarithm_of_base_one_discounts_everything() -> None:
    _, gains, scores, _ = rows(5)
    for dcg_score in both("dcg_score"):
        with pytest.warns(RuntimeWarning, match="divide by zero"):
            assert dcg_score(gains, scores, log_base=1) == 0


def test_negative_gains() -> None:
    _, gains, scores, _ = rows(6)
    assert_equal("dcg_score", gains - 2, scores)
    untied = scores + np.random.default_rng(6).random(scores.shape) / 9
    assert_equal("dcg_score", (gains - 2) / 3, untied, ignore_ties=True, k=3)


@every
def test_types_and_layouts(name: str) -> None:
    truth, _, scores, weights = rows(7)
    expected = both(name)[1](truth, scores, sample_weight=weights)
    mine = both(name)[0]
    for kind in (bool, np.int8, np.uint8, np.int32, np.uint64, np.float32, np.float64, np.float16, object):
        assert mine(truth.astype(kind), scores, sample_weight=weights) == pytest.approx(expected, rel=1e-12)
    for kind in (np.float32, np.float16, object):
        assert mine(truth, scores.astype(kind), sample_weight=weights) == pytest.approx(expected, rel=1e-12)
    for layout in (np.asfortranarray, lambda x: np.repeat(x, 2, axis=0)[::2], lambda x: x[::-1].copy()[::-1]):
        assert mine(layout(truth), layout(scores), sample_weight=layout(weights)) == pytest.approx(expected, rel=1e-12)
    assert mine(truth.tolist(), scores.tolist(), sample_weight=weights.tolist()) == pytest.approx(expected, rel=1e-12)
    swapped = truth.astype(">i4"), scores.astype(">f8")
    assert mine(*swapped, sample_weight=weights.astype(">f8")) == pytest.approx(expected, rel=1e-12)
    names = [f"label {j}" for j in range(truth.shape[1])]
    frames = pd.DataFrame(truth, columns=names), pd.DataFrame(scores, columns=names)
    assert mine(*frames, sample_weight=pd.Series(weights)) == pytest.approx(expected, rel=1e-12)
    frames = pl.DataFrame(truth, schema=names), pl.DataFrame(scores, schema=names)
    assert mine(*frames, sample_weight=pl.Series(weights)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("name", SPARSE)
@pytest.mark.parametrize("kind", [csr_array, csc_array, coo_array, csr_matrix])
def test_sparse_truth(name: str, kind: Any) -> None:
    truth, _, scores, weights = rows(8)
    assert_equal(name, kind(truth), scores)
    assert_equal(name, kind(truth.astype(float)), scores, sample_weight=weights)
    assert both(name)[0](kind(truth), scores) == pytest.approx(both(name)[0](truth, scores), rel=1e-14)


def test_a_stored_zero_is_not_relevant() -> None:
    # Scikit-learn takes it for relevant in label_ranking_average_precision_score.
    stored = csr_array((np.array([1, 0]), np.array([0, 1]), np.array([0, 2])), shape=(1, 3))
    scores = [[0.1, 0.9, 0.5]]
    dense = stored.toarray()
    for name in SPARSE:
        assert both(name)[0](stored, scores) == both(name)[0](dense, scores) == both(name)[1](dense, scores)
    assert stored.nnz == 2  # the caller's matrix is as it was


@of_indicators
@pytest.mark.parametrize("values", [(0, 2), (-1, 0), (3, 5)])
def test_any_two_whole_numbers_are_indicators(name: str, values: tuple[int, int]) -> None:
    truth, _, scores, _ = rows(9)
    assert_equal(name, np.array(values)[truth], scores)


# -- weights -------------------------------------------------------------------------------------------------------


@every
def test_weights_of_any_sign(name: str) -> None:
    truth, _, scores, weights = rows(10)
    weights[::3] *= -0.5
    weights[1::3] = 0
    assert_equal(name, truth, scores, sample_weight=weights)


@pytest.mark.parametrize("name", [name for name in (*INDICATOR, *GAIN) if "average" not in name])
def test_weights_that_sum_to_zero(name: str) -> None:
    truth, _, scores, _ = rows(11, n=2)
    for weights in ([0, 0], [1, -1], [0.0, 0.0]):
        for function in both(name):
            with pytest.raises(ZeroDivisionError, match=r"^Weights sum to zero, can't be normalized$"):
                function(truth, scores, sample_weight=np.array(weights))


def test_average_precision_of_weights_that_sum_to_zero() -> None:
    for function in both("label_ranking_average_precision_score"):
        with pytest.warns(RuntimeWarning, match="invalid value"):
            assert np.isnan(function([[1, 0]], [[0.1, 0.2]], sample_weight=np.zeros(1)))


@every
def test_a_weight_that_is_nan(name: str) -> None:
    truth, _, scores, weights = rows(12)
    weights[3] = np.nan
    assert_equal(name, truth, scores, sample_weight=weights)


# -- what is refused -----------------------------------------------------------------------------------------------

GOOD = np.array([[0, 1, 1], [1, 0, 0]]), np.array([[0.1, 0.3, 0.2], [0.5, 0.4, 0.3]])


def raised(function: Callable[..., float], *data: Any, **options: Any) -> Exception:
    with pytest.raises((ValueError, TypeError)) as caught:
        function(*data, **options)
    return caught.value


def assert_same_error(name: str, *data: Any, message: bool = True, **options: Any) -> None:
    found, expected = (raised(function, *data, **options) for function in both(name))
    for kind in (ValueError, TypeError):
        assert isinstance(found, kind) or not isinstance(expected, kind), (found, expected)
    if message:
        assert str(found) == str(expected)


@every
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_scores_that_are_not_finite(name: str, bad: float) -> None:
    scores = GOOD[1].copy()
    scores[1, 2] = bad
    assert_same_error(name, GOOD[0], scores)
    assert_same_error(name, GOOD[0], scores.astype(np.float32))
    assert_same_error(name, GOOD[0].tolist(), scores.tolist())


@every
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_truth_that_is_not_finite(name: str, bad: float) -> None:
    truth = GOOD[0].astype(float)
    truth[0, 0] = bad
    assert_same_error(name, truth, GOOD[1])


@every
@pytest.mark.parametrize(
    ("y_true", "y_score"),
    [
        ([[0, 1], [0, 1]], [[0, 1]]),
        ([[0, 1]], [[0, 1], [0, 1]]),
        ([[0], [1]], [[0, 1], [0, 1]]),
        (np.zeros((0, 2)), np.zeros((0, 2))),
        ([0, 1], [0.1, 0.2]),
        ([0, 1, 2], [0.1, 0.2, 0.4]),
        ([[0], [1]], [[0.1], [0.2]]),
        (np.zeros((2, 2, 2)), np.zeros((2, 2, 2))),
        (np.zeros((2, 0)), np.zeros((2, 0))),
    ],
)
def test_shapes(name: str, y_true: Any, y_score: Any) -> None:
    if name == "label_ranking_average_precision_score" and np.shape(y_true) == np.shape(y_score) == (2, 1):
        assert_equal(name, y_true, y_score)  # one label: the only ranking
        return
    dimensions = name in GAIN and np.ndim(y_true) != np.ndim(y_score)
    assert_same_error(name, y_true, y_score, message=not dimensions)


@every
@pytest.mark.parametrize("y_score", [[[0.1, 0.2], [0.3, 0.4]], [0.1, 0.2], [[0.1], [0.2]]])
def test_other_shapes_of_scores(name: str, y_score: Any) -> None:
    assert_same_error(name, GOOD[0], y_score, message=name in INDICATOR)


@of_indicators
@pytest.mark.parametrize(
    "y_true", [[[0, 1, 2], [1, 0, 0]], [[0.5, 1, 0], [1, 0, 0]], [[1, 2, 3], [3, 2, 1]], [[1], [0]], [[1], [2]]]
)
def test_what_is_no_indicator(name: str, y_true: Any) -> None:
    scores = GOOD[1][:, : len(y_true[0])]
    if name == "label_ranking_average_precision_score" and len(y_true[0]) == 1:
        assert_equal(name, y_true, scores)
    else:
        assert_same_error(name, y_true, scores)


def test_relevances_of_gains() -> None:
    assert_same_error("ndcg_score", [[1, -1, 0]], [[1, 2, 3]])
    assert_same_error("ndcg_score", [[1]], [[1]])
    assert_same_error("ndcg_score", [[1], [2]], [[1], [2]])
    assert_same_error("dcg_score", [[1], [2]], [[1], [2]])
    assert_same_error("dcg_score", [[1], [2], [3]], [[1], [2], [3]])
    assert_same_error("dcg_score", [[1.5], [2], [3]], [[1], [2], [3]])


@every
@pytest.mark.parametrize("weights", [[1], [1, 2, 3], [[1], [2]]])
def test_weights_of_another_shape(name: str, weights: Any) -> None:
    average_precision = name == "label_ranking_average_precision_score" and np.ndim(weights) == 2
    if average_precision:  # scikit-learn fails while it makes a float of an array
        assert_same_error(name, *GOOD, sample_weight=weights, message=False)
    else:
        assert_same_error(name, *GOOD, sample_weight=weights)


@every
@pytest.mark.parametrize("value", ["text", 3, None])
@pytest.mark.parametrize("parameter", ["y_true", "y_score", "sample_weight"])
def test_what_is_no_array(name: str, value: Any, parameter: str) -> None:
    data = {"y_true": GOOD[0], "y_score": GOOD[1], parameter: value}
    if parameter == "sample_weight" and value is None:
        return
    assert_same_error(name, **data)


@of_gains
@pytest.mark.parametrize("options", [{"k": 0}, {"k": 1.5}, {"k": "3"}, {"ignore_ties": 1}, {"ignore_ties": "no"}])
def test_options_of_gains(name: str, options: dict[str, Any]) -> None:
    assert_same_error(name, *GOOD, **options)


@pytest.mark.parametrize("log_base", [0, -1, "e", None])
def test_bases_of_logarithms(log_base: Any) -> None:
    assert_same_error("dcg_score", *GOOD, log_base=log_base)


def test_sparse_truth_where_it_is_not_taken() -> None:
    for name in ("coverage_error", *GAIN):
        found = raised(both(name)[0], csr_array(GOOD[0]), GOOD[1])
        assert isinstance(found, ValueError)
        assert str(found).startswith(f"The 'y_true' parameter of {name} must be an array-like. Got ")
    for name in SPARSE:
        assert_same_error(name, csr_array(2.5 * GOOD[0]), GOOD[1])
        assert_same_error(name, csr_array(GOOD[0] * [1, 2, 3]), GOOD[1])
        assert_same_error(name, csr_array(GOOD[0]), GOOD[1][:, :2])


@every
def test_text_is_refused(name: str) -> None:
    assert_same_error(name, GOOD[0], [["a", "b", "c"]] * 2, message=False)
    assert_same_error(name, [["a", "b", "c"]] * 2, GOOD[1], message=False)


# -- as functions --------------------------------------------------------------------------------------------------


@every
def test_signatures_names_and_pickles(name: str) -> None:
    mine, other = both(name)
    shown = [(p.name, p.kind, p.default) for p in inspect.signature(mine).parameters.values()]
    assert shown == [(p.name, p.kind, p.default) for p in inspect.signature(other).parameters.values()]
    assert mine.__module__ == "concordant.sklearn"
    assert mine.__name__ == name
    assert pickle.loads(pickle.dumps(mine)) is mine


def test_as_scorers() -> None:
    from sklearn.metrics import make_scorer
    from sklearn.model_selection import cross_val_score
    from sklearn.neighbors import KNeighborsRegressor

    rng = np.random.default_rng(1)
    x = rng.standard_normal((60, 4))
    truth = (x @ rng.standard_normal((4, 5)) > 0).astype(int)
    for name in (*INDICATOR, *GAIN):
        found, expected = (
            cross_val_score(KNeighborsRegressor(), x, truth, scoring=make_scorer(f), cv=3) for f in both(name)
        )
        np.testing.assert_allclose(found, expected, rtol=1e-12)
