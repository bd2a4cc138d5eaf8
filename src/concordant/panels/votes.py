"""`Consensus`: one label for every unit, by votes or by the probabilities of a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelOrderError, LengthError, OptionError
from concordant.names import require_choice
from concordant.panels.units import FORGOTTEN, RatedUnits
from concordant.result.record import Answer, Tabled, altered, counted, or_none, percent, signed
from concordant.typing import Column, FloatArray, Label

Ties = Literal["none", "first", "last", "middle", "random"]
_ALIKE = 1e-9  # probabilities nearer than this are a tie
_MODELS = ("model", "dawid-skene")


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
            row_name = "profile" if self.method in _MODELS else "composition"
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
        method: str = "model",
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
        method : str
            What the model is called.
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
        return consensus_record(method, ties, label, share, tied, each, stands_for, names, ~has_posterior)


def consensus_of_labels(units: RatedUnits, method: str = "majority", ties: str = "none", seed: int = 0) -> Consensus:
    """The label with most votes, or the median, of units that were read."""
    counts = units.tallies.counts
    best = (counts == counts.max(1, initial=0, keepdims=True)) & (counts > 0)
    middle = np.full(len(counts), -1)
    if counts.size and (method == "median" or ties == "middle"):
        if not units.state.ordered and not all(isinstance(label, (int, float)) for label in units.labels):
            what = 'method="median"' if method == "median" else 'ties="middle"'
            raise LabelOrderError(f"{what} needs labels in an order, and these have none: declare it, labels=[...].")
        below, m = np.cumsum(counts, axis=1), counts.sum(1)[:, None]
        low, high = (below >= (m + 1) // 2).argmax(1), (below >= m // 2 + 1).argmax(1)
        middle = np.where(low == high, low, -1)
        if method == "median":
            best = (np.arange(counts.shape[1]) == low[:, None]) | (np.arange(counts.shape[1]) == high[:, None])
    if ties == "random" and not units.rows:
        raise OptionError('ties="random" draws for each unit, and a state has none: give the matrix or the frame.')
    composition, rated, weight, n_unrated = rows_of(units)
    counts, best = counts[composition], best[composition] & rated[:, None]
    m = np.where(rated, counts.sum(1), 0)
    shares = counts / np.maximum(m, 1)[:, None]
    label, share, tied = _chosen(best, shares, units.labels, ties, seed, middle[composition])
    return consensus_record(method, ties, label, share, tied, m, weight, units.names, ~rated, n_unrated)


def rows_of(units: RatedUnits) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.bool_], FloatArray, float]:
    """The composition of each row (0 where there is none), whether it is rated, its weight, and units without rows."""
    tallies = units.tallies
    if not units.rows:  # compositions are the rows of a state
        size = len(tallies.counts)
        return np.arange(size), np.ones(size, np.bool_), tallies.weight * 1.0, float(tallies.missing)
    return np.maximum(units.composition, 0), units.rated, units.weight, 0.0


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
