"""Units drawn with replacement: a multinomial draw over the distinct units, and one formula of the whole stack."""

from __future__ import annotations

import numpy as np

from concordant.errors import OptionError
from concordant.inference.bootstrap.limits import basic, bca, percentile
from concordant.inference.panels.panel import Panel
from concordant.settings import told
from concordant.states import Ratings, Tallies
from concordant.typing import FloatArray

METHODS = ("percentile", "basic", "bca")
_NUMBERS = 1 << 22  # weights in one stack


def limits_by_draws(
    panel: Panel, method: str, level: float, draws: int, seed: int
) -> tuple[FloatArray, FloatArray, FloatArray, str]:
    """Return the limits, the standard deviation of the draws, and the method that the limits are by."""
    values = drawn(panel, draws, seed).reshape(draws, -1)
    centre, used = panel.value.ravel(), method
    low, high = np.full(centre.shape, np.nan), np.full(centre.shape, np.nan)
    for place in range(centre.size):
        some = values[:, place][~np.isnan(values[:, place])]
        if not some.size or np.isnan(centre[place]):
            continue
        found = None
        if method == "bca":
            found = bca(some, float(centre[place]), level, _acceleration(panel, place))
            used = method if found is not None else "percentile"
        if method == "basic":
            found = basic(some, float(centre[place]), level)
        low[place], high[place] = percentile(some, level) if found is None else found
    with np.errstate(invalid="ignore"):
        se = np.nanstd(values, axis=0, ddof=1) if draws > 1 else np.full(centre.shape, np.nan)
    shape = panel.value.shape
    return low.reshape(shape), high.reshape(shape), se.reshape(shape), used


def drawn(panel: Panel, draws: int, seed: int) -> FloatArray:
    """Return the metric of each draw, (draws, *S)."""
    if panel.clusters is not None or not panel.counted:
        what = "clusters" if panel.clusters is not None else "weights"
        msg = f'a bootstrap of a panel draws units that count alike; with {what} take se="delta".'
        raise OptionError(msg)
    units = panel.units
    rng = np.random.default_rng(seed)
    weight = np.asarray(units.weight, np.float64)
    total, many = round(float(weight.sum())), max(1, _NUMBERS // max(len(weight), 1))
    parts = []
    for first in told(range(0, draws, many), "resampling"):
        size = min(many, draws - first)
        parts.append(_values(panel, rng.multinomial(total, weight / weight.sum(), size=size)))
    return np.concatenate(parts)


def _values(panel: Panel, weights: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> FloatArray:
    units: Ratings | Tallies = panel.units.with_weights(weights)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(panel.metric.formula(units, **panel.options), np.float64)


def _acceleration(panel: Panel, place: int) -> float:
    """Efron's acceleration, of the values without one unit."""
    here = panel.weight > 0
    apart = -panel.centred(panel.left_out)[here].reshape(int(here.sum()), -1)[:, place]
    weight = panel.weight[here]
    second = float(weight @ apart**2)
    return float(weight @ apart**3) / (6.0 * second**1.5) if second > 0 else 0.0
