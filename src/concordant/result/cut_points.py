"""Cut points on an ordinal score, with how good they are and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError
from concordant.result.labels_of_places import named
from concordant.result.new_scores import new_scores
from concordant.result.picture import Pictured
from concordant.result.stored_record import StoredRecord
from concordant.typing import Column, Label


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class CutPoints(Pictured):
    """
    Cut points that turn a score into ordered labels: label k where the score reaches the k-th cut.

    Attributes
    ----------
    cut_points : tuple of K - 1 floats
        They do not fall. A score gets the label after the last cut that it reaches (``score >= cut``). -inf: the label
        before is never given; +inf: no label from here on. Two equal cuts leave out the label between.
    labels : tuple of K labels
        In their order, that of the lowest scores first.
    value : float
        The metric of these cut points on the rows that chose them: too good on average.
    cross_validated_value, standard_error : float
        The metric on rows that did not choose their cut points (each fold cut where the others say, all folds in one
        table), and its standard error as a forecast of the metric on new rows: that from the table, and what the choice
        of the cut points adds, ``sqrt(se ** 2 + optimism ** 2 / 3)``. NaN without ``cv``.
    optimism : float
        How much better `value` looks than `cross_validated_value`.
    optimum : float
        The best value that cut points on this score can have on these rows, by exact search (`certificate` says how).
    upper_bound : float
        What no cut points can exceed on these rows (for costs: go below). For quadratic kappa it is
        ``sd(g) / sd(truth)``, with g the isotonic regression of the truth on the score: no rule that rises with the
        score exceeds it, with any number of levels. For other metrics it is the optimum.
    certificate : str
        How the optimum and the bound are known.
    method : {"smooth", "exact"}
        Cut points on a smooth estimate of the truth given the score, or those of the optimum itself.
    exactness : {"exact", "grid"}
        Whether the optimum is one over all cut points, or over those between `groups` groups of neighbouring scores.
    groups : int
        Between how many groups of scores cut points were tried: all distinct scores if "exact"; of rows in batches,
        scores between which no cut can lie count once.
    fold_cut_points : tuple of tuple of float
        The cut points of the folds: how far they scatter shows how well the rows determine them.
    n : float
        Rows, or the sum of their weights.
    metric : str
        The name of the metric.
    better : {"higher", "lower"}
        Its direction.
    signature : str
        Each choice that moves the number.
    reason : str or None
        Why the value, or the cross-validated value, is undefined; None if there is no problem.
    """

    picture: ClassVar[str] = "score_ranges"
    stored_as: ClassVar[str | None] = "cut_points"

    cut_points: tuple[float, ...]
    labels: tuple[Label, ...]
    value: float
    cross_validated_value: float
    standard_error: float
    optimism: float
    optimum: float
    upper_bound: float
    certificate: str
    method: Literal["smooth", "exact"]
    exactness: Literal["exact", "grid"]
    groups: int
    fold_cut_points: tuple[tuple[float, ...], ...]
    n: float
    metric: str
    better: str
    signature: str
    reason: str | None = None

    def predict(self, scores: Column) -> npt.NDArray[Any]:
        """
        Return the label of each score.

        Parameters
        ----------
        scores : array-like of shape (n,)
            Numbers; infinite ones are allowed, NaN is refused.
        """
        column = new_scores(scores)
        cuts = np.array(self.cut_points, dtype=np.float64)
        if not self.labels or np.isnan(cuts).any():
            msg = "these cut points come from no rows, and no score has a label."
            raise InputError(msg)
        return named(np.searchsorted(cuts[cuts < np.inf], column, side="right"), self.labels)

    def named_labels(self) -> npt.NDArray[Any]:
        """Return the labels as an array, of their own type where they have one."""
        return named(np.arange(len(self.labels)), self.labels)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If a field is missing, or holds something else; the message says which.
        """
        stored = StoredRecord(cls, data, "record of cut points")
        labels = stored.labels("labels", tuples=True)
        folds = [stored.numbers("fold_cut_points", cuts) for cuts in stored.listed("fold_cut_points", "lists")]
        cut_points = stored.cuts("cut_points", stored.reals("cut_points"), len(labels))
        stored.defined_together("value", "cut points", cut_points)
        return cls(
            cut_points=cut_points,
            labels=labels,
            value=stored.real("value"),
            cross_validated_value=stored.real("cross_validated_value"),
            standard_error=stored.real("standard_error", 0),
            optimism=stored.real("optimism"),
            optimum=stored.real("optimum"),
            upper_bound=stored.real("upper_bound"),
            certificate=stored.text("certificate"),
            method=stored.choice("method", ("smooth", "exact")),
            exactness=stored.choice("exactness", ("exact", "grid")),
            groups=stored.whole("groups"),
            fold_cut_points=tuple(stored.cuts("fold_cut_points", cuts, len(labels)) for cuts in folds),
            n=stored.amount("n"),
            metric=stored.text("metric"),
            better=stored.choice("better", ("higher", "lower")),
            signature=stored.text("signature"),
            reason=stored.text_or_none("reason"),
        )

    def __str__(self) -> str:
        """A few lines."""
        name = self.metric.replace("_", " ")
        lines = [f"cut points ({self.method}): {self._rule()}"]
        if self.value != self.value:
            return "\n".join([*lines, f"{name} is undefined: {self.reason}"])
        lines.append(f"{name} {self.value:.4f} on these {self.n:g} rows; {self._best()}")
        if self.cross_validated_value == self.cross_validated_value:
            flatters = f"{self.optimism:.4f} of the value is" if self.optimism > 0 else "no sign of"
            lines.append(
                f"cross-validated {self.cross_validated_value:.4f}, standard error {self.standard_error:.4f}: "
                f"{flatters} optimism"
            )
        lines.append(self.certificate)
        if self.reason:
            lines.append(self.reason)
        return "\n".join(lines)

    def _rule(self) -> str:
        parts = [str(self.labels[0])] if self.labels else ["no labels"]
        parts += [f"{cut:.5g} | {label}" for cut, label in zip(self.cut_points, self.labels[1:], strict=False)]
        return " | ".join(parts)

    def _best(self) -> str:
        where = (
            "any cut points" if self.exactness == "exact" else f"cut points between {self.groups:,} groups of scores"
        )
        bound = f", bound {self.upper_bound:.4f}" if self.upper_bound != self.optimum else ""
        return f"optimum of {where} {self.optimum:.4f}{bound}"
