"""The numbers that a weighted kappa is made of: the matrices O, W and E, and each cell's share of the penalty."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Self, TypeAlias

import numpy as np

from concordant.metrics.agreement.cohen_kappa import cohen_kappa, penalty_share
from concordant.metrics.agreement.weights import disagreement
from concordant.metrics.arithmetic import ratio
from concordant.plots._given import counts_given
from concordant.result.record import Record, plain
from concordant.states import Counts
from concordant.typing import FloatArray, KappaWeights, Label, NumberArray, WeightFamily

Scheme: TypeAlias = WeightFamily | Literal["none", "own"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class KappaSteps(Record):
    """The fields of a `KappaExplanation`, which says what they are."""

    counts: Counts
    labels: tuple[Label, ...]
    scheme: Scheme
    observed: NumberArray
    weights: FloatArray
    expected: FloatArray
    numerator: float
    denominator: float
    kappa: float
    reason: str | None
    share: FloatArray
    expected_share: FloatArray
    names: tuple[str, str] = ("y_true", "y_pred")
    signature: str = field(default="", kw_only=True)

    @classmethod
    def of(
        cls, counts: Counts, /, *, weights: KappaWeights = "quadratic", names: tuple[str, str] = ("y_true", "y_pred")
    ) -> Self:
        """
        Explain the kappa of counts that are known already, such as a table printed in a paper.

        Parameters
        ----------
        counts : Counts
            One table, no stack.
        weights : {"quadratic", "linear", ...}, array-like of shape (K, K), or None
            As in `concordant.cohen_kappa`.
        names : tuple of two str
            What rows and columns are, such as the names of two raters.

        Raises
        ------
        LabelOrderError
            If the labels have no order and the weights need one.
        LengthError
            If the counts are a stack.
        """
        counts = counts_given(counts, None, labels=None, sample_weight=None, missing="raise")
        outcome = cohen_kappa.outcome(counts, weights=weights)
        table = counts.table * 1.0
        w = disagreement(counts, weights)
        if isinstance(weights, str) and w.max(initial=0.0) > 0:
            w = w / w.max()
        r, c = table.sum(1), table.sum(0)
        e = np.nan_to_num(ratio(np.outer(r, c), table.sum()))
        return cls(
            counts,
            counts.labels,
            "none" if weights is None else _scheme(weights),
            counts.table,
            w,
            e,
            float((w * table).sum()),
            float((w * e).sum()),
            outcome.value,
            outcome.reason,
            penalty_share(counts, weights),
            penalty_share(counts, weights, e),
            names,
            signature=cohen_kappa.signature(counts, weights=weights),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold; what is undefined is None, unusual labels are their text."""
        found: dict[str, Any] = plain(
            {
                "explains": "cohen_kappa",
                "weights": self.scheme,
                "labels": self.labels,
                "names": self.names,
                "n": self.counts.n,
                "missing": self.counts.missing,
                "observed": self.observed,
                "weight_matrix": self.weights,
                "expected": self.expected,
                "numerator": self.numerator,
                "denominator": self.denominator,
                "kappa": self.kappa,
                "reason": self.reason,
                "share": self.share,
                "expected_share": self.expected_share,
                "signature": self.signature,
            }
        )
        return found


def _scheme(weights: Any) -> Scheme:
    return weights if isinstance(weights, str) else "own"  # type: ignore[return-value]  # the metric checked it
