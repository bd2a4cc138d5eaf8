"""A weighted kappa step by step: the matrices O, W and E, and where the penalty comes from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from concordant.explain._kappa_figure import kappa_figure, kappa_plot
from concordant.explain._kappa_page import kappa_page
from concordant.explain._kappa_steps import KappaSteps
from concordant.explain._page_html import page_as_html, style_and_body
from concordant.explain._page_text import page_as_text
from concordant.plots._given import counts_given
from concordant.states import Counts
from concordant.typing import Column, KappaWeights, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class KappaExplanation(KappaSteps):
    """
    Cohen's kappa with the parts that it is made of.

    Attributes
    ----------
    counts : Counts
        The state that everything here follows from.
    labels : tuple
        The K labels in their order: the rows and columns of every matrix.
    scheme : {"none", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar", "own"}
        Which weights they are.
    observed : ndarray of shape (K, K)
        O: how often each pair of labels occurs; rows are the first column of data.
    weights : ndarray of shape (K, K)
        W: what a row of this pair costs. Zero on the diagonal; weights that have a name are divided by the
        largest, as in textbooks. The scale divides out of the kappa.
    expected : ndarray of shape (K, K)
        E: what O would be on average if the columns were independent: row total x column total / n.
    numerator, denominator : float
        The penalties ``sum(W O)`` and ``sum(W E)``.
    kappa : float
        ``1 - numerator / denominator``, as the metric `cohen_kappa` gives it; NaN if undefined.
    reason : str or None
        Why the kappa is undefined.
    share, expected_share : ndarray of shape (K, K)
        The part of the penalty that each cell carries, in O and in E; they sum to 1. NaN without any penalty.
    names : tuple of two str
        What rows and columns are.
    signature : str
        Each choice that moves the number.

    Examples
    --------
    >>> from concordant.explain import quadratic_kappa
    >>> steps = quadratic_kappa([1, 2, 3, 3], [1, 2, 3, 1])
    >>> steps.numerator, steps.denominator
    (1.0, 1.625)
    >>> round(steps.kappa, 4)
    0.3846
    """

    __slots__ = ()

    def __str__(self) -> str:
        """The steps as aligned text."""
        return page_as_text(kappa_page(self, most=10))

    def to_html(self) -> str:
        """Return the steps as one piece of HTML that needs nothing else; labels are escaped."""
        return page_as_html(kappa_page(self, most=30))

    def style_and_body(self) -> tuple[str, str]:
        """Return the same as the rules of a style and what they are for, for a page that has its own style sheet."""
        return style_and_body(kappa_page(self, most=30))

    def _repr_html_(self) -> str:
        return self.to_html()

    def figure(self) -> Figure:
        """
        Return a matplotlib figure of O, W and E side by side, with the kappa above.

        pyplot does not know the figure: save it with ``.savefig(path)``. In a notebook `plot` is handier.

        Raises
        ------
        MissingDependencyError
            If matplotlib is not installed.
        """
        return kappa_figure(self)

    def plot(self, axes: Sequence[Axes] | None = None) -> tuple[Axes, Axes, Axes]:
        """Draw O, W and E into three Axes, or with the kappa above into a new figure of pyplot, and return the Axes."""
        return kappa_plot(self, axes)


def weighted_kappa(
    y_true: Column | Counts,
    y_pred: Column | None = None,
    *,
    weights: KappaWeights = "quadratic",
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    names: tuple[str, str] = ("y_true", "y_pred"),
) -> KappaExplanation:
    """
    Explain Cohen's kappa with any weights step by step: O, W, E, and where the penalty comes from.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        Labels of the two raters, or truth and prediction; or one `Counts` in place of both.
    weights : {"quadratic", "linear", ...}, array-like of shape (K, K), or None
        None: every disagreement counts the same. See `concordant.cohen_kappa`.
    labels : sequence, optional
        All labels in their order. Text without a declared order raises `LabelOrderError` if there are weights.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    missing : {"raise", "drop"}
        What to do with missing labels.
    names : tuple of two str
        What the two columns are, for the words of the explanation.

    Returns
    -------
    KappaExplanation
        ``print`` it, or show it in a notebook. The kappa is NaN, with the reason said, where it is undefined.

    Examples
    --------
    >>> from concordant.explain import weighted_kappa
    >>> round(weighted_kappa(["a", "b", "b"], ["a", "b", "a"], weights=None).kappa, 6)
    0.4
    """
    counts = counts_given(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
    return KappaExplanation.of(counts, weights=weights, names=names)


def quadratic_kappa(
    y_true: Column | Counts,
    y_pred: Column | None = None,
    *,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    names: tuple[str, str] = ("y_true", "y_pred"),
) -> KappaExplanation:
    """
    Explain the quadratic weighted kappa (QWK) step by step: O, W, E, and where the penalty comes from.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        Ordered labels of the two raters, or truth and prediction; or one `Counts` in place of both.
    labels : sequence, optional
        All labels in their order. Text without a declared order raises `LabelOrderError`.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    missing : {"raise", "drop"}
        What to do with missing labels.
    names : tuple of two str
        What the two columns are, for the words of the explanation.

    Returns
    -------
    KappaExplanation
        ``print`` it, or show it in a notebook. The kappa is NaN, with the reason said, where it is undefined.

    Examples
    --------
    >>> from concordant.explain import quadratic_kappa
    >>> steps = quadratic_kappa([2, 2, 2, 3, 4, 5, 5, 5, 5, 5], [2, 2, 2, 3, 2, 1, 1, 1, 1, 3])
    >>> round(steps.kappa, 6)
    -0.139241
    >>> round(float(steps.share[-1, 0]), 3)  # the four rows with 5 against 1
    0.889
    """
    return weighted_kappa(
        y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing, names=names, weights="quadratic"
    )
