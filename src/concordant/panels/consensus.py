"""`consensus`: one label for every unit, by votes, by the middle or mean of numbers, or by a model of the raters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np

from concordant.errors import OptionError, ScoreError
from concordant.inputs.label_values import check_missing_labels
from concordant.inputs.numeric_ratings import check_numeric_ratings
from concordant.metrics.definition.options import knowing_its_options
from concordant.names import require_choice
from concordant.panels.dawid_skene import consensus_of_model
from concordant.panels.units import RatedUnits, names_of_units, read_units
from concordant.panels.votes import Consensus, Ties, consensus_of_labels, consensus_record, rows_of
from concordant.result.record import or_none
from concordant.states import NumericRatings
from concordant.typing import Column, FloatArray, Label

__all__ = ["ConsensusMethod", "consensus", "consensus_of_labels", "consensus_of_units"]

ConsensusMethod = Literal["majority", "median", "mean", "trimmed", "dawid-skene"]
_OF_LABELS = ("majority", "dawid-skene")


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
    method : {"majority", "median", "mean", "trimmed", "dawid-skene"}
        The label with most votes; the middle one of ordered labels (of numbers the mean of the two middle ones); the
        mean of numbers; their mean without the ``floor(trim m)`` smallest and largest of m ratings; the most probable
        label by the model of `dawid_skene`, in which votes count by how rarely a rater errs (`share` is then its
        probability).
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
    RaterIdentityError
        For a model of raters, if it is not known who rated.

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
    marks = check_missing_labels(missing_labels)
    plain = method not in _OF_LABELS and not marks and labels is label is unit is None
    if plain and _is_fractional(ratings):
        rows = check_numeric_ratings(ratings, raters=raters)
        values = rows.values if rows.kept is None else np.full((len(rows.kept), len(rows.raters)), np.nan)
        if rows.kept is not None:
            values[rows.kept] = rows.values
        return _of_values(values, np.ones(len(values)), names_of_units(ratings, None, len(values)), method, trim)
    read: dict[str, Any] = {"unit": unit, "rater": rater, "label": label, "raters": raters, "labels": labels}
    units = read_units(ratings, **read, missing_labels=missing_labels, duplicates=duplicates)
    return consensus_of_units(units, method, ties, trim, seed)


def consensus_of_units(
    units: RatedUnits, method: str = "majority", ties: Ties = "none", trim: float = 0.2, seed: int = 0
) -> Consensus:
    """The consensus of units that were read, by any method."""
    if method == "dawid-skene":
        return consensus_of_model(units, ties=ties, seed=seed)
    if method == "majority":
        return consensus_of_labels(units, method, ties, seed)
    return _middle_of_labels(units, method, ties, trim, seed)


def _of_values(
    values: FloatArray, weight: FloatArray, names: tuple[Label, ...], method: str, trim: float, n_unrated: float = 0.0
) -> Consensus:
    """Means and medians of rows of numbers, NaN where one is missing."""
    if method in _OF_LABELS:
        raise OptionError(f'method="{method}" is of labels; of numbers take "median", "mean" or "trimmed".')
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
    if not all(isinstance(label, (int, float)) for label in units.labels):
        if method != "median":
            raise ScoreError(f"method={method!r} needs labels that are numbers, and {units.labels[0]!r} is none.")
        return consensus_of_labels(units, method, ties, seed)
    composition, rated, weight, n_unrated = rows_of(units)
    counts, numbers = units.tallies.counts, np.array(units.labels, np.float64)
    values = np.full((max(len(counts), 1), int(counts.sum(1).max(initial=0))), np.nan)
    for row, times in zip(values, counts, strict=False):
        row[: times.sum()] = np.repeat(numbers, times)
    rows = np.where(rated[:, None], values[composition], np.nan)
    return _of_values(rows, weight, units.names, method, trim, n_unrated)
