"""What the model of Dawid and Skene gives back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from concordant.panels.consensus_record import Consensus
from concordant.result.intervals import Interval
from concordant.result.record import Answer, Tabled, percent
from concordant.typing import FloatArray, Label


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class DawidSkene(Tabled, Answer):
    """
    The labels of units and the errors of raters, by the model of Dawid and Skene.

    Attributes
    ----------
    labels, raters : tuple
        The K labels and the r raters.
    posterior : ndarray of shape (n, K)
        The probability of each true label: one row a unit, of a state one row a profile; NaN of units nobody rated.
    units : tuple
        The names of the rows; empty for a state.
    weight : ndarray of shape (n,)
        How many units each row stands for.
    prior : ndarray of shape (K,)
        The share of units with each true label.
    confusion, confusion_low, confusion_high : ndarray of shape (r, K, K)
        For each rater and true label (row) how often each label (column) is given, with limits; NaN where a rater is
        expected to have seen no unit of the label.
    accuracy : tuple of Interval
        The share of the ratings of each rater that are the true label.
    loglik : float
        The log-likelihood that was reached.
    trace : ndarray
        The log-likelihood at every step; it never falls.
    steps : int
        How many steps were taken.
    converged : bool
        Whether the last one gained less than the tolerance.
    majority_agreement : float
        Of the units with one majority, the share whose most probable label it is.
    """

    stored_as: ClassVar[str | None] = None

    labels: tuple[Label, ...]
    raters: tuple[Label, ...]
    posterior: FloatArray
    units: tuple[Label, ...]
    weight: FloatArray
    prior: FloatArray
    confusion: FloatArray
    confusion_low: FloatArray
    confusion_high: FloatArray
    accuracy: tuple[Interval, ...]
    loglik: float
    trace: FloatArray
    steps: int
    converged: bool
    majority_agreement: float

    def consensus(self, *, ties: Any = "none", seed: int = 0) -> Consensus:
        """Return the most probable label of every row."""
        return Consensus.from_posterior(self.posterior, self.labels, ties=ties, units=self.units, seed=seed)

    def columns(self) -> dict[str, list[Any]]:
        """One row a rater: accuracy with limits, and how many ratings there are."""
        return {
            "rater": list(self.raters),
            "ratings": [one.n for one in self.accuracy],
            "accuracy": [float(one) for one in self.accuracy],
            "low": [one.low for one in self.accuracy],
            "high": [one.high for one in self.accuracy],
        }

    def __str__(self) -> str:
        """The sentence, the labels and the raters."""
        width = max(map(len, map(str, (*self.raters, *self.labels, "rater"))))
        lines = [Answer.__str__(self), "", f"  {'label'.ljust(width)}  units"]
        lines += [
            f"  {str(label).ljust(width)}  {percent(share)}"
            for label, share in zip(self.labels, self.prior.tolist(), strict=True)
        ]
        lines += ["", f"  {'rater'.ljust(width)}  ratings  accuracy"]
        for name, one in zip(self.raters, self.accuracy, strict=True):
            ends = "" if one.low != one.low else f"  {one.low:.2f} to {one.high:.2f}"
            lines.append(f"  {str(name).ljust(width)}  {one.n:7g}  {float(one):.2f}{ends}")
        return "\n".join(lines)
