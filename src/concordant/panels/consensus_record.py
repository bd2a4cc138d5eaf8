"""What raters say together: one label for each unit, with ties counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

import numpy as np
import numpy.typing as npt

from concordant.errors import LengthError, OptionError
from concordant.names import did_you_mean
from concordant.result.record import Answer, Tabled, counted, or_none, percent, signed
from concordant.typing import FloatArray, Label

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
        How many ratings it has.
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
        """One row a unit: its name, label, share, whether it was a tie, and how many ratings it has."""
        named = {"unit": list(self.units)} if self.units else {"units": self.weight.tolist()}
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
            The names of the rows.
        seed : int
            Of the random choice.
        """
        array = np.asarray(posterior, np.float64)
        if array.ndim != 2 or array.shape[1] != len(labels):
            msg = f"posterior must have a row a unit and {len(labels)} columns, not the shape {array.shape}."
            raise LengthError(msg)
        if len(units) not in (0, len(array)):
            msg = f"units must name every row: expected {len(array)} names, got {len(units)}."
            raise LengthError(msg)
        if ties == "middle":
            msg = 'ties="middle" is of ratings; of probabilities take "none", "first", "last" or "random".'
            raise OptionError(msg)
        here = np.asarray(~np.isnan(array).any(axis=1))
        best = np.where(here[:, None], array >= np.nanmax(array, 1, initial=0, keepdims=True) - _ALIKE, False)
        code, tied = chosen_labels(best, check_ties(ties), seed, None)
        share = np.where(code >= 0, array[np.arange(len(array)), np.maximum(code, 0)], np.nan)
        label = tuple(None if place < 0 else labels[place] for place in code.tolist())
        none = np.zeros(len(array), np.int64)
        return consensus_record("model", ties, label, share, tied, none, np.ones(len(array)), tuple(units), ~here)


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
    more: float = 0.0,
) -> Consensus:
    """Count ties, and say it in a sentence."""
    lacking = np.array([one is None for one in label], np.bool_)
    n = float(weight[~unrated].sum())
    n_tied, undecided = float(weight[tied].sum()), float(weight[lacking & ~unrated].sum())
    whole = float(weight[(share >= 1 - _ALIKE) & ~lacking].sum())
    said = f"{counted(n - undecided, 'unit has', 'units have')} a consensus ({method})"
    if n and method in ("majority", "median"):
        said += f", {percent(whole / n)} of all {counted(n, 'unit')} a unanimous one"
    said += "."
    if n_tied:
        settled = f"; ties={ties!r} settled {n_tied - undecided:g} of them" if undecided < n_tied else ""
        said += f" {counted(n_tied, 'is', 'are')} tied{settled}."
    signature = signed("panels.consensus", method=method, ties=ties, n=n)
    return Consensus(
        sentence=said,
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
        n_unrated=float(unrated.sum()) + more,
    )


def check_ties(ties: Any) -> Any:
    """Return what to do with ties; raise for an unknown word."""
    known = get_args(Ties)
    if ties not in known:
        msg = f"ties must be one of {', '.join(map(repr, known))}, not {ties!r}.{did_you_mean(ties, known)}"
        raise OptionError(msg)
    return ties


def chosen_labels(
    best: npt.NDArray[np.bool_], ties: str, seed: int, middle: npt.NDArray[np.intp] | None
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.bool_]]:
    """The label of each row among those that are best, -1 for none; and which rows are tied."""
    many = best.sum(1)
    tied = many > 1
    code = np.where(many > 0, best.argmax(1), -1) if best.shape[1] else np.full(len(best), -1)
    if ties == "none":
        code = np.where(tied, -1, code)
    elif ties == "last" and best.shape[1]:
        code = np.where(tied, best.shape[1] - 1 - best[:, ::-1].argmax(1), code)
    elif ties == "middle" and middle is not None:
        code = np.where(tied, middle, code)
    elif ties == "random":
        drawn = np.random.default_rng(seed).random(best.shape) * best
        code = np.where(tied, drawn.argmax(1) if best.shape[1] else -1, code)
    return code.astype(np.intp), tied
