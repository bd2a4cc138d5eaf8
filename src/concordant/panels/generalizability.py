"""`g_study`, `d_study`, Spearman-Brown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import inf, isfinite, isnan, prod
from typing import Any, ClassVar, Literal

import numpy as np

from concordant.errors import InputTypeError, LengthError, OptionError, ScoreError
from concordant.inference.influence.influences import jackknife_variance
from concordant.inference.quantiles import check_level, two_sided
from concordant.inference.samples.panels import NumberPanel
from concordant.inputs.rows import numbers
from concordant.metrics import get
from concordant.metrics.agreement.variance_components import components, moments_of, why_undefined
from concordant.metrics.definition.options import knowing_its_options
from concordant.names import require_choice
from concordant.result.record import Pictured, Record
from concordant.states import NumericRatings, RatingMoments, Ratings
from concordant.typing import FloatArray, NumberArray

_MOST_RATERS = 1_000_000
_MOST_OF_A_DESIGN = 10**12 + 1  # raters or occasions
Coefficient = Literal["generalizability", "dependability"]
UNIT = "unit"
_DRAWS = 20_000  # of mean squares, with a fixed seed
_MOST_NUMBERS = 1 << 27  # numbers that are read to leave each unit out


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
        for name, value in self.components.items():
            share = "     -" if isnan(shares[name]) else f"{shares[name]:6.1%}"
            lines.append(f"  {name.ljust(wide)}  {value:10.4g}  {share}")
        return "\n".join([*lines, *([f"doubt: {self.reason}"] if self.reason else [])])


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DStudy(Pictured):
    """
    The reliability of means over so many raters and occasions; all arrays have one number for each design.

    Attributes
    ----------
    raters, occasions : ndarray of int
        How many of the first facet, and of the second, a mean is over.
    generalizability : ndarray
        E rho^2: how far the means order the units as their true means would.
    dependability : ndarray
        Phi: how far they are the true means themselves; differences of raters count as errors.
    sem_relative, sem_absolute : ndarray
        The standard errors that belong to them, in units of the ratings.
    limits : dict
        For ``"generalizability"`` and ``"dependability"`` the limits, shape (designs, 2): the jackknife over units on
        the scale of log(1 - value), Student's t; of crossed dependability generalized limits, which hold the variance
        of raters and occasions. Empty where the G study does not hold its units.
    level : float
        The nominal coverage of the limits.
    study : VarianceComponents
        The G study.
    """

    stored_as: ClassVar[str | None] = None
    picture: ClassVar[str] = "d_study"

    raters: NumberArray
    occasions: NumberArray
    generalizability: FloatArray
    dependability: FloatArray
    sem_relative: FloatArray
    sem_absolute: FloatArray
    limits: dict[str, FloatArray]
    level: float
    study: VarianceComponents

    def raters_needed(self, target: float = 0.8, *, occasions: int = 1, of: Coefficient = "generalizability") -> float:
        """Return the least number of raters whose mean is so reliable; infinity where no number is enough."""
        require_choice("of", of, ("generalizability", "dependability"))
        if not 0 < target < 1:
            raise OptionError(f"target must be between 0 and 1, not {target!r}.")
        low, high = 0, 1
        while _reliability(self.study, np.array([high]), np.array([occasions]))[of][0] < target:
            low, high = high, 2 * high
            if high > _MOST_RATERS:
                return inf
        while high - low > 1:
            middle = (low + high) // 2
            enough = _reliability(self.study, np.array([middle]), np.array([occasions]))[of][0] >= target
            low, high = (low, middle) if enough else (middle, high)
        return float(high)

    def __str__(self) -> str:
        """A line for each design."""
        two = len(self.study.facets) > 1
        head = f"  {self.study.facets[0]}s" + (f"  {self.study.facets[1]}s" if two else "")
        lines = [f"{head}  generalizability        dependability           SEM relative  absolute"]
        for design in range(len(self.raters)):
            counts = f"{self.raters[design]:{len(self.study.facets[0]) + 3}.0f}"
            counts += f"{self.occasions[design]:{len(self.study.facets[1]) + 3}.0f}" if two else ""
            parts = [self._shown(name, design) for name in ("generalizability", "dependability")]
            errors = f"{self.sem_relative[design]:12.4g}  {self.sem_absolute[design]:8.4g}"
            lines.append(f"{counts}  {'  '.join(part.ljust(22) for part in parts)}{errors}")
        unknown = np.isnan(self.dependability).any() and self.study.reason
        return "\n".join([*lines, *([f"doubt: {self.study.reason}"] if unknown else [])])

    def _shown(self, name: str, design: int) -> str:
        value = getattr(self, name)[design]
        if np.isnan(value):
            return "undefined"
        if name not in self.limits:
            return f"{value:.3f}"
        low, high = self.limits[name][design]
        if np.isnan(low):
            return f"{value:.3f} (no interval)"
        return f"{value:.3f} ({low:.3f} to {high:.3f})"


def _reliability(study: VarianceComponents, r: Any, t: Any, values: FloatArray | None = None) -> dict[str, FloatArray]:
    """Both coefficients and both error variances, of variances (..., effects) by designs (D,)."""
    variances = np.array(list(study.components.values())) if values is None else values
    effects = _effects(len(study.sizes))
    if study.design == "nested":
        effects.remove(frozenset({1}))  # raters differ within units alone
    means = (1, r, t)
    errors = {
        effect: np.maximum(variances[..., index, None], 0.0) / prod(means[axis] for axis in effect)
        for index, effect in enumerate(effects)
    }
    units = errors.pop(frozenset({0}))
    relative = sum(error for effect, error in errors.items() if 0 in effect)
    absolute = sum((error for effect, error in errors.items() if 0 not in effect), relative)
    with np.errstate(divide="ignore", invalid="ignore"):
        return {
            "generalizability": units / (units + relative),
            "dependability": units / (units + absolute),
            "relative": relative + 0 * units,
            "absolute": absolute + 0 * units,
        }


def _effects(axes: int) -> list[frozenset[int]]:
    """The effects of a crossed design, each as its axes, of which 0 is that of units; those of fewest axes first."""
    return [frozenset(kept) for size in range(axes) for kept in combinations(range(axes), size + 1)]


@knowing_its_options("panels")
def d_study(
    study: Any, *, raters: int | Iterable[int] = range(1, 11), occasions: int | Iterable[int] = 1, level: float = 0.95
) -> DStudy:
    """
    Tell how reliable means over so many raters, and occasions, are.

    With the variances s of a G study, n_r raters and n_t occasions: ``E rho^2 = s_p / (s_p + s_pr / n_r + s_pt / n_t +
    s_prt / (n_r n_t))``; Phi adds ``s_r / n_r + s_t / n_t + s_rt / (n_r n_t)`` to the denominator.

    Parameters
    ----------
    study : VarianceComponents, or what `g_study` takes
        The G study.
    raters, occasions : int or iterable of int
        How many of the first facet and of the second; every combination is taken.
    level : float
        The nominal coverage of the limits.

    Returns
    -------
    DStudy

    Notes
    -----
    With one facet, as many raters as rated, and complete ratings, they are ICC(C,k) and ICC(A,k) of
    `intraclass_correlation`. Variances estimated below 0 count as 0. Limits of
    generalizability are over units. Those of dependability are for raters like these: quantiles of its value at mean
    squares ``df MS / chi2`` (Weerahandi 1993), where those that hold units have the degrees of freedom that the
    jackknife over units leaves them. With two or three raters they are wide, as the variance of raters is hardly known.

    References
    ----------
    Brennan (2001), Generalizability Theory. Shavelson & Webb (1991), Generalizability Theory: A Primer. Weerahandi
    (1993), Generalized confidence intervals, J. of the American Statistical Association 88:899; Tian & Cappelleri
    (2004), Statistics in Medicine 23:2125.

    Examples
    --------
    >>> from concordant import d_study, g_study
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> found = d_study(g_study(ratings), raters=[1, 4])
    >>> found.dependability.round(3).tolist()
    [0.29, 0.62]
    >>> found.raters_needed(0.8, of="dependability")
    10.0
    """
    g = study if isinstance(study, VarianceComponents) else g_study(study)
    level = check_level(level)
    if len(g.facets) == 1 and occasions != 1:
        raise OptionError("a study of one facet has no occasions: give g_study ratings of three axes.")
    rater_counts, occasion_counts = _design_sizes(raters, "raters"), _design_sizes(occasions, "occasions")
    r, t = (grid.ravel() for grid in np.meshgrid(rater_counts, occasion_counts))
    values = _reliability(g, r, t)
    limits = {name: _limits(g, r, t, name, level) for name in ("generalizability", "dependability")}
    available = {name: grid for name, grid in limits.items() if grid is not None}
    return DStudy(
        r,
        t,
        values["generalizability"],
        values["dependability"],
        np.sqrt(values["relative"]),
        np.sqrt(values["absolute"]),
        available,
        level,
        g,
    )


def _design_sizes(requested: Any, name: str) -> Any:
    counts = [requested] if isinstance(requested, (int, np.integer)) else requested
    if isinstance(counts, (str, bool)) or not isinstance(counts, (Iterable, Sequence)):
        raise InputTypeError(f"{name} must be a whole number or several, not {requested!r}.")
    sizes = list(counts)
    whole = all(isinstance(size, (int, np.integer)) and not isinstance(size, bool) for size in sizes)
    if not sizes or not whole or not all(1 <= size < _MOST_OF_A_DESIGN for size in sizes):
        raise OptionError(f"{name} must be whole numbers, 1 or more and at most 10^12, not {requested!r:.80}.")
    return np.array(sizes, np.int64)


def _limits(study: VarianceComponents, r: Any, t: Any, name: str, level: float) -> FloatArray | None:
    """Limits of designs, (D, 2): of dependability with the variance of raters, else over units alone."""
    if study.left_out is None:
        return None
    if name == "dependability" and study.design == "crossed":
        return _by_mean_squares(study, study.left_out, r, t, level)
    n = len(study.left_out)
    with np.errstate(divide="ignore", invalid="ignore"):
        centre = -np.log1p(-_reliability(study, r, t)[name])
        left_out = -np.log1p(-_reliability(study, r, t, study.left_out)[name])
        se = np.sqrt(jackknife_variance(np.ones(n), left_out))
        half = two_sided(level, n - 1.0) * se
        ends = [-np.expm1(-(centre - half)), -np.expm1(-(centre + half))]
    return np.where(np.isfinite(ends), ends, np.nan).T


def _by_mean_squares(study: VarianceComponents, left_out: FloatArray, r: Any, t: Any, level: float) -> FloatArray:
    """
    Generalized limits of dependability: quantiles of its value at mean squares ``df MS / chi2``.

    Weerahandi 1993, J. of the American Statistical Association 88:899; of this coefficient Tian & Cappelleri 2004,
    Statistics in Medicine 23:2125. Where units or errors are not normal their mean squares vary more: those that hold
    units have the degrees of freedom that the jackknife over units leaves them (Box 1953, Biometrika 40:318).
    """
    effects, sizes, n = _effects(len(study.sizes)), list(study.sizes.values()), len(left_out)
    squares = _expected(sizes) @ np.array(list(study.components.values()))
    without = left_out @ _expected([sizes[0] - 1.0, *sizes[1:]]).T
    with np.errstate(divide="ignore", invalid="ignore"):
        jackknife = 2.0 / jackknife_variance(np.ones(n), np.log(without))
    df = np.array([prod(sizes[x] - 1.0 for x in kept) for kept in effects])
    df = np.where([0 in kept for kept in effects], np.fmin(df, jackknife), df)
    drawn = np.random.default_rng(0).chisquare(df, (_DRAWS, len(df)))
    values = np.linalg.solve(_expected(sizes), (df * squares / drawn).T).T
    tails = (1 - level) / 2, (1 + level) / 2
    undefined = np.isnan(_reliability(study, r, t)["dependability"])
    ends = [
        np.quantile(_reliability(study, r[d : d + 1], t[d : d + 1], values)["dependability"], tails, axis=0)[:, 0]
        for d in range(len(r))
    ]
    return np.where(undefined[:, None], np.nan, ends)


def _expected(sizes: Sequence[float]) -> FloatArray:
    """The expected mean square of each effect, a row, of the variances of the effects that hold it."""
    axes, effects = range(len(sizes)), _effects(len(sizes))
    table = [[prod(sizes[x] for x in axes if x not in b) * (a <= b) for b in effects] for a in effects]
    return np.array(table, np.float64)


@knowing_its_options("panels")
def g_study(
    ratings: Any, *, facets: Sequence[str] | None = None, design: Literal["crossed", "nested"] = "crossed"
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
    require_choice("design", design, ("crossed", "nested"))
    cube = _cube(ratings)
    names = _facet_names(facets, 1 if cube is None else 2)
    if cube is None:
        return _one_facet(ratings, names[0], design)
    if design == "nested":
        raise OptionError('design="nested" is of one facet: give a matrix of units by raters.')
    return _two_facets(cube, names)


def _cube(ratings: Any) -> FloatArray | None:
    """Ratings as an array of three axes; None if they have fewer."""
    if isinstance(ratings, (list, tuple)) and ratings and isinstance(ratings[0], (list, tuple)):
        deep = ratings[0] and isinstance(ratings[0][0], (list, tuple))
        try:
            ratings = np.array(ratings) if deep else ratings
        except ValueError as error:
            raise LengthError("ratings of two facets must have as many raters and occasions for every unit.") from error
    if not isinstance(ratings, np.ndarray) or ratings.ndim < 3:
        return None
    if ratings.ndim > 3:
        raise InputTypeError(f"a G study takes one facet or two, not an array of {ratings.ndim} axes.")
    flat = numbers(ratings.reshape(len(ratings), -1), "the array of ratings", rounded=False)
    cube = np.asarray(flat, np.float64).reshape(ratings.shape)
    if min(cube.shape) < 2:
        msg = f"a G study takes two units, raters and occasions or more, not an array of the shape {cube.shape}."
        raise LengthError(msg)
    if not np.isfinite(cube).all():
        raise ScoreError(
            f"ratings of two facets must all be there and finite; {int((~np.isfinite(cube)).sum())} are not. Leave "
            "units out that lack one, or take the means over a facet."
        )
    return cube


def _facet_names(facets: Sequence[str] | None, n_facets: int) -> tuple[str, ...]:
    if facets is None:
        return ("rater", "occasion")[:n_facets]
    if (
        isinstance(facets, str)
        or not isinstance(facets, Sequence)
        or len(facets) != n_facets
        or len({*facets, UNIT}) != n_facets + 1
    ):
        msg = f"facets must be {n_facets} different name{'s' * (n_facets > 1)} beside {UNIT!r}, not {facets!r:.80}."
        raise OptionError(msg)
    return tuple(map(str, facets))


def _one_facet(ratings: Any, facet: str, design: str) -> VarianceComponents:
    state: Any = ratings
    if isinstance(ratings, Ratings):
        state = NumericRatings.from_ratings(ratings)
    elif not isinstance(ratings, (NumericRatings, RatingMoments)):
        state = NumericRatings.from_wide(ratings)
    moments = moments_of(state)
    if moments.n < 2 or not (moments.sizes >= 2).any() or moments.weighted or moments.stack:
        raise LengthError("a G study takes two units or more that count alike, and units with two ratings.")
    model: Any = "one-way" if design == "nested" else "two-way"
    variances = components(moments, model)
    both = f"{UNIT}:{facet}"
    values = {UNIT: float(variances.units), facet: float(variances.raters), both: float(variances.error)}
    if design == "nested":
        values.pop(facet)
        values[f"{facet} in {UNIT}"] = values.pop(both)
    per_unit = float(moments.ratings / moments.n)
    sizes = {UNIT: float(moments.n), facet: per_unit if design == "nested" else float(len(moments.raters))}
    method = "expected mean squares" if moments.complete else "REML"
    reason = why_undefined(variances) or _why_negative(values)
    left_out = _left_out(state, model, design) if isinstance(state, NumericRatings) else None
    return VarianceComponents(values, sizes, (facet,), design, method, int(moments.n), reason, left_out)


def _why_negative(values: dict[str, float]) -> str | None:
    """Name the negative variances, or say that none is above 0; None if there is no problem."""
    if not any(values.values()):
        return "the ratings do not vary, so that no effect has a share of their variance"
    below = [name for name, value in values.items() if value < 0]
    if not below:
        return None
    return f"the variance of {', '.join(below)} is estimated below 0; a D study takes it for 0"


def _left_out(state: NumericRatings, model: Any, design: str) -> FloatArray:
    """The variances without each unit."""
    from concordant.engines.arrays.quantities import moved_by_each

    moments = state.moments()
    panel = NumberPanel(get("intraclass_correlation"), {}, state)
    parts = []
    for units in panel.slices(len(moments.sizes)):
        variances = components(moments_of(moved_by_each(moments, state, units, -1.0)), model)
        parts.append(np.stack(np.broadcast_arrays(variances.units, variances.raters, variances.error), axis=-1))
    each = np.repeat(np.concatenate(parts), state.weight, axis=0)
    return each[:, [0, 2]] if design == "nested" else each


def _two_facets(cube: FloatArray, facets: tuple[str, ...]) -> VarianceComponents:
    n = len(cube)
    cube = cube - float(np.median(cube))
    axes = (UNIT, *facets)
    names = [":".join(axes[axis] for axis in sorted(effect)) for effect in _effects(3)]
    values = dict(zip(names, expected_mean_squares(cube).tolist(), strict=True))
    left_out = None
    if cube.size * n <= _MOST_NUMBERS and n > 2:
        left_out = np.array([expected_mean_squares(np.delete(cube, unit, 0)) for unit in range(n)])
    sizes = dict(zip(axes, map(float, cube.shape), strict=True))
    reason = _why_negative(values)
    return VarianceComponents(values, sizes, facets, "crossed", "expected mean squares", n, reason, left_out)


def expected_mean_squares(cube: FloatArray) -> FloatArray:
    """
    The variances of p, r, t, pr, pt, rt and prt with the error of a crossed design (Brennan 2001, table 3.4).

    Effects are means less those of the effects within them; a mean square divides their squares by the degrees of
    freedom.
    """
    parts: dict[frozenset[int], FloatArray] = {frozenset(): np.asarray(cube.mean(keepdims=True))}
    squares = []
    for kept in _effects(3):
        rest = tuple({0, 1, 2} - kept)
        effect = cube.mean(axis=rest, keepdims=True)
        for inner, part in parts.items():
            if inner < kept:
                effect = effect - part
        parts[kept] = effect
        mean_over, df = prod(cube.shape[axis] for axis in rest), prod(cube.shape[axis] - 1 for axis in kept)
        squares.append(mean_over * float((effect**2).sum()) / df)
    return np.linalg.solve(_expected(cube.shape), np.array(squares))


def spearman_brown(value: float, factor: float) -> float:
    """
    Return the reliability of the mean of `factor` times as many ratings.

    ``factor value / (1 + (factor - 1) value)``.

    Parameters
    ----------
    value : float
        The reliability of what is measured now, such as `intraclass_correlation` of one rating.
    factor : float
        How many times as many ratings: 4 for the mean of four, 0.5 for half of them.

    Returns
    -------
    float
        NaN where a negative value has no such mean: ``1 + (factor - 1) value`` is not above 0.

    References
    ----------
    Spearman (1910), British Journal of Psychology 3:271; Brown (1910), British Journal of Psychology 3:296.

    Examples
    --------
    >>> from concordant import spearman_brown
    >>> round(spearman_brown(0.29, 4), 3)
    0.62
    """
    value, factor = _finite_number(value, "value"), _finite_number(factor, "factor")
    if factor <= 0 or value > 1:
        raise OptionError(f"a reliability is at most 1 and factor is above 0, not {value!r} and {factor!r}.")
    below = 1 + (factor - 1) * value
    return factor * value / below if below > 0 else float("nan")


def _finite_number(value: Any, name: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = inf
    if isinstance(value, (bool, str)) or not isfinite(number):
        raise OptionError(f"{name} must be a finite number, not {value!r:.80}.")
    return number


def spearman_brown_raters(value: float, target: float) -> float:
    """
    Return how many times as many ratings the mean needs to reach a reliability: the inverse of `spearman_brown`.

    ``target (1 - value) / (value (1 - target))``, not rounded.

    Parameters
    ----------
    value : float
        The reliability of what is measured now: of one rating, so that the answer is a number of raters.
    target : float
        The reliability wanted, between 0 and 1.

    Returns
    -------
    float
        Infinity where `value` is 0 or less: no number of ratings is enough.

    Examples
    --------
    >>> from concordant import spearman_brown_raters
    >>> round(spearman_brown_raters(0.29, 0.8), 2)
    9.79
    """
    value, target = _finite_number(value, "value"), _finite_number(target, "target")
    if not 0 < target < 1 or value > 1:
        raise OptionError(f"target must be between 0 and 1 and value at most 1, not {target!r} and {value!r}.")
    return target * (1 - value) / (value * (1 - target)) if value > 0 else inf
