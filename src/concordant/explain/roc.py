"""The ROC AUC step by step: the ranking, the counts at each threshold, the area, and the pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from concordant.explain._page_html import page_as_html
from concordant.explain._page_text import page_as_text
from concordant.explain._roc_figure import roc_figure, roc_plot
from concordant.explain._roc_page import roc_page
from concordant.explain._roc_steps import RocSteps
from concordant.plots._given import curves_given
from concordant.states import Curve
from concordant.typing import Column, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class RocExplanation(RocSteps):
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

    __slots__ = ()

    def __str__(self) -> str:
        """The steps as aligned text; of many rows the first and the last."""
        return page_as_text(roc_page(self, most=24))

    def to_html(self) -> str:
        """Return the steps as one piece of HTML that needs nothing else; labels are escaped."""
        return page_as_html(roc_page(self, most=60))

    def _repr_html_(self) -> str:
        return self.to_html()

    def figure(self) -> Figure:
        """
        Return a matplotlib figure: the ROC curve with the area of each step, and the ranked rows below.

        pyplot does not know the figure: save it with ``.savefig(path)``. In a notebook `plot` is handier.

        Raises
        ------
        MissingDependencyError
            If matplotlib is not installed.
        """
        return roc_figure(self)

    def plot(self, axes: Sequence[Axes] | None = None) -> tuple[Axes, Axes]:
        """Draw curve and ranking into two Axes, or into a new figure of pyplot, and return the Axes."""
        return roc_plot(self, axes)


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
