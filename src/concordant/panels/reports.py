"""`label_report`, `unit_report`: which labels are confused, on which units raters disagree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any, ClassVar

import numpy as np

from concordant.errors import OptionError, ScoreError
from concordant.inference.quantiles import check_level
from concordant.inference.samples.panels import agreement_of_labels
from concordant.inputs.label_values import doubt_of_spelling, words_for_missing
from concordant.metrics import get
from concordant.metrics.arithmetic import check_row_number
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import knowing_its_options
from concordant.names import require_choice
from concordant.panels.units import FORGOTTEN, RatedUnits, read_units
from concordant.panels.votes import Consensus, consensus_of
from concordant.result.intervals import Interval
from concordant.result.record import (
    Answer,
    Pictured,
    Record,
    Tabled,
    columns_of,
    counted,
    counts_text,
    interval_text,
    or_none,
    percent,
    signed,
    text_table,
    weights_said,
)
from concordant.result.wording import label_text
from concordant.settings import without_warnings
from concordant.states import Ratings, Tallies
from concordant.states.ratings import pairs_within
from concordant.typing import Column, FloatArray, KappaWeights, Label

LONGEST = 30  # of a label in a table
NO_RATER_FIRST = "no rater of a panel comes first"
_MOST_MERGED = 12  # labels of which every pair is merged; of more only the pairs that are confused most
_GAIN = 0.02


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LabelRow(Record):
    """
    A label.

    Attributes
    ----------
    label : Label
        Which.
    ratings, share : float
        How many ratings have it, and which share of all.
    specific : Interval
        Of the ratings with it, the share that another rater of the unit shares.
    kappa : Interval
        Fleiss' kappa of this label against all others.
    """

    label: Label
    ratings: float
    share: float
    specific: Interval
    kappa: Interval


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Merge(Record):
    """
    Two labels taken for one.

    Attributes
    ----------
    labels : tuple of two labels
        Which.
    share : float
        Which share of all disagreement is between the two.
    before, after : float
        The coefficient as it is, and with the ratings of the second label counted as the first.
    """

    labels: tuple[Label, Label]
    share: float
    before: float
    after: float


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class LabelReport(Tabled, Answer):
    """
    The labels of a panel.

    Attributes
    ----------
    labels : tuple of LabelRow
        One a label.
    confused : ndarray of shape (K, K)
        The share of all disagreement that lies between two labels, symmetric; its upper half sums to 1.
    merges : tuple of Merge
        Pairs of labels, those with the greatest share of the disagreement first; of weighted labels only neighbours.
    metric : str
        The coefficient of the merges.
    """

    stored_as: ClassVar[str | None] = None

    labels: tuple[LabelRow, ...]
    confused: FloatArray
    merges: tuple[Merge, ...]
    metric: str

    def columns(self) -> dict[str, list[Any]]:
        """One row a label."""
        numbers = columns_of(self.labels, "ratings", "share", "specific", "kappa")
        return {"label": [row.label for row in self.labels], **numbers}

    def lines(self) -> list[str]:
        """The table as text."""
        title, counts = counts_text((row.ratings for row in self.labels), "ratings")
        rows = [
            [label_text(row.label, LONGEST), ratings, interval_text(row.specific), interval_text(row.kappa)]
            for row, ratings in zip(self.labels, counts, strict=True)
        ]
        return text_table(["label", title, "specific agreement", "kappa"], rows, indent="  ")


@knowing_its_options("panels")
def label_report(
    ratings: Any,
    *,
    weights: KappaWeights = None,
    metric: str | Metric = "krippendorff_alpha",
    level: float = 0.95,
    unit: Column | str | None = None,
    rater: str | None = None,
    label: str | None = None,
    cluster: Column | None = None,
    raters: Sequence[Label] | None = None,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing_labels: Sequence[Label] = (),
    duplicates: str = "raise",
) -> LabelReport:
    """
    Describe every label of a panel: how often it is given, how well raters agree on it, and what it is confused with.

    Parameters
    ----------
    ratings : matrix, data frame, Ratings or Tallies
        A row a unit and a column a rater; a row a rating, with `unit`, `label` and perhaps `rater`; or a state.
    weights : str, array-like or None
        How much two labels disagree, as in `cohen_kappa`; it needs ordered labels. Of a matrix no labels are merged.
    metric : str or Metric
        The coefficient of the panel that is taken with two labels merged.
    level : float
        The nominal coverage of limits.
    unit, rater, label
        As of `consensus`.
    cluster : array-like of shape (n,), optional
        Of wide data: which units belong together.
    raters, labels, sample_weight, missing_labels
        As in a call of a metric.
    duplicates : {"raise", "runs", "first", "last"}
        Of a row a rating: what to do where a rater has rated a unit more than once.

    Returns
    -------
    LabelReport

    Notes
    -----
    The disagreement between two labels is ``(P_kl + P_lk) V_kl`` with P_kl the share of pairs of raters of a unit who
    gave k and l, every unit counting alike, as in percent agreement. Merging labels raises many coefficients and
    says nothing about whether the labels mean the same: it shows where a guideline would help, or a scale is too fine.

    Examples
    --------
    >>> from concordant import panels
    >>> rows = [["a", "a", "a"], ["b", "b", "c"], ["c", "b", "c"], ["b", "b", "b"], ["a", "a", "b"]] * 6
    >>> found = panels.label_report(rows)
    >>> found.merges[0].labels, round(found.merges[0].share, 2), round(found.merges[0].after, 2)
    (('b', 'c'), 0.67, 0.7)
    """
    level = check_level(level)
    read: dict[str, Any] = {"unit": unit, "rater": rater, "label": label, "cluster": cluster, "raters": raters}
    read |= {"labels": labels, "sample_weight": sample_weight, "missing_labels": missing_labels}
    coefficient = get(metric) if isinstance(metric, str) else metric
    if not isinstance(coefficient, Metric) or coefficient.panel is None or coefficient.panel.raters:
        msg = f"metric must be a coefficient of raters who are exchangeable, such as fleiss_kappa, not {metric!r:.60}."
        raise OptionError(msg)
    return label_report_of(read_units(ratings, **read, duplicates=duplicates), weights, coefficient, level)


def label_report_of(units: RatedUnits, weights: KappaWeights, metric: Metric, level: float) -> LabelReport:
    """Describe the labels of units that were read."""
    state, tallies = units.state, units.tallies
    usage = np.asarray(tallies.weight @ tallies.counts, np.float64)
    with without_warnings():
        specific: Any = get("positive_agreement").interval_of(state, average=None, level=level)
        kappas: Any = get("category_kappa").interval_of(state, level=level)
        agreement = agreement_of_labels(state, get("weighted_agreement"), weights, NO_RATER_FIRST)
        confused = _confused(tallies, 1.0 - agreement)
        merges = _merges(tallies, weights, metric, confused)
    total = usage.sum() or math.nan
    rows = tuple(
        LabelRow(name, float(count), float(count / total), specific_of, kappa)
        for name, count, specific_of, kappa in zip(state.labels, usage, specific, kappas, strict=True)
    )
    signature = signed("panels.label_report", weights=weights_said(weights), metric=metric.name, n=state.n, level=level)
    return LabelReport(
        sentence=_sentence(merges, rows, metric),
        reason=doubt_of_spelling(state.labels),
        signature=signature,
        labels=rows,
        confused=confused,
        merges=merges,
        metric=metric.name,
    )


def _confused(tallies: Tallies, v: FloatArray) -> FloatArray:
    """The share of each pair of labels in the disagreement, (K, K)."""
    counts, m = tallies.counts.astype(np.float64), tallies.ratings.astype(np.float64)
    weight = np.where(m > 1, np.asarray(tallies.weight, np.float64) / np.maximum(m * (m - 1), 1.0), 0.0)
    table = pairs_within(counts, weight) * v
    table = (table + table.T) / 2
    total = np.triu(table, 1).sum()
    shares: FloatArray = table / total if total > 0 else np.zeros_like(table)
    return shares


def _merges(tallies: Tallies, weights: KappaWeights, metric: Metric, confused: FloatArray) -> tuple[Merge, ...]:
    labels = tallies.labels
    if len(labels) < 3 or not (weights is None or isinstance(weights, str)):
        return ()
    options: dict[str, Any] = {"weights": weights} if weights is not None and "weights" in metric.options else {}
    pairs = list(combinations(range(len(labels)), 2) if weights is None else pairwise(range(len(labels))))
    pairs.sort(key=lambda pair: -confused[pair])
    if len(labels) > _MOST_MERGED:
        pairs = pairs[:_MOST_MERGED]
    before = _value(metric, tallies, options)
    merges = []
    for a, b in pairs:
        after = _value(metric, _with_merged(tallies, a, b), options)
        merges.append(Merge((labels[a], labels[b]), float(confused[a, b]), before, after))
    return tuple(merges)


def _value(metric: Metric, tallies: Tallies, options: dict[str, Any]) -> float:
    return float(metric.of(tallies, undefined=math.nan, **options))


def _with_merged(tallies: Tallies, a: int, b: int) -> Tallies:
    counts = tallies.counts.copy()
    counts[:, a] += counts[:, b]
    counts = np.delete(counts, b, axis=1)
    names = tuple(name for index, name in enumerate(tallies.labels) if index != b)
    return Tallies(counts, tallies.weight, names, tallies.ordered, tallies.squares)


def _sentence(merges: tuple[Merge, ...], rows: tuple[LabelRow, ...], metric: Metric) -> str:
    defined = [row for row in rows if not math.isnan(row.specific)]
    text = ""
    if defined:
        worst = min(defined, key=lambda row: float(row.specific))
        text = (
            f"Of the ratings with {worst.label!r} another rater shares {percent(float(worst.specific))}, "
            f"the least of all labels."
        )
    if merges and merges[0].share > 0:
        first = merges[0]
        names = f"{first.labels[0]!r} and {first.labels[1]!r}"
        part = "Most" if first.share > 1 / 2 else "The largest part"
        text += f" {part} of the disagreement is between {names}: {percent(first.share)} of it."
        # a missing label joins no other
        mergeable = [merge for merge in merges if not words_for_missing(merge.labels)]
        best = max(mergeable, key=lambda merge: merge.after if merge.after == merge.after else -math.inf, default=None)
        if best is not None and best.after - best.before > _GAIN:
            pair = f"{best.labels[0]!r} and {best.labels[1]!r}"
            text += f" Joining {pair} would raise {metric.facts.title} from {best.before:.2f} to {best.after:.2f}."
    return text.strip() or "No unit has two ratings."


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class UnitReport(Tabled, Pictured, Answer):
    """
    Units, those with most disagreement first. All arrays have one number a unit.

    Attributes
    ----------
    labels : tuple
        The labels in their order.
    units : tuple
        The names of the units (values of their column, of the index of pandas), or the numbers of their rows; of a
        state, the numbers of the distinct profiles.
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
    of_profiles : bool
        Whether the rows are the distinct profiles of a state, which has forgotten the names of its units.
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
    of_profiles: bool = False

    @property
    def row_name(self) -> str:
        """What a row is."""
        return "profile" if self.of_profiles else "unit"

    def columns(self) -> dict[str, list[Any]]:
        """One row a unit."""
        shown = {name: getattr(self, name).tolist() for name in ("agreement", "entropy", "spread")}
        return {
            self.row_name: list(self.units),
            **({"units": self.weight.tolist()} if self.of_profiles else {}),
            "ratings": self.ratings.tolist(),
            **{name: or_none(column) for name, column in shown.items()},
            "label": list(self.consensus.label),
            "share": or_none(self.consensus.share.tolist()),
            "tied": self.consensus.tied.tolist(),
            "given": [", ".join(map(str, labels)) for labels in self.given],
        }

    def lines(self, most: int = 10) -> list[str]:
        """The hardest units as text."""
        rows = [index for index in range(min(most, len(self.units))) if self.agreement[index] < 1]
        if not rows:
            return []
        names = [str(self.units[index])[:24] for index in rows]
        agreement = [f"{self.agreement[index]:.2f}" for index in rows]
        labels = [", ".join(map(str, self.given[index])) for index in rows]
        labels = [text if len(text) <= 60 else f"{text[:57]}..." for text in labels]
        table = zip(names, agreement, labels, strict=True)
        return text_table([self.row_name, "agreement", "labels"], table, left=3, indent="  ")


