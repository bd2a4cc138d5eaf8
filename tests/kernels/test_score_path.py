"""The path of a score interval: Wilson's of a share, what it refuses; the stack of complex steps."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import norm, pearson3
from statsmodels.stats.proportion import proportion_confint

from concordant import _kernels

Z = 1.959963984540054
HITS = np.array([3.0, 10.0, 40.0])
COUNTS = np.stack([50 - HITS, HITS], axis=1)
ONES, SAMPLES = np.ones((3, 2)), np.ones(3)


def share(p: Any) -> tuple[Any, Any]:
    """The share of the second cell, and how a row of each moves it."""
    return p[:, 1], np.stack([-p[:, 1], p[:, 0]], axis=1)


def limits(functional: Any = share, *, skewed: bool = False, **arrays: Any) -> Any:
    given = {"counts": COUNTS, "start": COUNTS, "chance": (), "squares": ONES}
    given |= {"quantile": Z * SAMPLES, "effect": SAMPLES}
    return _kernels.score_limits(functional, *(given | arrays).values(), skewed)


def test_of_a_share_they_are_wilsons() -> None:
    wilson = [proportion_confint(hits, 50, method="wilson") for hits in HITS]
    assert_allclose(limits().T, wilson, atol=1e-5)


def test_skewed_limits_are_at_the_quantile_of_a_gamma_variable() -> None:
    for ends, sign in zip(limits(skewed=True), (1, -1), strict=True):
        spread = np.sqrt(ends * (1 - ends))
        distance = (HITS / 50 - ends) / (spread / np.sqrt(50))
        skewness = (1 - 2 * ends) / (spread * np.sqrt(50))
        assert_allclose(distance, pearson3(skewness).ppf(norm.cdf(sign * Z)), rtol=2e-3)


def test_a_design_effect_is_that_of_fewer_rows() -> None:
    wilson = [proportion_confint(hits / 2, 25, method="wilson") for hits in HITS]
    assert_allclose(limits(effect=2 * SAMPLES).T, wilson, atol=1e-5)


def test_chance_rows_lead_out_of_an_empty_cell() -> None:
    counts = np.array([[50.0, 0.0]])
    alone = {"squares": ONES[:1], "effect": SAMPLES[:1], "quantile": np.array([Z])}
    row = (np.array([[0.0, 1.0]]), np.array([[0.25]]))
    low, high = limits(counts=counts, start=counts, chance=[row], **alone)
    assert_allclose([low[0], high[0]], proportion_confint(0, 50, method="wilson"), atol=1e-2)
    assert limits(counts=counts, start=counts, **alone)[1] == 0


def test_the_function_is_given_both_paths_of_all_samples() -> None:
    seen = []

    def remembered(p: Any) -> tuple[Any, Any]:
        seen.append(p)
        return share(p)

    limits(remembered)
    assert {p.shape for p in seen} == {(6, 2)}
    assert_allclose(seen[0], np.concatenate([COUNTS, COUNTS]) / 50)


@pytest.mark.parametrize(
    "arrays",
    [
        {"start": COUNTS[:2]},
        {"effect": SAMPLES[:2]},
        {"functional": lambda p: (p[:2, 1], p)},
        {"functional": lambda p: (p[:, 1], p[:, :1])},
        {"chance": [(ONES[:2], ONES[:, :1])]},
        {"chance": [(ONES, ONES[:, :1].repeat(3, axis=1))]},
    ],
)
def test_arrays_of_other_shapes_are_refused(arrays: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="score_limits"):
        limits(**arrays)


def test_what_the_function_raises_comes_through() -> None:
    def fails(p: Any) -> Any:
        raise LookupError

    with pytest.raises(LookupError):
        limits(fails)


def test_each_cell_takes_a_step() -> None:
    tables = np.arange(8.0).reshape(2, 2, 2)
    stack = _kernels.stepped(tables, 0.5)
    assert_allclose(stack, tables + 0.5j * np.eye(4).reshape(4, 1, 2, 2))


def test_influences_have_a_mean_of_0() -> None:
    p, slopes = np.array([[0.2, 0.8], [0.5, 0.5], [1.0, 0.0]]), np.array([[1.0, 2.0], [3.0, 1.0], [4.0, np.inf]])
    totals = np.array([10.0, 20.0, 5.0])
    expected = np.array([[-8.0, 2.0], [20.0, -20.0], [0.0, -20.0]])
    assert_allclose(_kernels.influences(slopes, p, totals), expected)
    with pytest.raises(ValueError, match="influences"):
        _kernels.influences(slopes, p, totals[:2])
