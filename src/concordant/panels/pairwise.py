"""Every pair of raters: how well they agree on the units that both have rated."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from concordant.errors import (
    InputTypeError,
    IntervalWarning,
    OptionError,
    RaterIdentityError,
    TooFewRatersError,
    UndefinedMetricWarning,
)
from concordant.inference.quantiles import check_level
from concordant.metrics import get
from concordant.metrics.definition.metric import Metric
from concordant.panels.rated_units import RatedUnits, read_units
from concordant.result.intervals import Interval
from concordant.result.record import Answer, Pictured, Tabled, or_none, signed
from concordant.states import Counts, Ratings
from concordant.typing import Column, FloatArray, Label

_MOST = 200  # raters, of which there are 19,900 pairs


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Pairwise(Tabled, Pictured, Answer):
    """
    A coefficient of two raters for every pair of a panel.

    Attributes
    ----------
    raters : tuple
        The r raters.
    metric : str
        The coefficient.
    value, low, high : ndarray of shape (r, r)
        The coefficient and its limits, symmetric; NaN on the diagonal and where a pair is undefined.
    units : ndarray of shape (r, r)
        How many units both have rated; on the diagonal those that the rater has.
    mean : float
        Over the pairs that are defined; of Cohen's kappa it is Light's kappa.
    level : float
        The nominal coverage of the limits.
    """

    stored_as: ClassVar[str | None] = None
    picture: ClassVar[str] = "pairwise_agreement"

    raters: tuple[Label, ...]
    metric: str
    value: FloatArray
    low: FloatArray
    high: FloatArray
    units: FloatArray
    mean: float
    level: float

    def columns(self) -> dict[str, list[Any]]:
        """One row a pair."""
        a, b = np.triu_indices(len(self.raters), 1)
        shown = {name: getattr(self, name)[a, b].tolist() for name in ("value", "low", "high", "units")}
        named = {"rater_a": [self.raters[place] for place in a], "rater_b": [self.raters[place] for place in b]}
        return {**named, **{name: or_none(column) for name, column in shown.items()}}

    def __str__(self) -> str:
        """The sentence, and a square of values."""
        names = [str(name)[:12] for name in self.raters]
        wide = max(map(len, (*names, "0.00"))) + 2
        lines = [Answer.__str__(self), "", " " * wide + "".join(name.rjust(wide) for name in names)]
        for name, row in zip(names, self.value, strict=True):
            cells = ("".rjust(wide) if x != x else f"{x:.2f}".rjust(wide) for x in row.tolist())  # noqa: PLR0124
            lines.append((name.ljust(wide) + "".join(cells)).rstrip())
        return "\n".join(lines)


def pairwise(
    ratings: Any,
    *,
    metric: str | Metric = "cohen_kappa",
    level: float = 0.95,
    unit: Column | str | None = None,
    rater: str | None = None,
    label: str | None = None,
    cluster: Column | None = None,
    raters: Sequence[Label] | None = None,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing_labels: Sequence[Label] = (),
    **options: Any,
) -> Pairwise:
    """
    Take a coefficient of two raters for every pair of a panel, on the units that both have rated.

    Parameters
    ----------
    ratings : matrix, data frame, or Ratings
        A row a unit and a column a rater; a row a rating, with `unit`, `rater` and `label`; or a state.
    metric : str or Metric
        A coefficient of two columns of labels in which neither comes first, such as `cohen_kappa`, `gwet_ac1` or
        ``"weighted_agreement"``.
    level : float
        The nominal coverage of the limits of each pair.
    unit, rater, label
        As of `consensus`.
    cluster : array-like of shape (n,), optional
        Of wide data: which units belong together.
    raters, labels, sample_weight, missing_labels
        As in a call of a metric.
    **options
        Those of the metric, such as ``weights="quadratic"``.

    Returns
    -------
    Pairwise

    Raises
    ------
    TooFewRatersError
        For one rater.
    OptionError
        For a metric in which the first column is the truth, or more than 200 raters.

    Examples
    --------
    >>> from concordant import panels
    >>> found = panels.pairwise([["a", "a", "b"], ["b", "b", "b"], ["a", "b", "a"], ["b", "b", "a"]] * 8)
    >>> found.value.round(2).tolist()
    [[nan, 0.5, 0.0], [0.5, nan, -0.5], [0.0, -0.5, nan]]
    """
    level = check_level(level)
    chosen = get(metric) if isinstance(metric, str) else metric
    if not isinstance(chosen, Metric):
        msg = f"metric must be a metric or its name, not {metric!r:.80}."
        raise InputTypeError(msg)
    if chosen.numbers is not None or not chosen.facts.symmetric or chosen.facts.input not in ("labels", "panel"):
        msg = f"{chosen.name} is no coefficient of two raters of whom neither comes first: take cohen_kappa, gwet_ac1."
        raise OptionError(msg)
    read: dict[str, Any] = {"unit": unit, "rater": rater, "label": label, "cluster": cluster, "raters": raters}
    read |= {"labels": labels, "sample_weight": sample_weight, "missing_labels": missing_labels}
    units = read_units(ratings, **read)
    state = _checked(units)
    r = len(state.raters)
    found, both = np.full((3, r, r), np.nan), np.zeros((r, r))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        for a, b in combinations(range(r), 2):
            counts = state.pair(state.raters[a], state.raters[b])
            both[a, b] = both[b, a] = counts.total
            if not counts.total:
                continue
            one = _interval(chosen, counts, units, (a, b), level, options)
            found[:, a, b] = found[:, b, a] = [float(one), one.low, one.high]
    weights = np.asarray(state.weight, np.float64)[state.profiles.unit]
    both[np.arange(r), np.arange(r)] = np.bincount(state.rater, weights, minlength=r)
    return _made(state, chosen, found, both, level, options)


def _checked(units: RatedUnits) -> Ratings:
    state = units.state
    if not isinstance(state, Ratings):
        msg = "pairs of raters need to know who rated, and these ratings are anonymous: give rater=, or Ratings."
        raise RaterIdentityError(msg)
    if len(state.raters) < 2:
        msg = f"a pair is two raters, and there is {len(state.raters)}."
        raise TooFewRatersError(msg)
    if len(state.raters) > _MOST:
        msg = f"{len(state.raters)} raters have too many pairs: choose up to {_MOST}, raters=[...] or state.select."
        raise OptionError(msg)
    if state.cluster is not None and not units.rows:
        msg = "of a state with clusters the pairs have no limits: give the matrix or the frame with cluster=."
        raise OptionError(msg)
    return state


def _interval(
    metric: Metric, counts: Counts, units: RatedUnits, pair: tuple[int, int], level: float, options: dict[str, Any]
) -> Interval:
    """The interval of a pair; of clusters from its rows."""
    if units.groups is None:
        found = metric.interval_of(counts, level=level, **options)
    else:
        state: Any = units.state
        codes = np.full((2, len(state.profiles)), -1, np.intp)
        for row, place in enumerate(pair):
            here = state.rater == place
            codes[row, state.profiles.unit[here]] = state.code[here]
        rows = np.where(units.rated, codes[:, units.place], -1)
        known = np.flatnonzero((rows >= 0).all(0))
        names = np.empty(len(state.labels), object)
        names[:] = state.labels
        columns = [names[row[known]].tolist() for row in rows]
        groups = [units.groups[place] for place in known.tolist()]
        asked: dict[str, Any] = {"labels": state.labels, "cluster": groups, "level": level, **options}
        found = metric.interval(*columns, **asked)
    if not isinstance(found, Interval):
        msg = f"{metric.name} has one value a label with these options: a pair takes one value."
        raise OptionError(msg)
    return found


def _made(
    state: Ratings, metric: Metric, found: FloatArray, both: FloatArray, level: float, options: dict[str, Any]
) -> Pairwise:
    above = np.triu_indices(len(state.raters), 1)
    values = found[0][above]
    known = ~np.isnan(values)
    title = metric.facts.title
    if known.any():
        mean = float(values[known].mean())
        least, most = (int(np.flatnonzero(known)[pick(values[known])]) for pick in (np.argmin, np.argmax))
        names = [f"{state.raters[above[0][one]]} and {state.raters[above[1][one]]}" for one in (least, most)]
        said = f"{title} of two raters is {mean:.2f} on average"
        said += (
            "."
            if len(values) == 1
            else (f", lowest for {names[0]} ({values[least]:.2f}) and highest for {names[1]} ({values[most]:.2f}).")
        )
    else:
        mean, said = float("nan"), f"{title} is defined for no pair of raters."
    lost = int((~known).sum())
    reason = f"{lost} of {len(values)} pairs are undefined" if lost else None
    signature = signed("panels.pairwise", metric=metric.name, n=state.n, **{k: str(v) for k, v in options.items()})
    return Pairwise(
        sentence=said,
        reason=reason,
        signature=signature,
        raters=state.raters,
        metric=metric.name,
        value=found[0],
        low=found[1],
        high=found[2],
        units=both,
        mean=mean,
        level=level,
    )
