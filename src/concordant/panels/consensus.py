"""`consensus` and its record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelOrderError, LengthError, OptionError, ScoreError
from concordant.inputs.label_values import check_missing_labels
from concordant.inputs.numeric_ratings import check_numeric_ratings
from concordant.metrics.definition.options import knowing_its_options
from concordant.names import require_choice
from concordant.panels.units import FORGOTTEN, RatedUnits, names_of_units, read_units
from concordant.result.record import Answer, Tabled, altered, counted, or_none, percent, signed
from concordant.states import NumericRatings
from concordant.typing import Column, FloatArray, Label

ConsensusMethod = Literal["majority", "median", "mean", "trimmed"]
Ties = Literal["none", "first", "last", "middle", "random"]
_ALIKE = 1e-9  # probabilities nearer than this are a tie


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Consensus(Tabled, Answer):
    """
    One label for every unit. All arrays have one row a unit; of a state, one row a distinct composition.

    Attributes
    ----------
    method, ties : str
        How labels were found, and what was done with ties.
    label : tuple
        The consensus of each row; None where there is none.
    share : ndarray of float64
        The share of its ratings that are this label (of a model: its probability); NaN where there is no label.
    tied : ndarray of bool
        Whether it was a tie, also where `ties` settled it.
    ratings : ndarray of int64
        How many ratings it has; 0 of a model that does not say.
    weight : ndarray of float64
        How many units the row stands for.
    units : tuple
        The names of the rows; empty for a state.
    n_tied, n_undecided, n_unrated : float
        How many units are tied, how many of the rated ones have no label, and how many nobody rated.
    """

    stored_as: ClassVar[str | None] = None

    method: str
    ties: str
    label: tuple[Label | None, ...]
    share: FloatArray
    tied: npt.NDArray[np.bool_]
    ratings: npt.NDArray[np.int64]
    weight: FloatArray
    units: tuple[Label, ...]
    n_tied: float
    n_undecided: float
    n_unrated: float

    def columns(self) -> dict[str, list[Any]]:
        """One row a unit: name (of a state a number, and how many units), label, share, whether a tie, ratings."""
        named: dict[str, list[Any]] = {"unit": list(self.units)}
        if not self.units:
            row_name = "profile" if self.method == "model" else "composition"
            named = {row_name: list(range(len(self.label))), "units": self.weight.tolist()}
        return {
            **named,
            "label": list(self.label),
            "share": or_none(self.share.tolist()),
            "tied": self.tied.tolist(),
            "ratings": self.ratings.tolist(),
        }

    @classmethod
    def from_posterior(
        cls,
        posterior: Any,
        labels: Sequence[Label],
        *,
        ties: Ties = "none",
        units: Sequence[Label] = (),
        seed: int = 0,
        ratings: Column | None = None,
        weight: Column | None = None,
    ) -> Consensus:
        """
        Take the most probable label of each unit, of any model of raters.

        Parameters
        ----------
        posterior : array-like of shape (n, K)
            The probability of each label; rows of NaN are units without one.
        labels : sequence of length K
            The labels.
        ties : {"none", "first", "last", "random"}
            As of `consensus`; probabilities within 1e-9 of each other are a tie.
        units : sequence of length n, optional
            The names of the rows. Default: their numbers.
        seed : int
            Of the random choice.
        ratings : array-like of shape (n,), optional
            How many ratings each row has. Default: 0, as it is not known.
        weight : array-like of shape (n,), optional
            How many units each row stands for, where rows are distinct profiles without names. Default: 1.
        """
        array = np.asarray(posterior, np.float64)
        if array.ndim != 2 or array.shape[1] != len(labels):
            msg = f"posterior must have a row a unit and {len(labels)} columns, not the shape {array.shape}."
            raise LengthError(msg)
        if len(units) not in (0, len(array)):
            raise LengthError(f"units must name every row: expected {len(array)} names, got {len(units)}.")
        if ties == "middle":
            raise OptionError('ties="middle" is of ratings; of probabilities take "none", "first", "last" or "random".')
        has_posterior = np.asarray(~np.isnan(array).any(axis=1))
        best = np.where(has_posterior[:, None], array >= np.nanmax(array, 1, initial=0, keepdims=True) - _ALIKE, False)
        label, share, tied = _chosen(best, array, labels, require_choice("ties", ties, get_args(Ties)), seed)
        names = tuple(units) if len(units) or weight is not None else tuple(range(len(array)))
        each = np.zeros(len(array), np.int64) if ratings is None else np.asarray(ratings, np.int64)
        stands_for = np.ones(len(array)) if weight is None else np.asarray(weight, np.float64)
        if not len(each) == len(stands_for) == len(array):
            msg = f"ratings and weight must have {len(array)} values, one a row, not {len(each)} and {len(stands_for)}."
            raise LengthError(msg)
        return consensus_record("model", ties, label, share, tied, each, stands_for, names, ~has_posterior)


@knowing_its_options("panels")
def consensus(
    ratings: Any,
    *,
    method: ConsensusMethod = "majority",
    ties: Ties = "none",
    trim: float = 0.2,
    seed: int = 0,
    unit: Column | str | None = None,
    rater: str | None = None,
    label: str | None = None,
    raters: Sequence[Label] | None = None,
    labels: Sequence[Label] | None = None,
    missing_labels: Sequence[Label] = (),
    duplicates: str = "raise",
) -> Consensus:
    """
    Find one label for every unit.

    Parameters
    ----------
    ratings : matrix, data frame, Ratings, Tallies or NumericRatings
        A row a unit and a column a rater; a row a rating, with `unit`, `label` and perhaps `rater`; or a state.
    method : {"majority", "median", "mean", "trimmed"}
        The label with most votes; the middle one of ordered labels (of numbers the mean of the two middle ones); the
        mean of numbers; their mean without the ``floor(trim m)`` smallest and largest of m ratings.
    ties : {"none", "first", "last", "middle", "random"}
        What to do where labels have equally many votes, or the two middle ratings are different texts: leave the unit
        without a label (None); take the first or the last in the order of the labels; the median of the unit's ratings
        (of ordered labels; None where the two middle ratings differ); draw one.
    trim : float
        The share that ``"trimmed"`` leaves out at each end, below 0.5.
    seed : int
        Of the random choice.
    unit : str or array-like, optional
        The column with the names of the units, or the names themselves.
    rater, label : str, optional
        Of a row a rating: the columns that say who rated, and how.
    raters, labels, missing_labels
        As in a call of a metric.
    duplicates : {"raise", "runs", "first", "last"}
        Of a row a rating: what to do where a rater has rated a unit more than once.

    Returns
    -------
    Consensus

    Raises
    ------
    LabelOrderError
        For a median, or the middle of a tie, of labels without an order.
    ScoreError
        For means of labels that are no numbers.

    Examples
    --------
    >>> from concordant import panels
    >>> found = panels.consensus([["a", "a", "b"], ["a", "b", None], ["b", "b", "b"]])
    >>> found.label, found.tied.tolist(), found.share.round(2).tolist()
    (('a', None, 'b'), [False, True, False], [0.67, nan, 1.0])
    >>> panels.consensus([[1, 2, 5], [3, 4, None]], method="median").label
    (2.0, 3.5)
    """
    require_choice("method", method, get_args(ConsensusMethod))
    require_choice("ties", ties, get_args(Ties))
    number = isinstance(trim, (int, float, np.integer, np.floating)) and not isinstance(trim, bool)
    if not number or not 0 <= trim < 0.5:
        raise OptionError(f"trim must be a number, 0 or more and below 0.5, not {trim!r:.80}.")
    if isinstance(ratings, NumericRatings):
        return _of_values(ratings.matrix, ratings.weight * 1.0, (), method, trim, ratings.missing)
    plain = (
        method != "majority"
        and labels is None
        and label is None
        and unit is None
        and not check_missing_labels(missing_labels)
    )
    if plain and _is_fractional(ratings):
        rows = check_numeric_ratings(ratings, raters=raters)
        values = rows.values if rows.kept is None else np.full((len(rows.kept), len(rows.raters)), np.nan)
        if rows.kept is not None:
            values[rows.kept] = rows.values
        return _of_values(values, np.ones(len(values)), names_of_units(ratings, None, len(values)), method, trim)
    read: dict[str, Any] = {"unit": unit, "rater": rater, "label": label, "raters": raters, "labels": labels}
    units = read_units(ratings, **read, missing_labels=missing_labels, duplicates=duplicates)
    if method == "majority":
        return consensus_of_labels(units, method, ties, seed)
    return _middle_of_labels(units, method, ties, trim, seed)


def _of_values(
    values: FloatArray, weight: FloatArray, names: tuple[Label, ...], method: str, trim: float, n_unrated: float = 0.0
) -> Consensus:
    """Means and medians of rows of numbers, NaN where one is missing."""
    if method == "majority":
        raise OptionError('method="majority" is of labels; of numbers take "median", "mean" or "trimmed".')
    ranked = np.sort(values, axis=1)  # NaN last
    m = (~np.isnan(values)).sum(1)
    cut = {"mean": 0 * m, "trimmed": (trim * m).astype(np.int64), "median": np.maximum((m - 1) // 2, 0)}[method]
    column = np.arange(values.shape[1])
    kept = (column >= cut[:, None]) & (column < (m - cut)[:, None])
    n_kept = kept.sum(1)
    with np.errstate(invalid="ignore", divide="ignore"):
        centre = np.where(kept, ranked, 0.0).sum(1) / n_kept
        share = np.where(m > 0, (values == centre[:, None]).sum(1) / m, np.nan)
    label = tuple(or_none(centre.tolist()))
    no_ties = np.zeros(len(values), np.bool_)
    return consensus_record(method, "none", label, share, no_ties, m.astype(np.int64), weight, names, m == 0, n_unrated)


def _is_fractional(ratings: Any) -> bool:
    """Whether the ratings are a matrix of numbers of which some are not integers, and so no labels."""
    try:
        array = np.asarray(ratings, np.float64)
    except (TypeError, ValueError):
        return False
    return array.ndim == 2 and bool((array[np.isfinite(array)] % 1 != 0).any())


def _middle_of_labels(units: RatedUnits, method: str, ties: str, trim: float, seed: int) -> Consensus:
    numeric = all(isinstance(label_code, (int, float)) for label_code in units.labels)
    composition, rated, weight, n_unrated = _rows(units)
    counts = units.tallies.counts
    if numeric:
        most = int(counts.sum(1).max(initial=0))
        values = np.full((len(counts), most), np.nan)
        column = np.arange(most)
        ends = np.cumsum(counts, axis=1)
        for k, label in enumerate(units.labels):
            end = ends[:, k, None]
            values[(column >= end - counts[:, k, None]) & (column < end)] = float(label)  # type: ignore[arg-type]
        rows = values[composition] if len(counts) else np.full((len(composition), 0), np.nan)
        rows[~rated] = np.nan
        return _of_values(rows, weight, units.names, method, trim, n_unrated)
    if method != "median":
        raise ScoreError(f"method={method!r} needs labels that are numbers, and {units.labels[0]!r} is none.")
    return consensus_of_labels(units, method, ties, seed)


def consensus_of_labels(units: RatedUnits, method: str = "majority", ties: str = "none", seed: int = 0) -> Consensus:
    """The label with most votes, or the median, of units that were read."""
    counts = units.tallies.counts
    best = (counts == counts.max(1, initial=0, keepdims=True)) & (counts > 0)
    middle = np.full(len(counts), -1)
    if method == "median" or ties == "middle":
        if not units.state.ordered and not all(isinstance(label, (int, float)) for label in units.labels):
            what = 'method="median"' if method == "median" else 'ties="middle"'
            raise LabelOrderError(f"{what} needs labels in an order, and these have none: declare it, labels=[...].")
        low, high = _medians(counts)
        middle = np.where(low == high, low, -1)
        if method == "median":
            best = (np.arange(counts.shape[1]) == low[:, None]) | (np.arange(counts.shape[1]) == high[:, None])
    if ties == "random" and not units.rows:
        raise OptionError('ties="random" draws for each unit, and a state has none: give the matrix or the frame.')
    composition, rated, weight, n_unrated = _rows(units)
    counts, best = counts[composition], best[composition] & rated[:, None]
    m = np.where(rated, counts.sum(1), 0)
    shares = counts / np.maximum(m, 1)[:, None]
    label, share, tied = _chosen(best, shares, units.labels, ties, seed, middle[composition])
    return consensus_record(method, ties, label, share, tied, m, weight, units.names, ~rated, n_unrated)


def _rows(units: RatedUnits) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.bool_], FloatArray, float]:
    """The composition of each row (0 where there is none), whether it is rated, its weight, and units without rows."""
    tallies = units.tallies
    if not units.rows:  # compositions are the rows of a state
        size = len(tallies.counts)
        return np.arange(size), np.ones(size, np.bool_), tallies.weight * 1.0, float(tallies.missing)
    return np.maximum(units.composition, 0), units.rated, units.weight, 0.0


def _medians(counts: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The lower and the upper median label of each composition."""
    below, m = np.cumsum(counts, axis=1), counts.sum(1)
    low = (below >= ((m + 1) // 2)[:, None]).argmax(1)
    high = (below >= (m // 2 + 1)[:, None]).argmax(1)
    return low, high


def consensus_of(units: RatedUnits, rows: npt.NDArray[np.intp]) -> Consensus:
    """The majority of some rows, in this order; of a state its rows are profiles."""
    names = tuple(units.names[row] for row in rows.tolist()) if units.names else tuple(rows.tolist())
    chosen = RatedUnits(units.state, units.place[rows], names, rows=True)
    record = consensus_of_labels(chosen)
    if units.rows:
        return record
    weight = units.weight[rows]
    undecided = float(weight[[label is None for label in record.label]].sum())
    return altered(record, weight=weight, n_tied=float(weight[record.tied].sum()), n_undecided=undecided)


def consensus_record(
    method: str,
    ties: str,
    label: tuple[Label | None, ...],
    share: FloatArray,
    tied: npt.NDArray[np.bool_],
    ratings: npt.NDArray[np.int64],
    weight: FloatArray,
    units: tuple[Label, ...],
    unrated: npt.NDArray[np.bool_],
    n_missing: float = 0.0,
) -> Consensus:
    """The record of a consensus: counts of ties, and a sentence."""
    lacking = np.array([each_label is None for each_label in label], np.bool_)
    n = float(weight[~unrated].sum())
    n_tied, undecided = float(weight[tied].sum()), float(weight[lacking & ~unrated].sum())
    single = ratings == 1  # nobody agrees with oneself
    n_single = float(weight[single].sum())
    unanimous = float(weight[(share >= 1 - _ALIKE) & ~lacking & ~single].sum())
    text = f"{counted(n - undecided, 'unit has', 'units have')} a consensus ({method})"
    if n > n_single and method in ("majority", "median"):
        share_of = "of all" if not n_single else "of the other"
        several = counted(n - n_single, "unit")
        text += f", {counted(n_single, 'unit')} of one rating" if n_single else ""
        text += f", {percent(unanimous / (n - n_single))} {share_of} {several} a unanimous one"
    text += "."
    if n_tied:
        settled = f"; ties={ties!r} settled {n_tied - undecided:g} of them" if undecided < n_tied else ""
        text += f" {counted(n_tied, 'is', 'are')} tied{settled}."
    if not units and len(label):
        text += f" {FORGOTTEN}"
    signature = signed("panels.consensus", method=method, ties=ties, n=n)
    return Consensus(
        sentence=text,
        signature=signature,
        method=method,
        ties=ties,
        label=label,
        share=share,
        tied=tied,
        ratings=ratings,
        weight=weight,
        units=units,
        n_tied=n_tied,
        n_undecided=undecided,
        n_unrated=float(unrated.sum()) + n_missing,
    )


def _chosen(
    best: npt.NDArray[np.bool_],
    shares: FloatArray,
    labels: Sequence[Label],
    ties: str,
    seed: int,
    middle: npt.NDArray[np.intp] | None = None,
) -> tuple[tuple[Label | None, ...], FloatArray, npt.NDArray[np.bool_]]:
    """The label of each row among the best ones, None where ties leave none; its share; and which rows are tied."""
    if not best.size:
        return (None,) * len(best), np.full(len(best), np.nan), np.zeros(len(best), np.bool_)
    n_best = best.sum(1)
    tied = n_best > 1
    code = np.where(n_best > 0, best.argmax(1), -1)
    if ties == "last":
        code = np.where(tied, best.shape[1] - 1 - best[:, ::-1].argmax(1), code)
    elif ties == "random":
        drawn = np.random.default_rng(seed).random(best.shape) * best
        code = np.where(tied, drawn.argmax(1), code)
    elif ties != "first":
        code = np.where(tied, -1 if middle is None else middle, code)
    share = np.where(code >= 0, shares[np.arange(len(code)), np.maximum(code, 0)], np.nan)
    return tuple(None if index < 0 else labels[index] for index in code.tolist()), share, tied