@knowing_its_options("panels")
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
    duplicates: str = "raise",
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
    duplicates : {"raise", "runs", "first", "last"}
        Of a row a rating: what to do where a rater has rated a unit more than once.

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
    if most is not None:
        check_row_number(most, "most")
    read: dict[str, Any] = {"unit": unit, "rater": rater, "label": label, "raters": raters, "labels": labels}
    return unit_report_of(
        read_units(ratings, **read, missing_labels=missing_labels, duplicates=duplicates), weights, most
    )


def unit_report_of(units: RatedUnits, weights: KappaWeights, most: int | None = None) -> UnitReport:
    """Describe the units that were read."""
    tallies = units.tallies
    label_agreement = agreement_of_labels(units.state, get("weighted_agreement"), weights, NO_RATER_FIRST)
    counts = tallies.counts.astype(np.float64)
    m = counts.sum(1)
    with np.errstate(invalid="ignore", divide="ignore"):
        agreement = np.where(m > 1, ((counts @ label_agreement * counts).sum(1) - m) / (m * (m - 1)), np.nan)
        share = counts / m[:, None]
        logs = np.where(share > 0, np.log(np.where(share > 0, share, 1.0)), 0.0)
        entropy = -(share * logs).sum(1) / (math.log(counts.shape[1]) if counts.shape[1] > 1 else 1.0)
    agreement = np.where(agreement > 1 - 1e-13, 1.0, agreement)
    spread = _spread(counts, m, scale_of(units.state, None))
    rated = np.flatnonzero(units.rated)
    composition, weight = units.composition[rated], units.weight[rated]
    ascending = np.where(np.isnan(agreement), 2.0, agreement)
    order = np.lexsort((-m[composition], -entropy[composition], ascending[composition]))
    paired = m[composition] > 1
    total, split = float(weight[paired].sum()), float(weight[paired & (agreement[composition] < 1)].sum())
    kept = order if most is None else order[:most]
    rows, compositions = rated[kept], composition[kept]
    consensus = consensus_of(units, rows)
    sentence = "No unit has two ratings."
    if total:
        sentence = f"{percent(split / total)} of {counted(total, 'unit')} are not unanimous."
    if not units.rows:
        sentence += f" {FORGOTTEN}"
    return UnitReport(
        sentence=sentence,
        reason=doubt_of_spelling(units.labels),
        signature=signed("panels.unit_report", n=total),
        labels=units.labels,
        units=consensus.units,
        weight=units.weight[rows],
        ratings=m[compositions].astype(np.int64),
        agreement=agreement[compositions],
        entropy=np.maximum(entropy[compositions], 0.0),
        spread=spread[compositions],
        consensus=consensus,
        given=tuple(_given(units, row) for row in rows.tolist()),
        total=total,
        split=split,
        of_profiles=not units.rows,
    )


