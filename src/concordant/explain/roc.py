"""The ROC AUC step by step: the ranking, the counts at each threshold, the area, and the pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from concordant.errors import LengthError
from concordant.metrics.roc_auc import roc_auc as roc_auc_metric
from concordant.metrics.roc_curve import roc_curve
from concordant.plots._given import curves_given
from concordant.states import Curve, CurveStack
from concordant.typing import Column, FloatArray, Label, Missing, NumberArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True, eq=False)
class RocExplanation:
    """
    The ROC AUC with the parts that it is made of. Arrays have one place a threshold, the highest first.

    Attributes
    ----------
    curve : Curve
        The state that everything here follows from.
    classes : tuple of two labels
        The negative and the positive class.
    thresholds : ndarray, shape (T + 1,)
        +inf, where nothing is predicted positive, then every distinct score; "positive" means ``score >= threshold``.
    tp, fp, fn, tn : ndarray, shape (T + 1,)
        The counts at each threshold.
    tpr, fpr : ndarray of float64, shape (T + 1,)
        ``tp / P`` and ``fp / N``.
    rectangles, trapezoids : ndarray of float64, shape (T + 1,)
        The area that the step to this threshold adds: the FPR gained times the TPR before the step, or times the
        mean of the TPR before and after it. They differ where positives and negatives share a score.
    auc : float
        As the metric `roc_auc` gives it: the sum of the trapezoids, and the share of concordant pairs with tied ones
        counted half. NaN if undefined.
    reason : str or None
        Why the AUC is undefined.
    concordant, tied, discordant : int or float
        Of the pairs of a positive and a negative row, those where the positive scores higher, the same, lower (for
        weighted rows the products of their weights). `concordant` is the sum of the rectangles times the pairs.
    signature : str
        Each choice that moves the number.

    Examples
    --------
    >>> from concordant.explain import roc_auc
    >>> steps = roc_auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> steps.concordant, steps.tied, steps.discordant
    (3, 0, 1)
    >>> steps.auc, float(steps.trapezoids.sum())
    (0.75, 0.75)
    """

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

    def __str__(self) -> str:
        """The steps as aligned text; of many rows the first and the last."""
        from concordant.explain._page_text import page_as_text
        from concordant.explain._roc_page import roc_page

        return page_as_text(roc_page(self, most=24))

    def to_html(self) -> str:
        """Return the steps as one piece of HTML that needs nothing else; labels are escaped."""
        from concordant.explain._page_html import page_as_html
        from concordant.explain._roc_page import roc_page

        return page_as_html(roc_page(self, most=60))

    def _repr_html_(self) -> str:
        return self.to_html()

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold; infinite scores are text, what is undefined is None."""
        columns = ("thresholds", "tp", "fp", "fn", "tn", "tpr", "fpr", "rectangles", "trapezoids")
        plain = {name: [_plain(x) for x in getattr(self, name).tolist()] for name in columns}
        return {
            "explains": "roc_auc",
            "classes": [x if isinstance(x, (str, int, float, bool)) else str(x) for x in self.classes],
            "positives": self.positives,
            "negatives": self.negatives,
            "missing": self.curve.missing,
            **plain,
            "concordant": self.concordant,
            "tied": self.tied,
            "discordant": self.discordant,
            "auc": _plain(self.auc),
            "reason": self.reason,
            "signature": self.signature,
        }

    def figure(self) -> Figure:
        """
        Return a matplotlib figure: the ROC curve with the area of each step, and the ranked rows below.

        pyplot does not know the figure: save it with ``.savefig(path)``. In a notebook `plot` is more handy.

        Raises
        ------
        MissingDependencyError
            If matplotlib is not installed.
        """
        from concordant.explain._roc_figure import roc_figure

        return roc_figure(self)

    def plot(self, axes: Sequence[Axes] | None = None) -> tuple[Axes, Axes]:
        """Draw curve and ranking into two Axes, or into a new figure of pyplot, and return the Axes."""
        from concordant.explain._roc_figure import roc_plot

        return roc_plot(self, axes)


def _plain(value: float) -> float | str | None:
    if value != value:  # noqa: PLR0124  (NaN)
        return None
    return str(value) if value in (np.inf, -np.inf) else value


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


def roc_auc(
    y_true: Column | Curve,
    y_score: Column | None = None,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
) -> RocExplanation:
    """
    Explain the ROC AUC step by step: ranking, counts at each threshold, area, and pairs.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes; or one `Curve` in place of labels and scores.
    y_score : array-like of shape (n,)
        Scores, higher for the positive class.
    labels : sequence of two labels, optional
        The negative and the positive class.
    pos_label : label, optional
        The positive class.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    missing : {"raise", "drop"}
        What to do with missing labels and NaN scores.

    Returns
    -------
    RocExplanation
        ``print`` it, or show it in a notebook. The AUC is NaN, with the reason said, if only one class occurs.

    Raises
    ------
    LengthError
        If `y_score` has one column a class; explain one class at a time.

    Examples
    --------
    >>> from concordant.explain import roc_auc
    >>> steps = roc_auc([1, 0, 1, 1, 0], [0.5, 0.25, 0.2, 0.3, 0.1])
    >>> steps.tp.tolist(), steps.fp.tolist()
    ([0, 1, 2, 2, 3, 3], [0, 0, 0, 1, 1, 2])
    >>> round(steps.auc, 4)
    0.8333
    """
    curve: Any = curves_given(
        y_true, y_score, labels=labels, pos_label=pos_label, sample_weight=sample_weight, missing=missing
    )
    return RocExplanation.of(curve)
