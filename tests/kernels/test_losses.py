"""The kernels of moments against exact arithmetic: losses of probabilities, two ratings, cancellation, bad rows."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose, assert_array_equal
from support.samples import frozen, strided, values_of, weight_columns

from concordant import _kernels

MomentsKernelArray = np.ndarray[Any, Any]
LOSSES = ("squared", "surprise")
CLEAN = (-1, -1)  # no bad label, no bad value


def exact_moments(
    columns: list[list[float]], weights: list[float] | None = None
) -> tuple[float, float, MomentsKernelArray, MomentsKernelArray]:
    """Weight, squared weights, means and co-moments with fractions: no rounding before the end."""
    w = [Fraction(1)] * len(columns[0]) if weights is None else [Fraction(float(x)) for x in weights]
    x = [[Fraction(float(value)) for value in column] for column in columns]
    total = sum(w)
    means = [sum(a * b for a, b in zip(w, column, strict=True)) / total if total else Fraction(0) for column in x]
    moved = [[value - mean for value in column] for column, mean in zip(x, means, strict=True)]
    comoments = [[sum(k * a * b for k, a, b in zip(w, p, q, strict=True)) for q in moved] for p in moved]
    return (
        float(total),
        float(sum(k * k for k in w)),
        np.array([float(mean) for mean in means]),
        np.array([[float(cell) for cell in row] for row in comoments]),
    )


def assert_moments(found: Any, expected: Any, rtol: float = 1e-12, atol: float = 0.0) -> None:
    assert (found.bad_label, found.bad_value) == CLEAN
    for got, want in zip(values_of(found)[:4], expected, strict=True):
        assert_allclose(got, want, rtol=rtol, atol=atol)


def moments_kernel_surprise(label: int, p: float) -> float:
    return -math.log(p) if label else -math.log1p(-p)


def pairs(x: MomentsKernelArray, y: MomentsKernelArray, weights: MomentsKernelArray | None = None) -> Any:
    """The moments for one thread, after checking that two and three threads give the same bits."""
    results = [_kernels.pair_moments(x, y, weights, threads) for threads in (1, 2, 3)]
    for other in results[1:]:
        for got, want in zip(values_of(other)[:4], values_of(results[0])[:4], strict=True):
            assert_array_equal(got, want)
    return results[0]


# -- two ratings -----------------------------------------------------------------------------------------------


def test_no_row_weighs_nothing() -> None:
    weight, squares, mean, comoment, *bad = values_of(_kernels.pair_moments(np.zeros(0), np.zeros(0), None))
    assert (weight, squares) == (0.0, 0.0)
    assert mean.tolist() == [0.0, 0.0]
    assert comoment.tolist() == [[0.0, 0.0], [0.0, 0.0]]
    assert tuple(bad[:2]) == CLEAN


def test_one_row_has_no_spread() -> None:
    found = _kernels.pair_moments(np.array([3.5]), np.array([-1.25]), np.array([4.0]))
    assert (found.weight, found.squares) == (4.0, 16.0)
    assert found.mean.tolist() == [3.5, -1.25]
    assert found.comoment.tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_hand_worked_pair() -> None:
    # x = 1, 2, 4 and y = 1, 3, 2: means 7/3 and 2; sums of squares 14/3 and 2; of products 1.
    found = _kernels.pair_moments(np.array([1.0, 2.0, 4.0]), np.array([1.0, 3.0, 2.0]), None)
    assert_allclose(found.mean, [7 / 3, 2.0], rtol=1e-15)
    assert_allclose(found.comoment, [[14 / 3, 1.0], [1.0, 2.0]], rtol=1e-15)


def test_a_large_offset_does_not_cancel() -> None:
    rng = np.random.default_rng(11)
    noise = rng.normal(0, 0.1, 10_000)
    x, y = 1e9 + noise, 1e9 - noise
    expected = exact_moments([x.tolist(), y.tolist()])
    assert_moments(pairs(x, y), expected, rtol=1e-6)
    # What the formula "mean of squares minus square of the mean" gives instead: nothing of it is right.
    naive = float((x * x).sum() - x.sum() ** 2 / len(x))
    assert not math.isclose(naive, expected[3][0, 0], rel_tol=0.5)


def test_constant_columns_have_no_spread_at_all() -> None:
    for constant in (0.1, 1e9 + 0.1, 1e200):
        for weights in (None, np.linspace(0, 1, 5001)):  # the first row is absent
            found = pairs(np.full(5001, constant), np.full(5001, -constant), weights)
            assert found.mean.tolist() == [constant, -constant]  # whatever the rounding of their sum
            assert found.comoment.tolist() == [[0.0, 0.0], [0.0, 0.0]]


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("place", [0, 2047, 2048, 5000, 300_000])
def test_a_rating_that_is_not_finite_is_reported(bad: float, place: int) -> None:
    x = np.zeros(300_001)
    y = x.copy()
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


@given(data=st.data(), rows=st.integers(1, 40))
def test_pair_equals_the_exact_sums(data: st.DataObject, rows: int) -> None:
    values = st.sampled_from([-3.0, 0.0, 0.1, 1 / 3, 2.5, 1e6, 1e6 + 0.25])
    columns = [data.draw(st.lists(values, min_size=rows, max_size=rows)) for _ in range(2)]
    dtype = data.draw(st.sampled_from(["float64", "float32"]))
    x, y = (frozen(strided(np.array(c, dtype), s)) for c, s in zip(columns, (2, -1), strict=True))
    weights = data.draw(st.none() | weight_columns(rows))
    expected = exact_moments([x.tolist(), y.tolist()], None if weights is None else weights.tolist())
    assert_moments(pairs(x, y, weights), expected, rtol=1e-12, atol=1e-9 if x.max() > 1e5 or y.max() > 1e5 else 1e-13)


# -- labels and one probability --------------------------------------------------------------------------------


def test_hand_worked_losses() -> None:
    y, p = np.array([1, 0]), np.array([0.75, 0.5])
    squared = _kernels.binary_loss_moments(y, 0, 1, p, None, "squared")
    assert squared.mean.tolist() == [(0.0625 + 0.25) / 2]
    assert_allclose(squared.comoment, [[2 * (0.1875 / 2) ** 2]], rtol=1e-15)
    found = _kernels.binary_loss_moments(y, 0, 1, p, None, "surprise")
    assert_allclose(found.mean, [(math.log(4 / 3) + math.log(2)) / 2], rtol=1e-15)


def test_the_classes_may_be_any_two_numbers() -> None:
    p = np.array([0.75, 0.5, 0.25])
    usual = _kernels.binary_loss_moments(np.array([1, 0, 0]), 0, 1, p, None, "surprise")
    other = _kernels.binary_loss_moments(np.array([-7, 10**12, 10**12]), 10**12, -7, p, None, "surprise")
    assert usual.mean.tolist() == other.mean.tolist()


def test_certain_and_right_costs_nothing_and_certain_and_wrong_everything() -> None:
    y, right = np.array([0, 1, 1]), np.array([0.0, 1.0, 1.0])
    for loss in LOSSES:
        found = _kernels.binary_loss_moments(y, 0, 1, right, None, loss)
        assert found.mean.tolist() == [0.0]
        assert math.copysign(1.0, found.mean[0]) == 1.0  # not -0.0
        assert found.comoment.tolist() == [[0.0]]
    assert _kernels.binary_loss_moments(y, 0, 1, 1 - right, None, "squared").mean.tolist() == [1.0]
    assert _kernels.binary_loss_moments(y, 0, 1, 1 - right, None, "surprise").mean.tolist() == [np.inf]


@pytest.mark.parametrize("p", [5e-324, 1e-300, 1e-20, 1e-17, 1e-9, 0.3, 0.5, 1 - 1e-9, 1 - 2**-53])
def test_surprise_keeps_its_digits_at_the_ends(p: float) -> None:
    for label in (0, 1):
        found = _kernels.binary_loss_moments(np.array([label]), 0, 1, np.array([p]), None, "surprise")
        assert_allclose(found.mean[0], moments_kernel_surprise(label, p), rtol=1e-15)


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
        found = _kernels.binary_loss_moments(y, 0, 1, p, None, "squared", threads)
        assert found.bad_value == place


def test_a_third_label_is_reported() -> None:
    y = np.array([0, 1, 2])
    assert _kernels.binary_loss_moments(y, 0, 1, np.full(3, 0.5), None, "squared").bad_label >= 0
    for dtype in ("int8", "uint8", "int32", "uint64"):
        assert _kernels.binary_loss_moments(y.astype(dtype), 0, 1, np.full(3, 0.5), None, "squared").bad_label >= 0


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


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int64"])
@pytest.mark.parametrize("rows", [1, 2, 7, 8, 511, 512, 513, 2048, 2049, 4097])
@pytest.mark.parametrize("step", [1, 2, -3])
def test_any_type_and_layout_gives_the_same_moments(dtype: str, rows: int, step: int) -> None:
    rng = np.random.default_rng(rows)
    y, p = rng.integers(0, 2, rows), rng.random(rows)
    loss = (p - y) ** 2
    found = _kernels.binary_loss_moments(strided(y.astype(dtype), step), 0, 1, strided(p, step), None, "squared")
    assert_moments(found, exact_moments([loss.tolist()]), atol=1e-18)


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


def test_float32_probabilities_are_read_as_they_are() -> None:
    p = np.array([0.1, 0.7], np.float32)
    found = _kernels.binary_loss_moments(np.array([0, 1]), 0, 1, p, None, "squared")
    assert_allclose(found.mean, [np.mean([float(p[0]) ** 2, (1 - float(p[1])) ** 2])], rtol=1e-15)


@given(data=st.data(), rows=st.integers(1, 30), loss=st.sampled_from(LOSSES))
def test_binary_losses_equal_the_exact_sums(data: st.DataObject, rows: int, loss: str) -> None:
    p = np.array(data.draw(st.lists(st.floats(1e-9, 1 - 1e-9), min_size=rows, max_size=rows)))
    dtype = data.draw(st.sampled_from(["int64", "int8", "uint8", "bool", "uint32"]))
    y = np.array(data.draw(st.lists(st.integers(0, 1), min_size=rows, max_size=rows)), dtype=dtype)
    weights = data.draw(st.none() | weight_columns(rows))
    losses = [
        (q - x) ** 2 if loss == "squared" else moments_kernel_surprise(x, q)
        for x, q in zip(y.tolist(), p.tolist(), strict=True)
    ]
    expected = exact_moments([losses], None if weights is None else weights.tolist())
    found = _kernels.binary_loss_moments(strided(y, -2), 0, 1, strided(p, 3), weights, loss)
    assert_moments(found, expected, rtol=1e-11, atol=1e-14)


# -- several classes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [0, 1, 7, 8, 511, 512, 1000, 1036])
@pytest.mark.parametrize("bad", [np.nan, -1e-300, np.nextafter(1.0, 2.0), np.inf, -np.inf])
@pytest.mark.parametrize("classes", [(0, 1), (1, 2)])
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


def test_hand_worked_classes() -> None:
    p = np.array([[0.5, 0.25, 0.25], [0.0, 0.0, 1.0]])
    found = _kernels.class_loss_moments(np.array([0, 2]), p, None, "squared")
    assert found.mean.tolist() == [(0.25 + 0.0625 + 0.0625) / 2]
    found = _kernels.class_loss_moments(np.array([0, 2]), p, None, "surprise")
    assert_allclose(found.mean, [math.log(2) / 2], rtol=1e-15)
    assert found.worst_sum == 0.0


def test_the_row_that_misses_one_by_most_is_reported() -> None:
    p = np.full((300_001, 3), 1 / 3)
    p[299_999, 1] += 1e-3
    p[5, 1] += 1e-4
    for threads in (1, 3):
        found = _kernels.class_loss_moments(np.zeros(300_001, np.int64), p, None, "squared", threads)
        assert_allclose(found.worst_sum, 1e-3, rtol=1e-9)
        assert found.worst_row == 299_999


@pytest.mark.parametrize("bad", [np.nan, -0.1, 1.1])
def test_the_first_bad_row_of_a_matrix_is_reported(bad: float) -> None:
    p = np.full((5000, 3), 1 / 3)
    p[4000, 0] = p[3000, 2] = bad
    assert _kernels.class_loss_moments(np.zeros(5000, np.int64), p, None, "squared").bad_value == 3000


@given(data=st.data(), rows=st.integers(1, 20), loss=st.sampled_from(LOSSES))
def test_class_losses_equal_the_exact_sums_in_any_layout(data: st.DataObject, rows: int, loss: str) -> None:
    parts = data.draw(st.lists(st.integers(1, 9), min_size=4 * rows, max_size=4 * rows))
    p = np.array(parts, float).reshape(rows, 4)
    p /= p.sum(1, keepdims=True)
    dtype = data.draw(st.sampled_from(["float64", "float32"]))
    p = p.astype(dtype)
    codes = np.array(data.draw(st.lists(st.integers(0, 3), min_size=rows, max_size=rows)), np.int32)
    weights = data.draw(st.none() | weight_columns(rows))
    losses = []
    for code, row in zip(codes.tolist(), p.tolist(), strict=True):
        happened = [float(k == code) for k in range(4)]
        squared = sum((q - h) ** 2 for q, h in zip(row, happened, strict=True))
        losses.append(squared if loss == "squared" else -math.log(row[code]))
    expected = exact_moments([losses], None if weights is None else weights.tolist())
    wide = np.zeros((2 * rows, 8), dtype)
    wide[::2, ::2] = p
    for layout in (p, np.asfortranarray(p), wide[::2, ::2], p[::-1][::-1], frozen(p.copy())):
        found = _kernels.class_loss_moments(codes, layout, weights, loss)
        assert_moments(found, expected, rtol=1e-11, atol=1e-14)


def test_lengths_and_names_are_checked() -> None:
    with pytest.raises(ValueError, match="different lengths"):
        _kernels.pair_moments(np.zeros(2), np.zeros(3), None)
    with pytest.raises(ValueError, match="weights of a different length"):
        _kernels.pair_moments(np.zeros(2), np.zeros(2), np.ones(1))
    with pytest.raises(ValueError, match="loss is 'squared', 'surprise', 'ranked' or 'hinge'"):
        _kernels.binary_loss_moments(np.zeros(1, np.int64), 0, 1, np.zeros(1), None, "absolute")


# -- few rows in one call --------------------------------------------------------------------------------------


@given(
    rows=st.sampled_from([1, 7, 512, 2049, 2**14]),
    labels=st.sampled_from(["bool", "uint8", "int64", "int16"]),
    dtype=st.sampled_from(["float64", "float32"]),
    loss=st.sampled_from(["squared", "surprise", "ranked", "hinge"]),
    step=st.sampled_from([1, 2, -1]),
)
def test_the_mean_of_few_rows_is_that_of_any(rows: int, labels: str, dtype: str, loss: str, step: int) -> None:
    rng = np.random.default_rng(rows)
    y, p = strided(rng.integers(0, 2, rows).astype(labels), step), strided(rng.random(rows).astype(dtype), step)
    found = _kernels.few_mean_loss(y, p, loss)
    assert found == _kernels.binary_mean_loss(y, 0, 1, p, None, loss, 1)
    assert found is not None


@pytest.mark.parametrize(
    ("y", "p"),
    [
        ([0, 1], [0.5, 0.5]),
        (np.array([0, 1]), np.array([0.5])),
        (np.array([0, 2]), np.array([0.5, 0.5])),
        (np.array([0, 1]), np.array([0.5, np.nan])),
        (np.array([0, 1]), np.array([0.5, 1.5])),
        (np.array([0.0, 1.0]), np.array([0.5, 0.5])),
        (np.array([], int), np.array([])),
        (np.array([0, 1]), np.array([0.5, 0.5], ">f8")),
        (np.zeros(2**14 + 1, int), np.zeros(2**14 + 1)),
    ],
)
def test_no_mean_of_what_must_be_looked_at(y: Any, p: Any) -> None:
    assert _kernels.few_mean_loss(y, p, "squared") is None


RNG = np.random.default_rng(3)


def surprise(y: Array, p: Array) -> Array:
    with np.errstate(divide="ignore"):
        return np.where(y == 1, -np.log(p), -np.log1p(-p))


BINARY: dict[str, Callable[[Array, Array], Array]] = {
    "squared": lambda y, p: (p - y) ** 2,
    "surprise": surprise,
    "ranked": lambda y, p: (p - y) ** 2,
    "hinge": lambda y, p: np.maximum(0.0, 1 - (2 * y - 1) * p),
}


def ranked(code: Array, p: Array) -> Array:
    happened = code[:, None] <= np.arange(p.shape[1])
    return np.asarray(((p.cumsum(1) - happened) ** 2)[:, :-1].mean(1))


def crammer(code: Array, p: Array) -> Array:
    own = np.take_along_axis(p, code[:, None], 1)[:, 0]
    others = np.where(np.arange(p.shape[1]) == code[:, None], -np.inf, p).max(1)
    return np.maximum(0.0, 1 - (own - others))


CLASSES: dict[str, Callable[[Array, Array], Array]] = {
    "squared": lambda c, p: ((p - np.eye(p.shape[1])[c]) ** 2).sum(1),
    "surprise": lambda c, p: -np.log(np.take_along_axis(p, c[:, None], 1)[:, 0]),
    "ranked": ranked,
    "hinge": crammer,
}


@pytest.mark.parametrize("rows", [0, 1, 5, 4099])
@pytest.mark.parametrize("loss", BINARY)
def test_two_classes_as_numpy(loss: str, rows: int) -> None:
    y, p = RNG.integers(0, 2, rows), RNG.random(rows)
    values, bad_label, bad_value = values_of(_kernels.binary_loss_values(y, 0, 1, p, loss, 2))
    assert (bad_label, bad_value) == (-1, -1)
    assert_allclose(values, BINARY[loss](y, p), rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("rows", [0, 1, 5, 4099])
@pytest.mark.parametrize("loss", CLASSES)
def test_several_classes_as_numpy(loss: str, rows: int) -> None:
    codes, p = RNG.integers(0, 4, rows), RNG.random((rows, 4)) + 0.01
    p = p / p.sum(1, keepdims=True)
    values, bad_label, bad_value = values_of(_kernels.class_loss_values(codes, p, loss, 2))
    assert (bad_label, bad_value) == (-1, -1)
    assert_allclose(values, CLASSES[loss](codes, p), rtol=1e-13, atol=1e-15)


def test_threads_do_not_matter_and_the_moments_are_of_these_values() -> None:
    rows = 600_000
    y, p = RNG.integers(0, 2, rows), RNG.random(rows)
    one = _kernels.binary_loss_values(y, 0, 1, p, "surprise", 1).values
    assert_array_equal(one, _kernels.binary_loss_values(y, 0, 1, p, "surprise", 4).values)
    weight, _, mean, comoment, *_ = values_of(_kernels.binary_loss_moments(y, 0, 1, p, None, "surprise", 1))
    assert weight == rows
    assert_allclose(mean[0], one.mean(), rtol=1e-13)
    assert_allclose(comoment[0, 0], ((one - one.mean()) ** 2).sum(), rtol=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("label", [np.int64, np.uint8, np.int32, bool])
def test_types_and_strides_are_read(label: Any, dtype: Any) -> None:
    y, p = RNG.integers(0, 2, 200).astype(label), RNG.random(200).astype(dtype)
    values = _kernels.binary_loss_values(y[::3], 0, 1, p[::-1][::3], "squared").values
    assert_allclose(values, (p[::-1][::3].astype(float) - y[::3]) ** 2, rtol=1e-14)


def test_the_first_odd_row_is_told() -> None:
    p = np.full(3000, 0.5)
    p[2500] = np.nan
    assert _kernels.binary_loss_values(np.zeros(3000, np.int64), 0, 1, p, "squared").bad_value == 2500
    y = np.zeros(10, np.int64)
    y[7] = 3
    assert _kernels.binary_loss_values(y, 0, 1, np.full(10, 0.5), "squared").bad_label == 0  # the block
    matrix = np.full((5, 2), 0.5)
    matrix[3, 1] = 1.5
    assert _kernels.class_loss_values(np.zeros(5, np.int64), matrix, "squared").bad_value == 3


def test_an_impossible_event_has_an_infinite_surprise() -> None:
    assert _kernels.binary_loss_values(np.array([1, 0]), 0, 1, np.array([0.0, 0.0]), "surprise").values.tolist() == [
        np.inf,
        0,
    ]


def test_lengths_and_losses_are_checked() -> None:
    with pytest.raises(ValueError, match="arrays of different lengths"):
        _kernels.binary_loss_values(np.zeros(2, np.int64), 0, 1, np.zeros(3), "squared")
    with pytest.raises(ValueError, match="arrays of different lengths"):
        _kernels.class_loss_values(np.zeros(2, np.int64), np.zeros((3, 2)), "squared")
    with pytest.raises(ValueError, match="loss is 'squared'"):
        _kernels.class_loss_values(np.zeros(2, np.int64), np.zeros((2, 2)), "cubed")


Array = npt.NDArray[Any]


def digits(y: Array, p: Array) -> Array:
    """The cells of each row, (n, 11): losses are whole multiples of 2**-40, of which the lower digit has 24 bits."""
    squared, surprise = (_kernels.binary_loss_values(y, 0, 1, p, kind, 1).values for kind in ("squared", "surprise"))
    infinite = np.isinf(surprise)
    surprise = np.where(infinite, 0.0, surprise)
    whole = np.rint(np.stack([p, squared, squared**2, surprise, surprise**2], 1) * 2.0**40).astype(np.int64)
    both = np.stack([whole >> 24, whole & ((1 << 24) - 1)], 2).reshape(len(y), 10)
    return np.concatenate([both, infinite[:, None].astype(np.int64)], 1)


def twin(y: Array, p: Array, group: Array, groups: int) -> Array:
    cells = np.zeros((groups, 2, 11), np.int64)
    np.add.at(cells, (group, y), digits(y, p))
    return cells


PROBABILITIES = st.one_of(st.floats(0, 1), st.sampled_from([0.0, 1.0, 0.5, 5e-324, 1 - 2**-53, 2.0**-41]))


@settings(max_examples=40)
@given(data=st.data(), rows=st.sampled_from([0, 1, 7, 511, 512, 1100]))
def test_cells_as_numpy(data: st.DataObject, rows: int) -> None:
    p = np.resize(data.draw(hnp.arrays(np.float64, min(rows, 20), elements=PROBABILITIES)), rows)
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    y, group = rng.integers(0, 2, rows), rng.integers(0, 3, rows)
    cells = np.zeros((3, 2, 11), np.int64)
    assert _kernels.add_loss_digits(y, p, cells, group) == -1
    assert_array_equal(cells, twin(y, p, group, 3))
    assert _kernels.add_loss_digits(y, p, cells[:1]) == -1
    assert_array_equal(cells[0], twin(y, p, group, 3)[0] + twin(y, p, np.zeros(rows, np.int64), 1)[0])


def test_odd_rows_and_cells_are_refused() -> None:
    y, p, cells = np.array([0, 1]), np.array([0.5, 0.5]), np.zeros((1, 2, 11), np.int64)
    assert _kernels.add_loss_digits(np.array([0, 2]), p, cells) == 0
    assert _kernels.add_loss_digits(y, np.array([0.5, np.nan]), cells) == 0
    assert not cells.any()
    for bad, says in (
        ({"group": np.array([0, 1])}, "beyond the cells"),
        ({"group": np.array([0, -1])}, "beyond the cells"),
        ({"group": np.array([0])}, "different lengths"),
        ({"cells": cells[:0]}, "there is no group"),
    ):
        with pytest.raises(ValueError, match=says):
            _kernels.add_loss_digits(**{"y_true": y, "y_prob": p, "cells": cells, **bad})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="cells are int64"):
        _kernels.add_loss_digits(y, p, cells[:, :, :10].copy())
