"""The path of a score interval: Wilson's of a share, what it refuses; values and influences of distributions."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import norm, pearson3
from sklearn.metrics import average_precision_score, cohen_kappa_score, roc_auc_score
from statsmodels.stats.proportion import proportion_confint

from concordant import _kernels

RNG = np.random.default_rng(7)
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


def of_rows(score: Any, mass: Any) -> float:
    """The value by scikit-learn of a row of each line (its label) and place (its rank, or label) for each mass."""
    line, place = np.indices(mass.shape).reshape(2, -1)
    return float(score(line, place, sample_weight=mass.ravel()))


def by_rank(score: Any) -> Any:
    """A metric of scores that fall from place to place."""
    return lambda line, place, **weights: score(line, -place, **weights)


FUNCTIONALS = {
    "auc": (_kernels.auc_and_influence, by_rank(roc_auc_score), (2, 9)),
    "average precision": (_kernels.precision_and_influence, by_rank(average_precision_score), (2, 9)),
    "kappa": (partial(_kernels.kappa_and_influence, 1.0 - np.eye(3)), cohen_kappa_score, (3, 3)),
    "quadratic": (
        partial(_kernels.kappa_and_influence, np.square(np.subtract.outer(*[np.arange(4.0)] * 2))),
        partial(cohen_kappa_score, weights="quadratic"),
        (4, 4),
    ),
}


@pytest.mark.parametrize("name", FUNCTIONALS)
def test_values_are_those_of_scikit_learn_and_influences_their_derivatives(name: str) -> None:
    functional, score, shape = FUNCTIONALS[name]
    of = partial(of_rows, score)
    masses = RNG.integers(1, 9, (3, *shape)).astype(float)
    values, psi = functional(masses / masses.sum((1, 2), keepdims=True))
    assert_allclose(values, [of(mass) for mass in masses], atol=1e-12)
    assert_allclose((masses * psi).sum((1, 2)), 0, atol=1e-9)
    step = 1e-4 * np.eye(masses[0].size).reshape(-1, *shape)
    slopes = np.array([[(of(mass + row) - of(mass - row)) / 2e-4 for row in step] for mass in masses])
    assert_allclose(psi.reshape(3, -1), slopes * masses.sum((1, 2))[:, None], atol=1e-5)


@pytest.mark.parametrize("name", FUNCTIONALS)
def test_of_distributions_without_rows_nothing_is_known(name: str) -> None:
    functional, _, shape = FUNCTIONALS[name]
    values, psi = functional(np.zeros((2, *shape)))
    assert np.isnan(values).all()
    assert np.isnan(psi).all()
    assert functional(np.zeros((0, *shape)))[1].shape == (0, *shape)


def test_distributions_of_other_shapes_are_refused() -> None:
    for functional in (_kernels.auc_and_influence, _kernels.precision_and_influence):
        with pytest.raises(TypeError):
            functional(np.ones((1, 3, 4)))
    with pytest.raises(ValueError, match="disagreement"):
        _kernels.kappa_and_influence(np.eye(2), np.ones((1, 3, 3)))


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
