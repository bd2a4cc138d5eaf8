"""The units of a panel one by one, those with most disagreement first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from concordant.errors import OptionError
from concordant.inputs.label_values import doubt_of_spelling
from concordant.panels.consensus import consensus_of
from concordant.panels.consensus_record import Consensus
from concordant.panels.labels_as_scale import agreement_of, scale_of
from concordant.panels.rated_units import RatedUnits, read_units
from concordant.result.record import Answer, Pictured, Tabled, counted, or_none, percent, signed
from concordant.states import Ratings
from concordant.typing import Column, FloatArray, KappaWeights, Label

_MANY_OFTEN = 0.2  # a correlation of the number of ratings with disagreement that is said
_FEW_UNITS = 20


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class UnitReport(Tabled, Pictured, Answer):
    """
    Units, those with most disagreement first. All arrays have one number a unit.

    Attributes
    ----------
    labels : tuple
        The labels in their order.
    units : tuple
        The names of the units, or the numbers of their rows; of a state, the numbers of the distinct profiles.
    weight : ndarray of float64
        How many units the row stands for: 1, but of a state.
    ratings : ndarray of int64
        How many ratings a unit has.
    agreement : ndarray of float64
        The agreement of two raters of the unit, on average; NaN of a unit with one rating.
    entropy : ndarray of float64
        The entropy of the shares of its labels, from 0 (all alike) to 1 (all labels equally often).
    spread : ndarray of float64
        The standard deviation of its ratings, of labels that are numbers; else NaN.
    consensus : Consensus
        The majority of each unit, in the same order.
    given : tuple of tuple
        The labels that the unit was given, in the order of the raters, of whom some may be missing.
    total, split : float
        How many units have two ratings or more, and how many of them are not unanimous.
    more_where_split : float
        The correlation of the number of ratings of a unit with its disagreement. Where hard units are rated more
        often, coefficients of the panel are too low; NaN where nothing varies.
    """

    stored_as: ClassVar[str | None] = None
    picture: ClassVar[str] = "unit_disagreement"

    labels: tuple[Label, ...]
    units: tuple[Label, ...]
    weight: FloatArray
    ratings: Any
    agreement: FloatArray
    entropy: FloatArray
    spread: FloatArray
    consensus: Consensus
    given: tuple[tuple[Label, ...], ...]
    total: float
    split: float
    more_where_split: float

    def columns(self) -> dict[str, list[Any]]:
        """One row a unit."""
        shown = {name: getattr(self, name).tolist() for name in ("agreement", "entropy", "spread")}
        return {
            "unit": list(self.units),
            "ratings": self.ratings.tolist(),
            **{name: or_none(column) for name, column in shown.items()},
            "label": list(self.consensus.label),
            "share": or_none(self.consensus.share.tolist()),
            "tied": self.consensus.tied.tolist(),
            "given": [", ".join(map(str, labels)) for labels in self.given],
        }

    def __str__(self) -> str:
        """The sentence, and the hardest units."""
        return "\n".join([Answer.__str__(self), "", *self.lines()])

    def lines(self, most: int = 10) -> list[str]:
        """The hardest units as text."""
        shown = [place for place in range(min(most, len(self.units))) if self.agreement[place] < 1]
        width = max([len(str(self.units[place])[:24]) for place in shown] + [4])
        lines = [f"  {'unit'.ljust(width)}  agreement  labels"] if shown else []
        for place in shown:
            labels = ", ".join(map(str, self.given[place]))
            labels = labels if len(labels) <= 60 else labels[:57] + "..."
            lines.append(f"  {str(self.units[place])[:24].ljust(width)}  {self.agreement[place]:9.2f}  {labels}")
        return lines


def unit_report(
    ratings: Any,
    *,
    weights: KappaWeights = None,
    most: int | None = None,
    unit: Column | str | None = None,
    rater: str | None = None,
    label: str | None = None,
    raters: Sequence[Label] | None = None,
    labels: Sequence[Label] | None = None,
    missing_labels: Sequence[Label] = (),
) -> UnitReport:
    """
    Describe every unit of a panel, those with most disagreement first.

    Parameters
    ----------
    ratings : matrix, data frame, Ratings or Tallies
        A row a unit and a column a rater; or a row a rating, with `unit`, `label` and perhaps `rater`. A state has
        distinct profiles and no names of units.
    weights : str, array-like or None
        How much two labels disagree, as in `cohen_kappa`; it needs ordered labels.
    most : int, optional
        Keep so many units. Default: all that somebody rated.
    unit, rater, label, raters, labels, missing_labels
        As of `consensus`.

    Returns
    -------
    UnitReport

    Notes
    -----
    Order: by agreement, then by entropy and by the number of ratings; units that are alike stand in their given order.
    The agreement of two raters of a unit is ``sum_kl W_kl (T_k T_l - 1(k = l) T_k) / (m (m - 1))`` with T_k of its m
    ratings with label k; the entropy is ``- sum_k p_k log p_k / log K``, p_k = T_k / m.

    Examples
    --------
    >>> from concordant import panels
    >>> found = panels.unit_report([["a", "a", "a"], ["a", "b", "a"], ["b", None, "c"]], unit=["x", "y", "z"])
    >>> found.units, found.agreement.round(2).tolist(), found.given[0]
    (('z', 'y', 'x'), [0.0, 0.33, 1.0], ('b', 'c'))
    """
    if most is not None and (isinstance(most, bool) or not isinstance(most, (int, np.integer)) or most < 1):
        msg = f"most must be a whole number, 1 or more, not {most!r}."
        raise OptionError(msg)
    read: dict[str, Any] = {"unit": unit, "rater": rater, "label": label, "raters": raters, "labels": labels}
    return unit_report_of(read_units(ratings, **read, missing_labels=missing_labels), weights, most)


def unit_report_of(units: RatedUnits, weights: KappaWeights, most: int | None = None) -> UnitReport:
    """Describe the units that were read."""
    tallies, alike = units.tallies, agreement_of(units.state, weights)
    counts = tallies.counts.astype(np.float64)
    m = counts.sum(1)
    with np.errstate(invalid="ignore", divide="ignore"):
        agreement = np.where(m > 1, ((counts @ alike * counts).sum(1) - m) / (m * (m - 1)), np.nan)
        share = counts / m[:, None]
        logs = np.where(share > 0, np.log(np.where(share > 0, share, 1.0)), 0.0)
        entropy = -(share * logs).sum(1) / (math.log(counts.shape[1]) if counts.shape[1] > 1 else 1.0)
    agreement = np.where(agreement > 1 - 1e-13, 1.0, agreement)
    spread = _spread(counts, m, scale_of(units.state, None))
    rated = np.flatnonzero(units.rated)
    kind, weight = units.composition[rated], units.weight[rated]
    order = np.lexsort((-m[kind], -entropy[kind], np.where(np.isnan(agreement), 2.0, agreement)[kind]))
    paired = m[kind] > 1
    total, split = float(weight[paired].sum()), float(weight[paired & (agreement[kind] < 1)].sum())
    shown = order if most is None else order[:most]
    rows, kinds = rated[shown], kind[shown]
    related = _correlation(m[kind][paired], 1.0 - agreement[kind][paired], weight[paired])
    doubts = [doubt_of_spelling(units.labels)]
    if related > _MANY_OFTEN and total >= _FEW_UNITS:
        doubts.append(
            f"units with more disagreement have more ratings (correlation {related:.2f}), so that the panel looks "
            "worse than its raters are"
        )
    names = tuple(units.names[place] for place in rows) if units.names else tuple(rows.tolist())
    said = (
        f"{percent(split / total)} of {counted(total, 'unit')} are not unanimous."
        if total
        else ("No unit has two ratings.")
    )
    return UnitReport(
        sentence=said,
        reason="; ".join(one for one in doubts if one) or None,
        signature=signed("panels.unit_report", n=total),
        labels=units.labels,
        units=names,
        weight=units.weight[rows],
        ratings=m[kinds].astype(np.int64),
        agreement=agreement[kinds],
        entropy=np.maximum(entropy[kinds], 0.0),
        spread=spread[kinds],
        consensus=consensus_of(units, rows),
        given=tuple(_given(units, place) for place in rows.tolist()),
        total=total,
        split=split,
        more_where_split=related,
    )


def _spread(counts: FloatArray, m: FloatArray, numbers: FloatArray | None) -> FloatArray:
    if numbers is None:
        return np.full(len(counts), np.nan)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = counts @ numbers / m
        variance = (counts * (numbers - mean[:, None]) ** 2).sum(1) / (m - 1)
        return np.sqrt(np.where(m > 1, variance, np.nan))


def _correlation(x: FloatArray, y: FloatArray, weight: FloatArray) -> float:
    total = float(weight.sum())
    if not total:
        return math.nan
    x, y = x - weight @ x / total, y - weight @ y / total
    below = math.sqrt(float(weight @ x**2) * float(weight @ y**2))
    return float(weight @ (x * y)) / below if below > 1e-12 * total else math.nan


def _given(units: RatedUnits, row: int) -> tuple[Label, ...]:
    """The labels of a unit, in the order of the raters; of anonymous ones in the order of the labels."""
    state, place = units.state, int(units.place[row])
    if isinstance(state, Ratings):
        codes = state.code[state.start[place] : state.start[place + 1]].tolist()
    else:
        codes = np.repeat(np.arange(len(state.labels)), state.counts[place]).tolist()
    return tuple(state.labels[code] for code in codes)