def _spread(counts: FloatArray, m: FloatArray, label_values: FloatArray | None) -> FloatArray:
    if label_values is None:
        return np.full(len(counts), np.nan)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = counts @ label_values / m
        variance = (counts * (label_values - mean[:, None]) ** 2).sum(1) / (m - 1)
        return np.sqrt(np.where(m > 1, variance, np.nan))


def _given(units: RatedUnits, row: int) -> tuple[Label, ...]:
    """The labels of a unit, in the order of the raters; of anonymous ones in the order of the labels."""
    state, profile = units.state, int(units.place[row])
    if isinstance(state, Ratings):
        codes = state.code[state.start[profile] : state.start[profile + 1]].tolist()
    else:
        codes = np.repeat(np.arange(len(state.labels)), state.counts[profile]).tolist()
    return tuple(state.labels[code] for code in codes)


def scale_of(state: Any, scale: Any) -> FloatArray | None:
    """The labels as numbers; None if severity is that of labels."""
    words = [label for label in state.labels if isinstance(label, bool) or not isinstance(label, (int, float))]
    require_choice("scale", scale, ("numbers", "labels", None))
    if scale == "numbers" and words:
        raise ScoreError(f'scale="numbers" needs labels that are numbers, and {words[0]!r} is none.')
    if scale == "labels" or words:
        return None
    return np.array([float(label) for label in state.labels])
