"""Mean correlation of the pairs of raters, of numbers or of ranks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError, OptionError
from concordant.metrics._object.define import metric
from concordant.metrics._object.number_facts import NumberFacts
from concordant.metrics._reliability.moments_of import moments_of, units_of, why_too_few
from concordant.metrics._reliability.pair_moments import pair_moments
from concordant.metrics._reliability.ranks import kendall, kendall_left_out, kendall_of_pairs, spearman
from concordant.names import did_you_mean
from concordant.states import NumericRatings, RatingMoments
from concordant.typing import FloatArray, Floats

Correlation = Literal["pearson", "spearman", "kendall"]
MeanOfPairs = Literal["plain", "fisher"]
_ONE = 1e-12


def _check(name: str, value: Any, known: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in known:
        hint = did_you_mean(value, known) if isinstance(value, str) else ""
        msg = f"{name} must be one of {', '.join(map(repr, known))}, not {value!r}.{hint}"
        raise OptionError(msg)


def _by_sums(options: Mapping[str, Any]) -> bool:
    return bool(options.get("kind", "pearson") == "pearson")


def _why(ratings: Any, *, kind: Correlation = "pearson", average: MeanOfPairs = "plain") -> str | None:
    moments = moments_of(ratings)
    few = why_too_few(moments)
    if few or moments.stack:
        return few
    left = _defined(_pairs(ratings, kind), average)
    if not left.any():
        constant = "a constant one" + (", or nearly so under these weights" if moments.weighted else "")
        return f"every pair of raters has {constant}, or no two units that both rated"
    names = [f"{a!r} and {b!r}" for (a, b), kept in zip(combinations(moments.raters, 2), left, strict=True) if not kept]
    if not names:
        return None
    shown = "; ".join(names[:3]) + ("; ..." if len(names) > 3 else "")
    return f"{len(names)} of {len(left)} pairs of raters have no correlation and are left out: {shown}"


def _left_out(state: Any, *, kind: Correlation = "pearson", average: MeanOfPairs = "plain") -> FloatArray | None:
    """Of Kendall's tau the value without each unit: its pairs with the others are taken off."""
    if kind != "kendall":
        return None
    return _mean(np.stack([kendall_left_out(x, y, w, kept) for x, y, w, kept in _columns(state)], axis=-1), average)


@metric(
    input="numbers",
    numbers=NumberFacts(moments=_by_sums, skips=True, left_out=_left_out),
    why=_why,
    family="agreement",
    title="Mean correlation of raters",
    says="how far raters put units in the same order, or on a line, pair by pair: 1 is perfect",
    formula="mean of r_gh over the pairs of raters g < h",
    source="Kendall & Gibbons 1990, Rank Correlation Methods, 5th ed., chapter 6; Pearson 1896; Spearman 1904",
    better="higher",
    range=(-1, 1),
    chance=0,
    symmetric=True,
)
def mean_correlation(ratings: Any, /, *, kind: Correlation = "pearson", average: MeanOfPairs = "plain") -> Floats:
    """
    Mean correlation of the pairs of raters, of numbers or of ranks.

    The plain mean of the correlations of all pairs of raters, each over the units that both rated.

    Parameters
    ----------
    kind : {"pearson", "spearman", "kendall"}
        Pearson's correlation, that of midranks, or Kendall's tau-b.
    average : {"plain", "fisher"}
        The mean of the correlations, or Fisher's z of them averaged and taken back; that leaves out pairs with a
        correlation of 1 or -1.

    Returns
    -------
    float
        From -1 (of two raters) to 1; 0 of ratings that have nothing to do with each other. Undefined (NaN) if no pair
        of raters has two units and numbers that vary. Pairs with a constant rater are left out, and a warning names
        them.

    Notes
    -----
    A correlation says nothing of whether raters give the same numbers: a rater who is one point higher throughout, or
    uses half of the scale, correlates perfectly. Agreement is `intraclass_correlation` and `overall_concordance`. Of
    complete ratings without ties the mean of Spearman's is ``(r W - 1) / (r - 1)`` with `kendall_w`. The weight w of a
    unit stands for w equal units.

    References
    ----------
    Kendall & Gibbons (1990), Rank Correlation Methods, 5th edition, chapter 6. Spearman (1904), American Journal of
    Psychology 15:72. Kendall (1945), Biometrika 33:239.

    Examples
    --------
    >>> from concordant import mean_correlation
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> round(mean_correlation(ratings), 4)
    0.7603
    >>> round(mean_correlation(ratings, kind="spearman"), 4)
    0.8496
    """
    _check("kind", kind, ("pearson", "spearman", "kendall"))
    _check("average", average, ("plain", "fisher"))
    mean = _mean(_pairs(ratings, kind), average)
    return mean if np.ndim(mean) else float(mean)


def _mean(values: FloatArray, average: MeanOfPairs) -> FloatArray:
    kept = _defined(values, average)
    used = np.where(kept, values, 0.0)
    if average == "fisher":
        used = np.arctanh(used)
    many = kept.sum(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = used.sum(-1) / np.where(many > 0, many, np.nan)
    return np.asarray(np.tanh(mean) if average == "fisher" else mean)


def _defined(values: FloatArray, average: MeanOfPairs) -> Any:
    """Which pairs enter the mean."""
    kept = ~np.isnan(values)
    return kept & (np.abs(np.where(kept, values, 0.0)) < 1 - _ONE) if average == "fisher" else kept


def _pairs(ratings: Any, kind: Correlation) -> FloatArray:
    """The correlation of each pair, (..., P)."""
    if kind == "pearson":
        return np.clip(pair_moments(moments_of(ratings)).correlations, -1.0, 1.0)
    if isinstance(ratings, RatingMoments):
        msg = f'kind="{kind}" needs the units, and RatingMoments hold their sums: keep NumericRatings.'
        raise InputTypeError(msg)
    units = units_of(ratings)
    found = kendall_of_pairs(units.matrix[:, _rated(units)], units.weight * 1.0) if kind == "kendall" else None
    if found is not None:
        return found
    one = spearman if kind == "spearman" else kendall
    return np.array([one(x, y, w) if len(w) else float("nan") for x, y, w, _ in _columns(units)])


def _columns(units: NumericRatings) -> Iterator[tuple[FloatArray, FloatArray, FloatArray, npt.NDArray[np.bool_]]]:
    """Of each pair of raters who rated the numbers and weights of the units that both did, and which those are."""
    weight = units.weight * 1.0
    for g, h in combinations(_rated(units).tolist(), 2):
        both: Any = ~np.isnan(units.matrix[:, [g, h]]).any(1)
        yield units.matrix[both, g], units.matrix[both, h], weight[both], both


def _rated(units: NumericRatings) -> npt.NDArray[np.intp]:
    """The raters with a rating, as in `moments_of`; all where nobody has one."""
    rated = ~np.isnan(units.matrix).all(0)
    return np.flatnonzero(rated | ~rated.any())
