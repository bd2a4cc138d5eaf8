"""How resampling is asked for: how many draws, the seed, and what is drawn. Checked before anything is computed."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np

from concordant.errors import OptionError
from concordant.nearest import did_you_mean

Scheme = Literal["rows", "stratified", "poisson"]
_SCHEMES = get_args(Scheme)
MOST_DRAWS = 100_000_000  # whose values take 0.8 GB


def check_draws(draws: Any) -> int:
    """Return how many samples are drawn; raise if it is no whole number, or one that makes no interval."""
    if isinstance(draws, bool) or not isinstance(draws, (int, np.integer)) or not 2 <= draws <= MOST_DRAWS:
        msg = f"draws is how many samples are drawn, a whole number from 2 to {MOST_DRAWS:,}, not {draws!r:.80}."
        raise OptionError(msg)
    return int(draws)


def check_seed(seed: Any) -> int:
    """
    Return the seed; raise if it is no whole number.

    A generator is refused: two models, or two parts of a result, must see the same draws.
    """
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        hint = ""
        if isinstance(seed, (np.random.Generator, np.random.RandomState)) or seed is None:
            hint = " For another one in each call take seed=int(numpy.random.default_rng().integers(2**32))."
        msg = f"seed must be a whole number, at least 0, not {seed!r:.80}.{hint}"
        raise OptionError(msg)
    return int(seed)


def check_scheme(scheme: Any) -> Scheme:
    """Return what is drawn; raise for an unknown word."""
    if not isinstance(scheme, str) or scheme not in _SCHEMES:
        msg = f'scheme must be "rows", "stratified" or "poisson", not {scheme!r:.80}.{did_you_mean(scheme, _SCHEMES)}'
        raise OptionError(msg)
    found: Scheme = scheme  # type: ignore[assignment]
    return found


def check_drawing(draws: Any = 2000, seed: Any = 0, scheme: Any = "rows") -> tuple[int, int, Scheme]:
    """Return all three."""
    return check_draws(draws), check_seed(seed), check_scheme(scheme)
