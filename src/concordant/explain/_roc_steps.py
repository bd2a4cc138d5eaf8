"""The numbers that a ROC AUC is made of: the counts at each threshold, the area of each step, and the pairs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from concordant.errors import LengthError
from concordant.metrics.ranking.curves import roc_curve
from concordant.metrics.ranking.roc_auc import roc_auc as roc_auc_metric
from concordant.result.record import Record, plain
from concordant.states import Curve, CurveStack
from concordant.typing import FloatArray, Label, NumberArray


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RocSteps(Record):
    """The fields of a `RocExplanation`, which says what they are."""

    curve: Curve
    classes: tuple[Label, ...]
    thresholds: npt.NDArray[Any]
    tp: NumberArray
    fp: NumberArray
    fn: NumberArray
    tn: NumberArray
    tpr: FloatArray
    fpr: FloatArray
    rectangles: FloatArray
    trapezoids: FloatArray
    auc: float
    reason: str | None
    concordant: float
    tied: float
    discordant: float
    signature: str = field(default="", kw_only=True)

    @classmethod
    def of(cls, curve: Curve, /) -> Self:
        """
        Explain the AUC of a curve of two classes.

        Raises
        ------
        LengthError
            If there are curves of several classes or labels; the message says how to take one.
        """
        if isinstance(curve, CurveStack) or len(curve.classes) != 2:
            msg = (
                "one column of scores of two classes is explained at a time. Take one class against the rest: "
                "explain.roc_auc(y_true == label, y_score[:, k]), or of a CurveStack: stack.binary_curves()[k]."
            )
            raise LengthError(msg)
        outcome = roc_auc_metric.outcome(curve)
        points = roc_curve.outcome(curve).value
        fp, tp = (np.concatenate([sums[:0], [sums.dtype.type(0)], sums]) for sums in curve.cumulative())
        gained = np.diff(points.fpr, prepend=0.0)
        before = np.concatenate([[0.0], points.tpr[:-1]])
        concordant, tied, discordant = _pairs(curve)
        return cls(
            curve,
            curve.classes,
            points.thresholds,
            tp,
            fp,
            tp[-1] - tp,
            fp[-1] - fp,
            points.tpr,
            points.fpr,
            gained * before,
            gained * (before + points.tpr) / 2,
            outcome.value,
            outcome.reason,
            concordant,
            tied,
            discordant,
            signature=roc_auc_metric.signature(curve),
        )

    @property
    def positives(self) -> float:
        """P: the rows, or the weight, of the positive class."""
        number: float = self.tp[-1].item()
        return number

    @property
    def negatives(self) -> float:
        """N: the rows, or the weight, of the negative class."""
        number: float = self.fp[-1].item()
        return number

    @property
    def pairs(self) -> float:
        """P x N: all pairs of a positive and a negative row."""
        return self.positives * self.negatives

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold; infinite scores are text, what is undefined is None."""
        columns = ("thresholds", "tp", "fp", "fn", "tn", "tpr", "fpr", "rectangles", "trapezoids")
        found: dict[str, Any] = plain(
            {
                "explains": "roc_auc",
                "classes": self.classes,
                "positives": self.positives,
                "negatives": self.negatives,
                "missing": self.curve.missing,
                **{name: getattr(self, name) for name in columns},
                "concordant": self.concordant,
                "tied": self.tied,
                "discordant": self.discordant,
                "auc": self.auc,
                "reason": self.reason,
                "signature": self.signature,
            }
        )
        return found


def _pairs(curve: Curve) -> tuple[float, float, float]:
    """Concordant, tied and discordant pairs: exact for counted rows."""
    negatives, positives = curve.weights[:, 0], curve.weights[:, 1]
    if curve.weights.dtype.kind == "i" and int(negatives.sum()) * int(positives.sum()) >= 2**63:
        negatives, positives = negatives * 1.0, positives * 1.0
    above = positives.cumsum() - positives
    concordant = (negatives * above).sum().item()
    tied = (negatives * positives).sum().item()
    discordant = (negatives * (positives.sum() - above - positives)).sum().item()
    return concordant, tied, discordant
