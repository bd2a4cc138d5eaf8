"""G study: how much of the variance of ratings is of units, of raters, of occasions, and of what they share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, ClassVar, Literal

import numpy as np

from concordant.errors import InputTypeError, LengthError, OptionError, ScoreError
from concordant.inference.samples.panels import NumberPanel
from concordant.inputs.rows import numbers
from concordant.metrics import get
from concordant.metrics.agreement.variance_components import components, moments_of, why_undefined
from concordant.result.record import Record
from concordant.states import NumericRatings, RatingMoments, Ratings
from concordant.typing import FloatArray

UNIT = "unit"
_MOST = 1 << 27  # numbers that are read to leave each unit out


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class VarianceComponents(Record):
    """
    Variance components of a G study.

    Attributes
    ----------
    components : dict
        The variance of each effect by its name: ``"unit"``, ``"rater"``, ``"unit:rater"``, ...; the last one holds the
        error too. Negative estimates stay here; `d_study` takes them for 0.
    sizes : dict
        How many units there are, and how many of each facet: of nested and incomplete ratings the mean.
    facets : tuple of str
        The names of the facets.
    design : {"crossed", "nested"}
        Whether every unit has the same raters, or each its own.
    method : str
        How the variances were estimated.
    n : int
        The number of units.
    reason : str or None
        Which estimates are negative, or that the ratings do not vary; None if neither is so.
    left_out : ndarray of shape (n, effects), or None
        The variances without each unit, for the intervals of a D study. No part of the record when it is stored.
    """

    stored_as: ClassVar[str | None] = None

    components: dict[str, float]
    sizes: dict[str, float]
    facets: tuple[str, ...]
    design: str
    method: str
    n: int
    reason: str | None = None
    left_out: FloatArray | None = field(default=None, compare=False)

    @property
    def shares(self) -> dict[str, float]:
        """The share of each effect in the whole variance; negative estimates count 0."""
        kept = {name: max(value, 0.0) for name, value in self.components.items()}
        whole = sum(kept.values())
        return {name: value / whole if whole else float("nan") for name, value in kept.items()}

    def __str__(self) -> str:
        """The variances, a line each."""
        wide = max(map(len, self.components))
        sizes = ", ".join(f"{size:g} {name}s" for name, size in self.sizes.items())
        lines = [f"{self.design} {' x '.join((UNIT, *self.facets))}: {sizes} ({self.method})"]
        shares = self.shares
        lines += [
            f"  {name.ljust(wide)}  {value:10.4g}  {_percent(shares[name])}" for name, value in self.components.items()
        ]
        return "\n".join([*lines, *([f"doubt: {self.reason}"] if self.reason else [])])


def _percent(share: float) -> str:
    return f"{share:6.1%}" if share == share else "     -"  # noqa: PLR0124  (NaN)


def g_study(
    ratings: Any,
    *,
    facets: Sequence[str] | None = None,
    design: Literal["crossed", "nested"] = "crossed",
) -> VarianceComponents:
    """
    Estimate how much of the variance of ratings is of units and of each facet.

    Parameters
    ----------
    ratings : array-like of shape (n, r) or (n, r, t), data frame, NumericRatings, RatingMoments or Ratings
        Numbers of n units by r raters, and of two facets by t occasions. Of one facet ratings may be missing.
    facets : sequence of str, optional
        What the axes behind the units are called. Default: ``("rater",)``, of three axes ``("rater", "occasion")``.
    design : {"crossed", "nested"}
        ``"crossed"``: the same raters rated every unit. ``"nested"``: each unit has its own (one facet).

    Returns
    -------
    VarianceComponents

    Raises
    ------
    InputError
        If ratings of two facets are missing, or there are fewer than two units, raters or occasions.

    Notes
    -----
    Complete ratings: expected mean squares, in which estimates can be negative. Missing ratings of one facet: REML. If
    the same people rate units on two days, there are two facets; means over one of them hide which is to blame.

    References
    ----------
    Cronbach, Gleser, Nanda & Rajaratnam (1972), The Dependability of Behavioral Measurements. Brennan (2001),
    Generalizability Theory.

    Examples
    --------
    >>> from concordant import g_study
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> print(g_study(ratings))
    crossed unit x rater: 6 units, 4 raters (expected mean squares)
      unit             2.556   29.0%
      rater            5.244   59.5%
      unit:rater       1.019   11.6%
    """
    if design not in ("crossed", "nested"):
        msg = f'design must be "crossed" or "nested", not {design!r}.'
        raise OptionError(msg)
    cube = _cube(ratings)
    names = _names(facets, 1 if cube is None else 2)
    if cube is None:
        return _one_facet(ratings, names[0], design)
    if design == "nested":
        msg = 'design="nested" is of one facet: give a matrix of units by raters.'
        raise OptionError(msg)
    return _two_facets(cube, names)


def _names(facets: Sequence[str] | None, many: int) -> tuple[str, ...]:
    if facets is None:
        return ("rater", "occasion")[:many]
    if isinstance(facets, str) or len(facets) != many or len({*facets, UNIT}) != many + 1:
        msg = f"facets must be {many} different name{'s' * (many > 1)} beside {UNIT!r}, not {facets!r}."
        raise OptionError(msg)
    return tuple(map(str, facets))


def _cube(ratings: Any) -> FloatArray | None:
    """Ratings with three axes; None of others."""
    if isinstance(ratings, (list, tuple)) and ratings and isinstance(ratings[0], (list, tuple)):
        deep = ratings[0] and isinstance(ratings[0][0], (list, tuple))
        try:
            ratings = np.array(ratings) if deep else ratings
        except ValueError as error:
            msg = "ratings of two facets must have as many raters and occasions for every unit."
            raise LengthError(msg) from error
    if not isinstance(ratings, np.ndarray) or ratings.ndim < 3:
        return None
    if ratings.ndim > 3:
        msg = f"a G study takes one facet or two, not an array of {ratings.ndim} axes."
        raise InputTypeError(msg)
    flat = numbers(ratings.reshape(len(ratings), -1), "the array of ratings", rounded=False)
    cube = np.asarray(flat, np.float64).reshape(ratings.shape)
    if min(cube.shape) < 2:
        msg = f"a G study takes two units, raters and occasions or more, not an array of the shape {cube.shape}."
        raise LengthError(msg)
    if not np.isfinite(cube).all():
        msg = (
            f"ratings of two facets must all be there and finite; {int((~np.isfinite(cube)).sum())} are not. Leave "
            "units out that lack one, or take the means over a facet."
        )
        raise ScoreError(msg)
    return cube


def _one_facet(ratings: Any, facet: str, design: str) -> VarianceComponents:
    state: Any = ratings
    if isinstance(ratings, Ratings):
        state = NumericRatings.from_ratings(ratings)
    elif not isinstance(ratings, (NumericRatings, RatingMoments)):
        state = NumericRatings.from_wide(ratings)
    moments = moments_of(state)
    if moments.n < 2 or not (moments.sizes >= 2).any() or moments.weighted or moments.stack:
        msg = "a G study takes two units or more that count alike, and units with two ratings."
        raise LengthError(msg)
    model: Any = "one-way" if design == "nested" else "two-way"
    found = components(moments, model, None)
    both = f"{UNIT}:{facet}"
    values = {UNIT: float(found.units), facet: float(found.raters), both: float(found.error)}
    if design == "nested":
        values.pop(facet)
        values[f"{facet} in {UNIT}"] = values.pop(both)
    per_unit = float(moments.ratings / moments.n)
    sizes = {UNIT: float(moments.n), facet: per_unit if design == "nested" else float(len(moments.raters))}
    method = "expected mean squares" if moments.complete else "REML"
    doubt = why_undefined(found) or _doubt(values)
    left = _left_out(state, model, design) if isinstance(state, NumericRatings) else None
    return VarianceComponents(values, sizes, (facet,), design, method, int(moments.n), doubt, left)


def _left_out(state: NumericRatings, model: Any, design: str) -> FloatArray:
    """The variances without each unit."""
    from concordant.engines.arrays.quantities import moved_by_each

    moments = state.moments()
    panel = NumberPanel(get("intraclass_correlation"), {}, state)
    parts = []
    for some in panel.slices(len(moments.sizes)):
        found = components(moments_of(moved_by_each(moments, state, some, -1.0)), model, None)
        parts.append(np.stack(np.broadcast_arrays(found.units, found.raters, found.error), axis=-1))
    each = np.repeat(np.concatenate(parts), state.weight, axis=0)
    return each[:, [0, 2]] if design == "nested" else each


def _two_facets(cube: FloatArray, facets: tuple[str, ...]) -> VarianceComponents:
    n, r, t = cube.shape
    cube = cube - float(np.median(cube))
    names = [UNIT, facets[0], facets[1]]
    names += [":".join((names[a], names[b])) for a, b in combinations(range(3), 2)]
    names.append(":".join((UNIT, *facets)))
    values = dict(zip(names, expected_mean_squares(cube).tolist(), strict=True))
    left = None
    if cube.size * n <= _MOST and n > 2:
        left = np.array([expected_mean_squares(np.delete(cube, place, 0)) for place in range(n)])
    sizes = {UNIT: float(n), facets[0]: float(r), facets[1]: float(t)}
    return VarianceComponents(values, sizes, facets, "crossed", "expected mean squares", n, _doubt(values), left)


def expected_mean_squares(cube: FloatArray) -> FloatArray:
    """
    The variances of p, r, t, pr, pt, rt and prt with the error of a crossed design (Brennan 2001, table 3.4).

    Effects are means less those of the effects within them; a mean square divides their squares by the degrees of
    freedom.
    """
    sizes = np.array(cube.shape)
    axes = [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]
    effects: dict[tuple[int, ...], FloatArray] = {(): np.asarray(cube.mean(keepdims=True))}
    squares = {}
    for kept in axes:
        rest = tuple(axis for axis in range(3) if axis not in kept)
        effect = cube.mean(axis=rest, keepdims=True) if rest else cube
        for inner, part in effects.items():
            if set(inner) < set(kept):
                effect = effect - part
        effects[kept] = effect
        many = float(np.prod(sizes[list(rest)])) if rest else 1.0
        squares[kept] = many * float((effect**2).sum()) / float(np.prod(sizes[list(kept)] - 1))
    error = squares[0, 1, 2]
    pairs = {pair: (squares[pair] - error) / sizes[3 - sum(pair)] for pair in axes[3:6]}
    ones = []
    for axis in range(3):
        own = [pair for pair in axes[3:6] if axis in pair]
        others = np.delete(sizes, axis)
        ones.append((squares[(axis,)] - sum(squares[pair] for pair in own) + error) / others.prod())
    return np.array([*ones, *(pairs[pair] for pair in axes[3:6]), error])


def _doubt(values: dict[str, float]) -> str | None:
    """Which estimates are negative, or that none is above 0."""
    if not any(values.values()):
        return "the ratings do not vary, so that no effect has a share of their variance"
    below = [name for name, value in values.items() if value < 0]
    if not below:
        return None
    return f"the variance of {', '.join(below)} is estimated below 0; a D study takes it for 0"
