"""D study: how reliable means over so many raters and occasions are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar, Literal

import numpy as np

from concordant.errors import InputTypeError, OptionError
from concordant.inference.quantiles import check_level, two_sided
from concordant.panels.g_study import VarianceComponents, g_study
from concordant.result.record import Pictured
from concordant.typing import FloatArray, NumberArray

_MOST = 1_000_000
Coefficient = Literal["generalizability", "dependability"]


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
        the scale of log(1 - value), Student's t. Empty where the G study does not hold its units.
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
        if of not in ("generalizability", "dependability"):
            msg = f'of must be "generalizability" or "dependability", not {of!r}.'
            raise OptionError(msg)
        if not 0 < target < 1:
            msg = f"target must be between 0 and 1, not {target!r}."
            raise OptionError(msg)
        low, high = 0, 1
        while _reliability(self.study, np.array([high]), np.array([occasions]))[of][0] < target:
            low, high = high, 2 * high
            if high > _MOST:
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
        for place in range(len(self.raters)):
            counts = f"{self.raters[place]:{len(self.study.facets[0]) + 3}.0f}"
            counts += f"{self.occasions[place]:{len(self.study.facets[1]) + 3}.0f}" if two else ""
            parts = [self._shown(name, place) for name in ("generalizability", "dependability")]
            errors = f"{self.sem_relative[place]:12.4g}  {self.sem_absolute[place]:8.4g}"
            lines.append(f"{counts}  {'  '.join(part.ljust(22) for part in parts)}{errors}")
        unknown = np.isnan(self.dependability).any() and self.study.reason
        return "\n".join([*lines, *([f"doubt: {self.study.reason}"] if unknown else [])])

    def _shown(self, name: str, place: int) -> str:
        value = getattr(self, name)[place]
        if np.isnan(value):
            return "undefined"
        if name not in self.limits:
            return f"{value:.3f}"
        low, high = self.limits[name][place]
        if np.isnan(low):
            return f"{value:.3f} (no interval)"
        return f"{value:.3f} ({low:.3f} to {high:.3f})"


def d_study(
    study: Any,
    *,
    raters: int | Iterable[int] = range(1, 11),
    occasions: int | Iterable[int] = 1,
    level: float = 0.95,
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
    `intraclass_correlation`. Variances estimated below 0 count as 0. Limits are over units, for variances of these
    raters and occasions: with few of them their own variance is hardly known.

    References
    ----------
    Brennan (2001), Generalizability Theory. Shavelson & Webb (1991), Generalizability Theory: A Primer.

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
    found = study if isinstance(study, VarianceComponents) else g_study(study)
    level = check_level(level)
    if len(found.facets) == 1 and occasions != 1:
        msg = "a study of one facet has no occasions: give g_study ratings of three axes."
        raise OptionError(msg)
    some, many = _counts(raters, "raters"), _counts(occasions, "occasions")
    r, t = (one.ravel() for one in np.meshgrid(some, many))
    values = _reliability(found, r, t)
    limits = {name: _limits(found, r, t, name, level) for name in ("generalizability", "dependability")}
    known = {name: one for name, one in limits.items() if one is not None}
    return DStudy(
        r,
        t,
        values["generalizability"],
        values["dependability"],
        np.sqrt(values["relative"]),
        np.sqrt(values["absolute"]),
        known,
        level,
        found,
    )


def _counts(given: Any, name: str) -> Any:
    counts = [given] if isinstance(given, (int, np.integer)) else given
    if isinstance(counts, (str, bool)) or not isinstance(counts, (Iterable, Sequence)):
        msg = f"{name} must be a whole number or several, not {given!r}."
        raise InputTypeError(msg)
    found = list(counts)
    whole = all(isinstance(one, (int, np.integer)) and not isinstance(one, bool) and one >= 1 for one in found)
    if not found or not whole:
        msg = f"{name} must be whole numbers, 1 or more, not {given!r:.80}."
        raise OptionError(msg)
    return np.array(found, np.int64)


def _reliability(study: VarianceComponents, r: Any, t: Any, values: FloatArray | None = None) -> dict[str, FloatArray]:
    """Both coefficients and both error variances, of variances (..., effects) by designs (D,)."""
    given = np.array(list(study.components.values())) if values is None else values
    kept = np.maximum(given, 0.0)[..., None]
    if study.design == "nested":
        units, error = kept[..., 0, :], kept[..., 1, :] / r
        relative = absolute = error
    elif len(study.facets) == 1:
        units, of_raters, error = (kept[..., place, :] for place in range(3))
        relative = error / r
        absolute = relative + of_raters / r
    else:
        units, of_r, of_t, pr, pt, rt, rest = (kept[..., place, :] for place in range(7))
        relative = pr / r + pt / t + rest / (r * t)
        absolute = relative + of_r / r + of_t / t + rt / (r * t)
    with np.errstate(divide="ignore", invalid="ignore"):
        return {
            "generalizability": units / (units + relative),
            "dependability": units / (units + absolute),
            "relative": relative + 0 * units,
            "absolute": absolute + 0 * units,
        }


def _limits(study: VarianceComponents, r: Any, t: Any, name: str, level: float) -> FloatArray | None:
    """The jackknife over units on the scale of log(1 - value), (D, 2)."""
    if study.left_out is None:
        return None
    n = len(study.left_out)
    with np.errstate(divide="ignore", invalid="ignore"):
        centre = -np.log1p(-_reliability(study, r, t)[name])
        each = -np.log1p(-_reliability(study, r, t, study.left_out)[name])
        se = np.sqrt((n - 1) / n * ((each - each.mean(0)) ** 2).sum(0))
        half = two_sided(level, n - 1.0) * se
        ends = [-np.expm1(-(centre - half)), -np.expm1(-(centre + half))]
    return np.where(np.isfinite(ends), ends, np.nan).T
