from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from concordant.errors import OptionError
from concordant.planning.simulation import Tried, search


def simulate(n: int, runs: int) -> int:
    """Studies whose power is Phi(sqrt(n) / 5 - 1.96): 0.8 at n = 196.2."""
    return int(np.random.default_rng([7, n]).binomial(runs, norm.cdf(np.sqrt(n) / 5 - 1.96)))


@pytest.mark.parametrize("guess", [1, 50, 196, 900, 5000])
def test_it_finds_the_place_from_anywhere(guess: int) -> None:
    found = search(simulate, 0.8, 4000, guess=guess, least=4)
    assert found.runs == 4000
    assert found.share >= 0.8
    assert 185 <= found.n <= 212


def test_it_is_the_same_each_time() -> None:
    assert search(simulate, 0.8, 400, guess=100, least=4) == search(simulate, 0.8, 400, guess=100, least=4)


def test_the_least_can_be_enough() -> None:
    assert search(lambda n, runs: runs, 0.9, 100, guess=300, least=4).n == 4


def test_what_no_study_reaches_raises() -> None:
    with pytest.raises(OptionError, match="not even 1,000,000 rows reach this"):
        search(lambda n, runs: 0, 0.8, 100, guess=10, least=4)


def test_a_power_that_does_not_settle_raises() -> None:
    with pytest.raises(OptionError, match=r"does not settle at 0\.8 near .* rows: take more runs"):
        search(lambda n, runs: runs if runs < 400 else 0, 0.8, 400, guess=100, least=4)


def test_the_error_is_never_zero() -> None:
    assert Tried(10, 100, 50).error == 0.05
    assert Tried(10, 100, 100).error > 0
    assert Tried(10, 100, 0).error == pytest.approx(Tried(10, 100, 100).error)
