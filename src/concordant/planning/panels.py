"""`panel`: how many raters, how many units."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError, RaterIdentityError, TooFewUnitsError
from concordant.inference.influence.influences import satterthwaite
from concordant.inference.intervals.panels import OVER, variance_over_raters
from concordant.inference.quantiles import SCALES, check_level, two_sided
from concordant.inference.samples.panels import Panel, compositions, panel_of, read_state
from concordant.metrics import get
from concordant.metrics.definition.metric import Metric
from concordant.names import require_choice
from concordant.planning.design import smallest
from concordant.result.plans import PanelPlan
from concordant.result.record import signed
from concordant.states import Ratings, Tallies
from concordant.typing import FloatArray, KappaWeights, Label

Counts = npt.NDArray[np.int64]
_MOST_UNITS = 10**7  # units
_MOST_RATERS = 1000  # a unit
_MOST_COMPOSITIONS = 100_000  # compositions of so many ratings
_ENOUGH = 0.5  # of the units of a pilot with so many ratings
_FEWEST = 4  # ratings a unit, from which on a pilot tells of more raters than it had


def panel(
    pilot: Any = None,
    *,
    half_width: float | None = None,
    n: int | None = None,
    raters: int | Iterable[int] = range(2, 7),
    metric: str | Metric = "krippendorff_alpha",
    weights: KappaWeights = None,
    over: str = "units",
    kappa: float | None = None,
    prevalence: float | None = None,
    level: float = 0.95,
    labels: Sequence[Label] | None = None,
) -> PanelPlan:
    """
    Plan a study of agreement: how many units, for each number of raters, until the interval is narrow enough.

    Parameters
    ----------
    pilot : matrix, data frame, Ratings or Tallies, optional
        Ratings of a pilot. Without it, two labels with `kappa` and `prevalence`.
    half_width : float, optional
        Half the distance between the limits that is wanted. Give this or `n`.
    n : int, optional
        How many units: the half widths that they give.
    raters : int or iterable of int
        How many raters rate each unit.
    metric : str or Metric
        A coefficient of raters who are exchangeable: `krippendorff_alpha`, `fleiss_kappa`, `gwet_ac1`, ...
    weights : str, array-like or None
        How much two labels disagree.
    over : {"units", "units and raters"}
        What the interval generalises over. With raters the pilot must say who rated, of three raters or more.
    kappa, prevalence : float
        Without a pilot: the kappa that is expected, and the share of the positive label (default: 0.5).
    level : float
        The nominal coverage.
    labels : sequence, optional
        Of a pilot: all labels in their order.

    Returns
    -------
    PanelPlan

    Notes
    -----
    With as many raters as the pilot or fewer, the variance is that of the pilot's units with some of their ratings,
    chosen at random: exact sub-compositions (multivariate hypergeometric), and the influence of each composition. It is
    ``a + b / m + c / (m (m - 1))`` with m raters, so that a pilot with four ratings a unit or more also tells of more
    raters of the same kind, as an extrapolation. Where some ratings are missing, the units with m ratings tell of m
    raters, as long as half of the units have as many. The half width is that of Fisher's z (of shares: log odds) with
    Student's t of ``n - 1``. Over raters too, their variance in the pilot is divided by their number,
    and no number of units is enough where that alone is too wide.

    Without a pilot the model of a common correlation: with the probability kappa all raters of a unit give one and the
    same label, else each his own (Donner & Eliasziw 1992, Statistics in Medicine 11:1511).

    {measured}

    In 300 studies each of 100 units (3 labels, or 5 with quadratic weights), planned from a pilot of 5,000 units with 5
    raters, the mean half width was 0.99 to 1.02 of the planned one, for 2, 3, 5 and 8 raters. From 100 pilots of 40
    units with 3 raters the planned number of units lay between 0.91 and 1.03 of the right one in half of them (3
    labels) or 0.75 and 1.18 (5 labels): a small pilot plans roughly.

    Examples
    --------
    >>> from concordant import planning
    >>> planning.panel(kappa=0.6, prevalence=0.3, raters=2, half_width=0.1).units.tolist()
    [299.0]
    >>> pilot = [["a", "a", "a"], ["a", "b", "a"], ["b", "b", "b"], ["b", "a", "b"], ["b", "b", "b"]] * 4
    >>> plan = planning.panel(pilot, half_width=0.1, raters=[2, 3])
    >>> plan.units.tolist(), plan.cheapest
    ([307.0, 168.0], 3)
    """
    level, over = check_level(level), require_choice("over", over, OVER)
    if (half_width is None) == (n is None):
        raise OptionError("give one of half_width= and n=.")
    _check(half_width, n, kappa, prevalence, pilot)
    share = 0.5 if prevalence is None else prevalence
    many = _raters(raters)
    chosen = get(metric) if isinstance(metric, str) else metric
    if not isinstance(chosen, Metric) or chosen.panel is None or chosen.panel.raters:
        msg = f"metric must be a coefficient of raters who are exchangeable, such as fleiss_kappa, not {metric!r:.60}."
        raise OptionError(msg)
    if weights is not None and "weights" not in chosen.options:
        msg = f"{chosen.name} has no weights: leave weights= out, or take such a coefficient as krippendorff_alpha."
        raise OptionError(msg)
    if chosen.name == "category_kappa" or "average" in chosen.options:
        raise OptionError(f"{chosen.name} has one value a label: plan for a coefficient with one value.")
    options: dict[str, Any] = {} if weights is None else {"weights": weights}
    if pilot is None:
        if over != "units":
            raise OptionError('over raters needs a pilot of three raters or more; without one take over="units".')
        expected = float(kappa or 0.0)
        panels = [Panel(chosen, options, common_correlation(expected, share, m)) for m in many]
        variances, value = dict(zip(many, map(_of_one_unit, panels), strict=True)), float(panels[0].value)
        return _planned(chosen, variances, value, max(many), (half_width, n), level, over, 0.0)
    state = read_state(chosen, pilot, {} if labels is None else {"labels": labels}, None)
    of_raters = 0.0 if over == "units" else _of_raters(chosen, state, options)
    tallies = state.tallies() if isinstance(state, Ratings) else state
    variances, value, most = _of_pilot(chosen, options, tallies, many)
    return _planned(chosen, variances, value, most, (half_width, n), level, over, of_raters)


def _check(half_width: Any, n: Any, kappa: Any, prevalence: Any, pilot: Any) -> None:
    for name, value in (("half_width", half_width), ("kappa", kappa), ("prevalence", prevalence)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1):
            raise OptionError(f"{name} must be between 0 and 1, not {value!r}.")
    if n is not None and (isinstance(n, bool) or not isinstance(n, (int, np.integer)) or not 2 <= n <= _MOST_UNITS):
        raise OptionError(f"n must be a whole number of units, 2 to {_MOST_UNITS:,}, not {n!r:.60}.")
    if (pilot is None) == (kappa is None):
        raise OptionError("give a pilot, or kappa= (and prevalence=) without one.")
    if pilot is not None and prevalence is not None:
        msg = f"prevalence={prevalence!r} is for a plan without a pilot: a pilot shows how often each label occurs."
        raise OptionError(msg)


def _raters(raters: Any) -> list[int]:
    sizes = list(raters) if isinstance(raters, Iterable) else [raters]
    whole = all(isinstance(size, (int, np.integer)) and not isinstance(size, bool) and size >= 2 for size in sizes)
    if not sizes or not whole:
        raise OptionError(f"raters must be whole numbers, 2 or more, not {raters!r:.60}.")
    if max(sizes) > _MOST_RATERS:
        raise OptionError(f"raters must be {_MOST_RATERS} a unit or fewer, not {max(sizes)!r:.60}.")
    return sorted({int(size) for size in sizes})


def common_correlation(kappa: float, prevalence: float, raters: int) -> Tallies:
    """Two labels: with the probability kappa one label by all raters, else each his own."""
    j = np.arange(raters + 1)
    independent = np.array([comb(raters, int(k)) for k in j]) * prevalence**j * (1 - prevalence) ** (raters - j)
    share = (1 - kappa) * independent + kappa * np.where(j == 0, 1 - prevalence, np.where(j == raters, prevalence, 0.0))
    return Tallies.from_rows(np.column_stack([raters - j, j]), (0, 1), share * 1000.0)


def _of_raters(metric: Metric, state: Any, options: dict[str, Any]) -> float:
    """The variance over raters times their number."""
    if not isinstance(state, Ratings):
        raise RaterIdentityError("over raters a plan needs to know who rated: give a matrix, a frame or Ratings.")
    variance = variance_over_raters(panel_of(metric, state, options))
    return float(variance.value) * (round(variance.degrees) + 1)


def _of_pilot(
    metric: Metric, options: dict[str, Any], tallies: Tallies, many: list[int]
) -> tuple[dict[int, float], float, int]:
    """The variance of one unit for each number of raters, the value, and up to how many raters the pilot tells."""
    weight, m = np.asarray(tallies.weight, np.float64), tallies.ratings
    paired = float(weight @ (m >= 2))
    if not paired:
        raise TooFewUnitsError("no unit of the pilot has two ratings: it says nothing of agreement.")
    most = max(k for k in range(2, int(m.max()) + 1) if float(weight @ (m >= k)) >= _ENOUGH * paired)

    def panel_with(raters: int, units: Tallies) -> Panel:
        return Panel(metric, options, with_fewer(units, raters))

    variances = {k: _of_one_unit(panel_with(k, tallies)) for k in many if k <= most}
    value = float(panel_with(2, tallies).value)
    more = [k for k in many if k > most]
    if more and most >= _FEWEST:
        enough = m >= most
        whole = Tallies(tallies.counts[enough], tallies.weight[enough], tallies.labels, tallies.ordered)
        variances_of_fewer = {k: _of_one_unit(panel_with(k, whole)) for k in range(2, most + 1)}
        variances |= {k: beyond(variances_of_fewer, k) for k in more}
    return {k: variances.get(k, math.nan) for k in many}, value, most


def _of_one_unit(panel_of_raters: Panel) -> float:
    """The variance of the influence of one unit."""
    return panel_of_raters.n * float(panel_of_raters.weight @ np.square(panel_of_raters.slopes))


def _planned(
    metric: Metric,
    variances: dict[int, float],
    value: float,
    most: int,
    aim: tuple[float | None, int | None],
    level: float,
    over: str,
    of_raters: float,
) -> PanelPlan:
    half_width, n = aim
    rows: list[tuple[float, float]] = []
    for m, spread in variances.items():
        reach = _half_widths(metric, value, spread, m, level, of_raters)
        enough = float(n) if n is not None else _smallest(reach, float(half_width or 0.0))
        rows.append((enough, reach(enough) if math.isfinite(enough) else reach(float(_MOST_UNITS))))
    units, widths = (np.array(column) for column in zip(*rows, strict=True))
    many = np.array(list(variances))
    ratings: FloatArray = units * many
    some = n is None and np.isfinite(ratings).any()
    cheapest = int(many[np.nanargmin(ratings)]) if some else None
    reasons = []
    if any(spread == 0 for spread in variances.values()):
        reasons.append("the pilot shows no disagreement, so that it says nothing of the width")
    if any(math.isnan(spread) for spread in variances.values()):
        reasons.append(
            f"most units of the pilot have {most} ratings or fewer: more raters take a pilot with {_FEWEST} a unit"
        )
    modelled = (many > most) & ~np.isnan(widths)
    if modelled.any():
        reasons.append(f"more than {most} raters are an extrapolation from the pilot")
    return PanelPlan(
        sentence=_sentence(metric, many, units, widths, cheapest, aim, over),
        reason="; ".join(reasons) or None,
        signature=signed("planning.panel", metric=metric.name, half_width=half_width, n=n, over=over, level=level),
        metric=metric.name,
        raters=many,
        units=units,
        ratings=ratings,
        half_width=widths,
        value=np.full(len(many), value),
        extrapolated=modelled,
        cheapest=cheapest,
        over=over,
        level=level,
    )


def _half_widths(
    metric: Metric, value: float, spread: float, raters: int, level: float, of_raters: float
) -> Callable[[float], float]:
    """Half the width of the interval of so many units; `spread` is the variance of one, `of_raters` that of a rater."""
    scale = SCALES["fisher" if metric.panel is None else metric.panel.limits]
    if not spread > 0 or math.isnan(value):
        return lambda _: math.nan

    def reach(n: float) -> float:
        parts = np.array([spread / (n - 1.0), of_raters / raters])
        degrees = float(satterthwaite(parts, np.array([n, raters]) - 1.0))
        low, high = scale.limits(np.asarray(value), np.sqrt(parts.sum()), two_sided(level, degrees))
        return float(high - low) / 2

    return reach


def _smallest(reach: Callable[[float], float], half_width: float) -> float:
    """The least number of units; infinite where none is enough."""
    if math.isnan(reach(10.0)):
        return math.nan
    if reach(float(_MOST_UNITS)) > half_width:
        return math.inf
    return float(smallest(lambda n: reach(float(n)) <= half_width, least=3))


def _sentence(
    metric: Metric, many: Any, units: FloatArray, widths: FloatArray, cheapest: int | None, aim: Any, over: str
) -> str:
    half_width, n = aim
    title = metric.facts.title
    if n is not None:
        ends = [f"{width:.3f} with {m} raters" for m, width in zip(many.tolist(), widths.tolist(), strict=True)]
        return f"{n:,} units give {title} a half width of {', '.join(ends[:6]).replace('nan', 'unknown')}."
    if cheapest is None:
        if np.isinf(units).any():
            return f"No number of units gives {title} a half width of {half_width:g} over {over}: take more raters."
        return f"The half width of {title} is not known."
    index = int(np.flatnonzero(many == cheapest)[0])
    return (
        f"{units[index]:,.0f} units with {cheapest} raters each give {title} a half width of {half_width:g}, with the "
        f"fewest ratings: {units[index] * cheapest:,.0f}."
    )


# A panel with fewer or more raters than a pilot had.
#
# Fewer: which m of the ratings of a unit are taken is chance, so that each of its compositions becomes a mixture of
# sub-compositions (multivariate hypergeometric), exactly. The mixture has the coefficient of the pilot, and the
# variance of its influences is ``a + b / m + c / (m (m - 1))``, since influences are sums over pairs and single ratings
# of a unit (Hoeffding 1948, Annals of Mathematical Statistics 19:293). Three numbers of raters give a, b and c, and
# with them the variance of any number of raters of the same kind.


def with_fewer(pilot: Tallies, raters: int) -> Tallies:
    """Return the units of a pilot that have so many ratings or more, each with that many of them by chance."""
    enough = pilot.ratings >= raters
    counts, weight = pilot.counts[enough], np.asarray(pilot.weight, np.float64)[enough]
    rows, weights = [], []
    labels = counts.shape[1]
    if comb(raters + labels - 1, labels - 1) > _MOST_COMPOSITIONS:
        msg = f"{raters} ratings of {labels} labels have too many compositions: plan for fewer raters, or join labels."
        raise OptionError(msg)
    wanted = compositions(raters, labels)
    most = int(counts.max(initial=0))
    ways = np.array([[comb(n, k) for k in range(raters + 1)] for n in range(most + 1)], np.float64)
    for unit, many in zip(counts, weight, strict=True):
        possible = wanted[(wanted <= unit).all(1)]
        rows.append(possible)
        weights.append(many * ways[unit, possible].prod(1) / comb(int(unit.sum()), raters))
    return Tallies.from_rows(np.concatenate(rows), pilot.labels, np.concatenate(weights), ordered=pilot.ordered)


def beyond(known: dict[int, float], raters: int) -> float:
    """The variance with so many raters, from those with three or more numbers of raters."""
    m = np.array(list(known), np.float64)
    design = _design(m)
    coefficients, *_ = np.linalg.lstsq(design, np.array(list(known.values())), rcond=None)
    value = float((_design(np.array([float(raters)])) @ coefficients)[0])
    return min(value, known[max(known)])  # more raters make nothing worse


def _design(m: FloatArray) -> FloatArray:
    return np.column_stack([np.ones(len(m)), 1.0 / m, 1.0 / (m * (m - 1.0))])
