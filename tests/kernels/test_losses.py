"""The kernels of moments against exact arithmetic: losses of probabilities, two ratings, cancellation, bad rows."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose, assert_array_equal
from support.samples import frozen, strided, values_of, weight_columns

from concordant import _kernels

Array = np.ndarray[Any, Any]
LOSSES = ("squared", "surprise")
CLEAN = (-1, -1)  # no bad label, no bad value


def exact_moments(columns: list[list[float]], weights: list[float] | None = None) -> tuple[float, float, Array, Array]:
    """Weight, squared weights, means and co-moments with fractions: no rounding before the end."""
    x = np.array([[Fraction(value) for value in column] for column in columns], object)
    w = np.array([Fraction(value) for value in weights or [1] * x.shape[1]], object)
    total = w.sum()
    means = x @ w / total if total else 0 * x.sum(1)
    moved = x - means[:, None]
    return float(total), float(w @ w), means.astype(float), (moved * w @ moved.T).astype(float)


def assert_moments(found: Any, expected: Any, rtol: float = 1e-12, atol: float = 0.0) -> None:
    assert (found.bad_label, found.bad_value) == CLEAN
    for got, want in zip(values_of(found)[:4], expected, strict=True):
        assert_allclose(got, want, rtol=rtol, atol=atol)


def pairs(x: Array, y: Array, weights: Array | None = None) -> Any:
    """The moments for one thread, after checking that two and three threads give the same bits."""
    results = [_kernels.pair_moments(x, y, weights, threads) for threads in (1, 2, 3)]
    for other in results[1:]:
        for got, want in zip(values_of(other)[:4], values_of(results[0])[:4], strict=True):
            assert_array_equal(got, want)
    return results[0]


# -- two ratings -----------------------------------------------------------------------------------------------


def test_a_large_offset_does_not_cancel() -> None:
    rng = np.random.default_rng(11)
    noise = rng.normal(0, 0.1, 10_000)
    x, y = 1e9 + noise, 1e9 - noise
    expected = exact_moments([x.tolist(), y.tolist()])
    assert_moments(pairs(x, y), expected, rtol=1e-6)


def test_constant_columns_have_no_spread_at_all() -> None:
    for constant in (0.1, 1e9 + 0.1, 1e200):
        for weights in (None, np.linspace(0, 1, 5001)):  # the first row is absent
            found = pairs(np.full(5001, constant), np.full(5001, -constant), weights)
            assert found.mean.tolist() == [constant, -constant]  # whatever the rounding of their sum
            assert found.comoment.tolist() == [[0.0, 0.0], [0.0, 0.0]]


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("place", [0, 2047, 2048, 300_000])
def test_a_rating_that_is_not_finite_is_reported(bad: float, place: int) -> None:
    x, y = np.zeros((2, 300_001))
    y[place] = bad
    for threads in (1, 3):
        assert _kernels.pair_moments(x, y, None, threads).bad_value >= 0
        assert _kernels.pair_moments(y, x, None, threads).bad_value >= 0


def test_sums_do_not_depend_on_threads() -> None:
    rng = np.random.default_rng(12)
    x, y, w = rng.normal(5, 1, 600_001), rng.normal(-5, 2, 600_001), rng.random(600_001)
    found = pairs(x, y, w)
    total = w.sum(dtype=np.longdouble)
    mean = [(w * v).sum(dtype=np.longdouble) / total for v in (x, y)]
    assert_allclose(found.mean, np.array(mean, dtype=float), rtol=1e-12)
    cross = (w * (x - mean[0]) * (y - mean[1])).sum(dtype=np.longdouble)
    assert_allclose(found.comoment[0, 1], float(cross), rtol=1e-10)
    pairs(x, y)


@given(data=st.data(), rows=st.integers(0, 40))
def test_pair_equals_the_exact_sums(data: st.DataObject, rows: int) -> None:
    values = st.sampled_from([-3.0, 0.0, 0.1, 1 / 3, 2.5, 1e6, 1e6 + 0.25])
    columns = [data.draw(st.lists(values, min_size=rows, max_size=rows)) for _ in range(2)]
    dtype = data.draw(st.sampled_from(["float64", "float32"]))
    x, y = (frozen(strided(np.array(c, dtype), s)) for c, s in zip(columns, (2, -1), strict=True))
    weights = data.draw(st.none() | weight_columns(rows))
    expected = exact_moments([x.tolist(), y.tolist()], None if weights is None else weights.tolist())
    assert_moments(pairs(x, y, weights), expected, rtol=1e-12, atol=1e-9 if max([0.0, *x, *y]) > 1e5 else 1e-13)


# -- labels and one probability --------------------------------------------------------------------------------


def test_certain_and_right_costs_nothing_and_certain_and_wrong_everything() -> None:
    y, right = np.array([0, 1, 1]), np.array([0.0, 1.0, 1.0])
    for loss in LOSSES:
        found = _kernels.binary_loss_moments(y, 0, 1, right, None, loss)
        assert found.mean.tolist() == [0.0]
        assert math.copysign(1.0, found.mean[0]) == 1.0  # not -0.0
        assert found.comoment.tolist() == [[0.0]]
    assert _kernels.binary_loss_moments(y, 0, 1, 1 - right, None, "squared").mean.tolist() == [1.0]
    assert _kernels.binary_loss_moments(y, 0, 1, 1 - right, None, "surprise").mean.tolist() == [np.inf]


def test_an_infinite_loss_of_weight_zero_is_absent() -> None:
    y, p = np.array([1, 1, 0]), np.array([0.5, 0.0, 1.0])
    found = _kernels.binary_loss_moments(y, 0, 1, p, np.array([2.0, 0.0, 0.0]), "surprise")
    assert (found.weight, found.squares) == (2.0, 4.0)
    assert_allclose(found.mean, [math.log(2)], rtol=1e-15)
    assert found.comoment.tolist() == [[0.0]]


@pytest.mark.parametrize("place", [0, 1, 5000, 300_000])
@pytest.mark.parametrize("bad", [np.nan, -1e-12, 1 + 1e-12, np.inf, -np.inf])
def test_the_first_number_that_is_no_probability_is_reported(bad: float, place: int) -> None:
    y, p = np.zeros(300_001, np.int64), np.full(300_001, 0.5)
    p[place:] = bad
    for threads in (1, 3):
        assert _kernels.binary_loss_moments(y, 0, 1, p, None, "squared", threads).bad_value == place
        assert _kernels.binary_loss_values(y, 0, 1, p, "squared", threads).bad_value == place


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "uint64"])
def test_a_third_label_of_any_type_is_reported(dtype: str) -> None:
    y, p = np.array([0, 1, 2], dtype), np.full(3, 0.5)
    assert _kernels.binary_loss_moments(y, 0, 1, p, None, "squared").bad_label >= 0
    assert _kernels.binary_loss_values(y, 0, 1, p, "squared").bad_label == 0  # the block


@pytest.mark.parametrize("negative", [0, 1, -1, 7])
@pytest.mark.parametrize("positive", [2, 3, -8])
@pytest.mark.parametrize("place", [0, 511, 512, 1300])
@pytest.mark.parametrize("loss", LOSSES)
def test_no_third_label_passes_for_one_of_the_two(negative: int, positive: int, place: int, loss: str) -> None:
    y = np.tile([negative, positive], 700)
    for other in {-8, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7} - {negative, positive}:
        y[place] = other
        found = _kernels.binary_loss_moments(y, negative, positive, np.full(1400, 0.25), None, loss)
        assert 0 <= found.bad_label <= place
        assert found.bad_value == -1


def test_equal_losses_have_no_spread_at_all_and_one_far_off_loses_no_digits() -> None:
    y = np.zeros(5000, np.int64)
    p = np.full(5000, 0.3)
    assert _kernels.binary_loss_moments(y, 0, 1, p, None, "squared").comoment.tolist() == [[0.0]]
    for places in ([0], [1], [512], [1024], [2047], [4096], [4999], [0, 1024], [1024, 2047]):
        p = np.full(5000, 1e-7)
        p[places] = 1.0
        found = _kernels.binary_loss_moments(y, 0, 1, p, None, "squared")
        assert_moments(found, exact_moments([(p * p).tolist()]), rtol=1e-11 if len(places) == 1 else 1e-10)
    close = 0.5 + 1e-9 * np.random.default_rng(0).random(5000)
    found = _kernels.binary_loss_moments(y, 0, 1, close, None, "squared")
    assert_moments(found, exact_moments([(close * close).tolist()]), rtol=1e-6)


@pytest.mark.parametrize("loss", ["squared", "surprise", "ranked", "hinge"])
@given(data=st.data(), rows=st.sampled_from([1, 2, 7, 8, 30, 511, 512, 513, 2048, 2049]))
def test_binary_losses_and_the_positive_class_beside_them_equal_the_exact_sums(
    loss: str, data: st.DataObject, rows: int
) -> None:
    few = min(rows, 30)
    drawn = np.array(data.draw(st.lists(st.floats(1e-6, 1 - 1e-6), min_size=few, max_size=few)))
    p = np.resize(4 * drawn - 2 if loss == "hinge" else drawn, rows)
    p = p.astype(data.draw(st.sampled_from(["float64", "float32"])))
    dtype = data.draw(st.sampled_from(["int64", "int8", "uint8", "uint16", "bool", "uint32"]))
    y = np.random.default_rng(few).integers(0, 2, rows).astype(dtype)
    weights = data.draw(st.none() | weight_columns(few))
    weights = None if weights is None else np.resize(weights, rows)
    q, happened = p.astype(float), y.astype(float)
    losses = {
        "squared": lambda: (q - happened) ** 2,  # of two classes, ranked or not
        "ranked": lambda: (q - happened) ** 2,
        "surprise": lambda: np.where(y, -np.log(q), -np.log1p(-q)),
        "hinge": lambda: np.maximum(1 - (2 * happened - 1) * q, 0),
    }[loss]()
    given = None if weights is None else weights.tolist()
    weight, squares, mean, comoment = exact_moments([losses.tolist(), happened.tolist()], given)
    step = data.draw(st.sampled_from([1, -2, 3]))
    rows_of = strided(y, step), 0, 1, strided(p, -step), weights, loss
    alone, both = (_kernels.binary_loss_moments(*rows_of, 1, beside) for beside in (False, True))
    assert_moments(both, (weight, squares, mean, comoment), rtol=1e-11, atol=1e-11)
    assert_moments(alone, (weight, squares, mean[:1], comoment[:1, :1]), rtol=1e-11, atol=1e-14)
    mean_alone = _kernels.binary_mean_loss(*rows_of)
    assert mean_alone == (alone.mean[0] if alone.weight else None)


# -- several classes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [0, 1, 7, 8, 511, 512, 1000, 1036])
@pytest.mark.parametrize("bad", [np.nan, -1e-300, np.nextafter(1.0, 2.0), np.inf, -np.inf])
@pytest.mark.parametrize("classes", [(0, 1), (1, 2), (10**12, -7)])
def test_the_mean_alone_sees_what_is_odd_wherever_it_lies(classes: tuple[int, int], bad: float, place: int) -> None:
    random = np.random.default_rng(place)
    y, p = random.choice(classes, 1037), random.random(1037)
    p[(place + 1) % 1037] = -0.0  # a probability
    mean = _kernels.binary_mean_loss(y, *classes, p, None, "squared")
    assert mean == _kernels.binary_loss_moments(y, *classes, p, None, "squared").mean[0]
    assert_allclose(mean, ((p - (y == classes[1])) ** 2).mean(), rtol=1e-14)
    label, p[place] = y[place], bad
    assert _kernels.binary_mean_loss(y, *classes, p, None, "squared") is None
    p[place] = 0.5
    for y[place] in (label + 2, -1, 2**62, -(2**63)):
        assert _kernels.binary_mean_loss(y, *classes, p, None, "squared") is None


def test_the_row_that_misses_one_by_most_is_reported() -> None:
    p = np.full((300_001, 3), 1 / 3)
    p[299_999, 1] += 1e-3
    p[5, 1] += 1e-4
    y = np.zeros(300_001, np.int64)
    for threads in (1, 3):
        found = _kernels.class_loss_moments(y, p, None, "squared", threads)
        assert_allclose(found.worst_sum, 1e-3, rtol=1e-9)
        assert found.worst_row == 299_999
    found = _kernels.class_loss_moments(y, p, None, "hinge")  # decision values have no such sum
    assert (found.worst_sum, found.worst_row) == (0.0, -1)


@pytest.mark.parametrize("bad", [np.nan, -0.1, 1.1])
def test_the_first_bad_row_of_a_matrix_is_reported(bad: float) -> None:
    y, p = np.zeros(5000, np.int64), np.full((5000, 3), 1 / 3)
    p[4000, 0] = p[3000, 2] = bad
    assert _kernels.class_loss_moments(y, p, None, "squared").bad_value == 3000
    assert _kernels.class_loss_values(y, p, "squared").bad_value == 3000


# -- the loss of each row -----------------------------------------------------------------------------------------


def test_threads_do_not_matter_and_the_moments_are_of_these_values() -> None:
    random = np.random.default_rng(3)
    y, p = random.integers(0, 2, 600_000), random.random(600_000)
    one, other = (_kernels.binary_loss_values(y, 0, 1, p, "surprise", threads).values for threads in (1, 4))
    assert_array_equal(one, other)
    found = _kernels.binary_loss_moments(y, 0, 1, p, None, "surprise", 1)
    assert_allclose([found.weight, *found.mean], [len(y), one.mean()], rtol=1e-13)
    assert_allclose(found.comoment, [[((one - one.mean()) ** 2).sum()]], rtol=1e-12)


# -- losses added as whole multiples ------------------------------------------------------------------------------


def digits(y: Array, p: Array) -> Array:
    """The cells of each row, (n, 11): losses are whole multiples of 2**-40, of which the lower digit has 24 bits."""
    squared, surprise = (_kernels.binary_loss_values(y, 0, 1, p, kind, 1).values for kind in ("squared", "surprise"))
    infinite = np.isinf(surprise)
    surprise[infinite] = 0.0
    whole = np.rint(np.stack([p, squared, squared**2, surprise, surprise**2], 1) * 2.0**40).astype(np.int64)
    both = np.stack([whole >> 24, whole & ((1 << 24) - 1)], 2).reshape(len(y), 10)
    return np.column_stack([both, infinite])


def twin(y: Array, p: Array, group: Array, groups: int) -> Array:
    cells = np.zeros((groups, 2, 11), np.int64)
    np.add.at(cells, (group, y), digits(y, p))
    return cells


PROBABILITIES = st.one_of(st.floats(0, 1), st.sampled_from([0.0, 1.0, 0.5, 5e-324, 1 - 2**-53, 2.0**-41]))


@settings(max_examples=40)
@given(data=st.data(), rows=st.sampled_from([0, 1, 7, 511, 512, 1100]))
def test_digits_are_added_to_cells_as_by_numpy(data: st.DataObject, rows: int) -> None:
    p = np.resize(data.draw(hnp.arrays(np.float64, min(rows, 20), elements=PROBABILITIES)), rows)
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    y, group = rng.integers(0, 2, rows), rng.integers(0, 3, rows)
    cells = np.zeros((3, 2, 11), np.int64)
    assert _kernels.add_loss_digits(y, p, cells, group) == -1
    assert_array_equal(cells, twin(y, p, group, 3))
    assert _kernels.add_loss_digits(y, p, cells[:1]) == -1
    assert_array_equal(cells[0], twin(y, p, group, 3)[0] + twin(y, p, np.zeros(rows, np.int64), 1)[0])


def test_odd_rows_leave_the_cells_as_they_are() -> None:
    cells = np.zeros((1, 2, 11), np.int64)
    assert _kernels.add_loss_digits(np.array([0, 2]), np.full(2, 0.5), cells) == 0
    assert _kernels.add_loss_digits(np.array([0, 1]), np.array([0.5, np.nan]), cells) == 0
    assert not cells.any()


# -- the vectorised logarithm, against that of the C library ------------------------------------------------------


def check_surprise(p: list[float]) -> None:
    """The surprise is within two units in the last place."""
    found = _kernels.binary_loss_values(np.ones(len(p), np.int64), 0, 1, np.array(p), "surprise").values
    expected = np.array([-math.log(x) for x in p])
    assert (np.abs(found - expected) <= 2 * np.spacing(expected)).all()


@given(st.lists(st.floats(0, 1, exclude_min=True), min_size=1, max_size=30))
def test_the_surprise_of_any_probability(p: list[float]) -> None:
    check_surprise(p)


def test_the_surprise_near_one_near_the_root_of_a_half_and_of_subnormal_numbers() -> None:
    random = np.random.default_rng(0)
    near_one = 1 - random.random(500) * 1e-12
    near_root = math.sqrt(0.5) * (1 + (random.random(500) - 0.5) * 1e-12)
    check_surprise([1.0, *near_one, *near_root, *(2.0 ** -random.integers(1000, 1075, 200).astype(float))])
