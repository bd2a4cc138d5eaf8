"""A weighted kappa step by step: the matrices O, W and E, and where the penalty comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias

import numpy as np

from concordant.metrics._agreement.weights import disagreement
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics.cohen_kappa import cohen_kappa
from concordant.plots._given import counts_given
from concordant.plots._penalty import penalty_share
from concordant.states import Counts
from concordant.typing import Column, FloatArray, KappaWeights, Label, Missing, NumberArray, WeightFamily

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Scheme: TypeAlias = WeightFamily | Literal["none", "own"]


@dataclass(frozen=True, slots=True, eq=False)
class KappaExplanation:
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

    def __str__(self) -> str:
        """The steps as aligned text."""
        from concordant.explain._kappa_page import kappa_page
        from concordant.explain._page_text import page_as_text

        return page_as_text(kappa_page(self, most=10))

    def to_html(self) -> str:
        """Return the steps as one piece of HTML that needs nothing else; labels are escaped."""
        from concordant.explain._kappa_page import kappa_page
        from concordant.explain._page_html import page_as_html

        return page_as_html(kappa_page(self, most=30))

    def _repr_html_(self) -> str:
        return self.to_html()

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold; what is undefined is None, unusual labels are their text."""
        return {
            "explains": "cohen_kappa",
            "weights": self.scheme,
            "labels": [x if isinstance(x, (str, int, float, bool)) else str(x) for x in self.labels],
            "names": list(self.names),
            "n": self.counts.n,
            "missing": self.counts.missing,
            "observed": self.observed.tolist(),
            "weight_matrix": self.weights.tolist(),
            "expected": self.expected.tolist(),
            "numerator": self.numerator,
            "denominator": self.denominator,
            "kappa": None if np.isnan(self.kappa) else self.kappa,
            "reason": self.reason,
            "share": _plain(self.share),
            "expected_share": _plain(self.expected_share),
            "signature": self.signature,
        }

    def figure(self) -> Figure:
        """
        Return a matplotlib figure of O, W and E side by side, with the kappa above.

        pyplot does not know the figure: save it with ``.savefig(path)``. In a notebook `plot` is more handy.

        Raises
        ------
        MissingDependencyError
            If matplotlib is not installed.
        """
        from concordant.explain._kappa_figure import kappa_figure

        return kappa_figure(self)

    def plot(self, axes: Sequence[Axes] | None = None) -> tuple[Axes, Axes, Axes]:
        """Draw O, W and E into three Axes, or with the kappa above into a new figure of pyplot, and return the Axes."""
        from concordant.explain._kappa_figure import kappa_plot

        return kappa_plot(self, axes)


def _scheme(weights: Any) -> Scheme:
    return weights if isinstance(weights, str) else "own"  # type: ignore[return-value]  # the metric checked it


def _plain(matrix: FloatArray) -> list[list[float | None]]:
    return [[None if x != x else x for x in row] for row in matrix.tolist()]  # noqa: PLR0124  (NaN)


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
