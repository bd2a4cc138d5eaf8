"""Labels and probabilities summed in bins of the probability: where every binned measure of calibration starts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.metrics._arithmetic.averages import NO_SUPPORT
from concordant.metrics._arithmetic.ratio import ratio
from concordant.names import did_you_mean
from concordant.states import Curve, CurveStack
from concordant.typing import Average, FloatArray, NumberArray

Strategy: TypeAlias = Literal["uniform", "quantile"]
Closed: TypeAlias = Literal["left", "right"]
Edges: TypeAlias = npt.ArrayLike | None

NO_ROWS = "there are no rows"
_MOST_BINS = 2**24


@dataclass(frozen=True, slots=True)
class Bins:
    """
    What the rows of each bin add up to.

    `negatives` and `positives` are counts or sums of weights, `probability` is the sum of w p, `variance` that of
    w p (1 - p), each of shape (B,); `edges` has shape (B + 1,).
    """

    edges: FloatArray
    negatives: NumberArray
    positives: NumberArray
    probability: FloatArray
    variance: FloatArray

    @property
    def weight(self) -> NumberArray:
        """The rows of each bin, or the sum of their weights."""
        return self.negatives + self.positives

    @property
    def predicted(self) -> FloatArray:
        """The mean probability; NaN in an empty bin."""
        return np.asarray(ratio(self.probability, self.weight))

    @property
    def observed(self) -> FloatArray:
        """The share of positives; NaN in an empty bin."""
        return np.asarray(ratio(self.positives * 1.0, self.weight))

    @property
    def surplus(self) -> FloatArray:
        """How many more positives the probabilities announce than there are: the weight times the gap."""
        return self.probability - self.positives


def check_edges(n_bins: int, strategy: Strategy, edges: Edges, closed: Closed) -> FloatArray | None:
    """The edges from 0 to 1; None for bins of equal mass, whose edges depend on the rows."""
    if strategy not in ("uniform", "quantile"):
        msg = f'strategy must be "uniform" or "quantile", not {strategy!r}.'
        msg += did_you_mean(strategy, ("uniform", "quantile"))
        raise OptionError(msg)
    if closed not in ("left", "right"):
        msg = f'closed must be "left" or "right", not {closed!r}.{did_you_mean(closed, ("left", "right"))}'
        raise OptionError(msg)
    if strategy == "quantile" and (edges is not None or closed == "right"):
        msg = 'strategy="quantile" finds its own edges; leave edges and closed at their defaults.'
        raise OptionError(msg)
    if edges is not None:
        return _own_edges(edges)
    if isinstance(n_bins, bool) or not isinstance(n_bins, (int, np.integer)) or not 1 <= n_bins <= _MOST_BINS:
        most = f" and at most {_MOST_BINS:,}" if isinstance(n_bins, int) and n_bins > 1 else ""
        msg = f"n_bins must be a whole number of at least 1{most}, not {n_bins!r:.80}."
        raise OptionError(msg)
    return uniform_edges(int(n_bins)) if strategy == "uniform" else None


@cache
def uniform_edges(n_bins: int) -> FloatArray:
    """0, 1/n, 2/n, ... 1, each the float64 nearest to it (linspace rounds twice: its 0.3 is 0.30000000000000004)."""
    edges = np.arange(n_bins + 1) / n_bins
    edges.flags.writeable = False
    return edges


def _own_edges(edges: npt.ArrayLike) -> FloatArray:
    try:
        given = np.asarray(edges, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        msg = f"edges must be numbers that rise from 0 to 1: {error}"
        raise OptionError(msg) from error
    rising = given.ndim == 1 and len(given) > 1 and bool((np.diff(given) > 0).all())
    if not rising or given[0] != 0 or given[-1] != 1:
        msg = f"edges must rise from 0 to 1, each larger than the one before; they are {given.tolist()}."
        raise OptionError(msg)
    return given


def binned(curve: Curve, n_bins: int, strategy: Strategy, edges: Edges, closed: Closed) -> Bins:
    """Sum the rows of a two-class curve in bins."""
    p = ascending(curve)
    return summed(curve, p, *bin_starts(curve, p, n_bins, strategy, edges, closed))


def ascending(curve: Curve) -> FloatArray:
    """The distinct probabilities from the lowest up, as float64: every type of the same value is in the same bin."""
    return curve.scores[::-1].astype(np.float64)


def bin_starts(
    curve: Curve, p: FloatArray, n_bins: int, strategy: Strategy, edges: Edges, closed: Closed
) -> tuple[npt.NDArray[np.intp], FloatArray]:
    """Where each bin begins among the ascending distinct probabilities, and the edges."""
    known = check_edges(n_bins, strategy, edges, closed)
    if known is None:
        starts = _equal_mass(curve, n_bins)
        return starts, np.concatenate([p[starts], p[-1:]]) if len(p) else np.array([0.0, 1.0])
    # bin b begins at the first probability that is not below its edge, or that is above it
    inner = np.searchsorted(p, known[1:-1], side="left" if closed == "left" else "right")
    return np.concatenate([[0], inner]), known


def _equal_mass(curve: Curve, n_bins: int) -> npt.NDArray[np.intp]:
    """
    Where bins of equal mass begin among the ascending distinct probabilities.

    A probability goes with all its rows into the bin in which the middle of its rows falls, so that neither ties nor
    the order of rows decide, and 1 - p gives the mirrored bins. A middle within rounding of a border (sums of weights
    are rounded) counts as on it, and belongs to the upper bin.
    """
    weight = row_weights(curve)
    if not len(weight):
        return np.zeros(1, dtype=np.intp)
    upto = weight.cumsum(dtype=np.float64)
    middles = 2 * upto - weight  # in half rows
    borders = 2 * upto[-1] * (np.arange(n_bins) - 1e-9) / n_bins
    starts = np.unique(np.searchsorted(middles, borders))
    return starts[starts < len(weight)]


def row_weights(curve: Curve) -> NumberArray:
    """The rows at each of the ascending distinct probabilities; several times as fast as a sum over two columns."""
    weights = curve.weights[::-1]
    total: NumberArray = weights[:, 0] + weights[:, 1]
    return total


def summed(curve: Curve, p: FloatArray, starts: npt.NDArray[np.intp], edges: FloatArray) -> Bins:
    """Sum runs of ascending probabilities; an empty run sums to zero."""
    weights = curve.weights[::-1]
    here = starts < np.append(starts[1:], len(p))  # only runs with rows can be reduced, and the others add nothing

    def run(values: NumberArray) -> NumberArray:
        out = np.zeros(len(starts), values.dtype)
        if here.any():
            out[here] = np.add.reduceat(values, starts[here])
        return out

    probability = row_weights(curve) * p
    return Bins(edges, run(weights[:, 0]), run(weights[:, 1]), run(probability), run(probability * (1 - p)))


def why_no_rows(curve: Curve | CurveStack, average: Average = "macro") -> str | None:
    """Say that there are no rows, or none that a weighted average could weigh its classes by."""
    if not curve.n:
        return NO_ROWS
    if isinstance(curve, CurveStack) and average == "weighted" and not curve.support().any():
        return NO_SUPPORT
    return None
