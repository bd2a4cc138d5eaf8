"""Matrices of a model, of its groups, of two ordered ratings, and of the raters and labels of a panel."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import LengthError, OptionError
from concordant.figures.matrices import labels_matrix_figure, matrix_figure, ordinal_figure, pairwise_figure
from concordant.figures.paint_matplotlib import draw, require_matplotlib
from concordant.inputs.encoding import encode
from concordant.names import require_choice
from concordant.panels import LabelReport, Pairwise
from concordant.panels import label_report as label_report_of
from concordant.panels import pairwise as pairwise_of
from concordant.plots.given import counts_given, record_given
from concordant.result.wording import compact_count, label_text
from concordant.states import Counts
from concordant.typing import Column, KappaWeights, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_MOST = 24  # groups: more matrices than that nobody compares by eye


def confusion_by_group(
    y_true: Column,
    y_pred: Column,
    by: Column,
    *,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    normalize: Literal["true", "pred", "all"] | None = "true",
    axes: Sequence[Axes] | None = None,
) -> list[Axes]:
    """
    Draw the confusion matrix of each group: where a model errs more, or otherwise, than elsewhere.

    All matrices have the labels of all rows, in one order, so that their cells can be compared.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        Labels.
    by : array-like of shape (n,)
        The group of each row; up to 24 groups.
    labels : sequence, optional
        All labels in their order. Default: those that occur, numbers in numeric order.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    missing : {"raise", "drop"}
        What to do with missing labels; a missing group is an error.
    normalize : {"true", "pred", "all"}, optional
        As in `confusion_matrix`; the default shows shares of each row, as groups differ in size.
    axes : sequence of matplotlib.axes.Axes, optional
        Where to draw, one a group. Default: a new figure.

    Returns
    -------
    list of matplotlib.axes.Axes
        One a group, in the order of their names.

    Raises
    ------
    LengthError
        If `by` has not one value a row, or if there are more or fewer Axes than groups.
    OptionError
        If there are more than 24 groups.
    MissingDependencyError
        If matplotlib is not installed.

    Examples
    --------
    >>> from concordant import plots
    >>> drawn = plots.confusion_by_group([0, 1, 1, 0], [0, 1, 0, 0], ["a", "a", "b", "b"])
    >>> [ax.get_title() for ax in drawn]
    ['a (n = 2)', 'b (n = 2)']
    """
    overall = counts_given(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
    names, members = _groups(by)
    require_matplotlib()
    drawn = _axes(len(names), overall, axes)
    for group, (name, ax) in enumerate(zip(names, drawn, strict=True)):
        part: npt.NDArray[Any] = (members == group).astype(np.int64)
        if sample_weight is not None:
            part = part * np.asarray(sample_weight)
        counts = Counts.from_labels(y_true, y_pred, labels=list(overall.labels), sample_weight=part, missing=missing)
        confusion_matrix(counts, normalize=normalize, ax=ax)
        ax.set_title(f"{label_text(name, 24)} (n = {compact_count(float(counts.table.sum()))})", fontsize="medium")
    return drawn


def _groups(by: Column) -> tuple[list[Any], npt.NDArray[np.intp]]:
    column = encode(by, "by")
    if column.missing is not None and column.missing.any():
        raise OptionError(f"by has {int(column.missing.sum())} missing values; say which group each row belongs to.")
    groups, members = np.unique(column.values, return_inverse=True)
    if len(groups) > _MOST:
        msg = f"by has {len(groups)} groups, and {_MOST} matrices are the most that are shown: choose some of them."
        raise OptionError(msg)
    names = groups.tolist() if column.names is None else [column.names[code] for code in groups]
    return names, members.ravel()


def _axes(groups: int, overall: Counts, axes: Sequence[Axes] | None) -> list[Axes]:
    if axes is not None:
        flat = list(np.ravel(np.asarray(axes, dtype=object)))
        if len(flat) != groups:
            raise LengthError(f"{len(flat)} Axes came for {groups} groups; give one each.")
        return flat
    from matplotlib import pyplot as plt

    across = min(groups, 4) or 1
    down = math.ceil(groups / across) or 1
    side = float(np.clip(1.8 + 0.4 * len(overall.labels), 2.8, 6.0))
    size = (side * across, side * down)
    figure, drawn = plt.subplots(down, across, figsize=size, layout="constrained", squeeze=False)
    for unused in drawn.ravel()[groups:]:
        figure.delaxes(unused)
    return list(drawn.ravel()[:groups])


def confusion_matrix(
    y_true: Column | Counts,
    y_pred: Column | None = None,
    *,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    data: Any = None,
    normalize: Literal["true", "pred", "all"] | None = None,
    class_names: Sequence[str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """
    Draw the confusion matrix: how often each label was predicted for each true label.

    Rows are the truth, columns the prediction. Each cell holds its count, or its share in percent; the stronger
    its colour, the larger the number. Cells without a row are blank where there are more than twelve labels. Where
    cells are too small to hold a text, as of some 150 labels and more, only colours are drawn, and some of the names.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        Labels; or one `Counts` in place of both.
    labels : sequence, optional
        All labels in their order. Default: those that occur, numbers in numeric order.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    missing : {"raise", "drop"}
        What to do with missing labels.
    data : DataFrame, path or list of paths, optional
        Where the columns are; `y_true`, `y_pred` and `sample_weight` are names in it then.
    normalize : {"true", "pred", "all"}, optional
        Show shares of each row (the diagonal is the recall), of each column (the diagonal is the precision), or
        of all rows. A row or column without counts has no shares; it shows a dash.
    class_names : sequence of str, optional
        Names to show in place of the labels, in the order of the labels.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    OptionError
        If `normalize` is not one of the choices or `class_names` does not name every label.
    LengthError
        If the counts are a stack of tables (multi-label data).
    MissingDependencyError
        If matplotlib is not installed.

    Examples
    --------
    >>> from concordant import plots
    >>> ax = plots.confusion_matrix(["cat", "dog", "dog"], ["cat", "dog", "cat"], normalize="true")
    >>> [text.get_text() for text in ax.texts]
    ['100%', '0%', '50%', '50%']
    """
    require_choice("normalize", normalize, ("true", "pred", "all", None))
    counts = counts_given(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing, data=data)
    return draw(matrix_figure(counts, _names(counts, class_names), normalize=normalize), ax)


def _names(counts: Counts, class_names: Sequence[str] | None) -> Sequence[str]:
    if class_names is None:
        return [str(label) for label in counts.labels]
    names = tuple(class_names)
    if isinstance(class_names, str) or len(names) != len(counts.labels):
        msg = f"class_names must be a list of {len(counts.labels)} names, one a label, not {class_names!r}."
        raise OptionError(msg)
    return names


def ordinal_agreement(
    y_true: Column | Counts,
    y_pred: Column | None = None,
    *,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    data: Any = None,
    weights: KappaWeights = "quadratic",
    names: tuple[str, str] = ("truth", "prediction"),
    ax: Axes | None = None,
) -> Axes:
    """
    Draw the table of two ordered ratings with the penalty that each disagreement brings to the weighted kappa.

    Each cell holds its count. The diagonal, where both agree, is blue, stronger with the count. The other cells
    are orange, stronger with their share of the total penalty ``sum(w_ij o_ij)``, which is written below the
    count (up to twelve labels; shares below 0.5 % read "<1 %"). The kappa stands in the title.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        Ordered labels; or one `Counts` in place of both.
    labels : sequence, optional
        All labels in their order. Text without a declared order raises `LabelOrderError`.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    missing : {"raise", "drop"}
        What to do with missing labels.
    data : DataFrame, path or list of paths, optional
        Where the columns are; `y_true`, `y_pred` and `sample_weight` are names in it then.
    weights : {"quadratic", "linear", ...}, array-like of shape (K, K), or None
        The weights of the kappa, as in `concordant.cohen_kappa`.
    names : tuple of two str
        What the rows and what the columns are, such as the names of two raters.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    LabelOrderError
        If the labels have no order and the weights need one.
    LengthError
        If the counts are a stack of tables.
    MissingDependencyError
        If matplotlib is not installed.

    Examples
    --------
    >>> from concordant import plots
    >>> ax = plots.ordinal_agreement([1, 2, 3, 3], [1, 2, 3, 1])
    >>> ax.get_title()
    'Quadratic weighted kappa 0.385'
    """
    counts = counts_given(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing, data=data)
    classes = [str(label) for label in counts.labels]
    return draw(ordinal_figure(counts, classes, sides=names, weights=weights), ax)


def pairwise_agreement(found: Any, *, ax: Axes | None = None, **options: Any) -> Axes:
    """
    Draw a coefficient of every pair of raters as a heat map, with the number of units that both have rated.

    Values of 0 and below are grey, those above the darker the nearer they are to 1.

    Parameters
    ----------
    found : Pairwise, or what `concordant.panels.pairwise` takes
        The pairs.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.
    **options
        Those of `concordant.panels.pairwise`, where ratings are given.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> from concordant import panels, plots
    >>> ax = plots.pairwise_agreement(panels.pairwise([["a", "a", "b"], ["b", "b", "b"], ["a", "b", "a"]]))
    >>> len([text for text in ax.texts if text.get_gid() == "cell" and text.get_text()])
    6
    """
    pairs = record_given(found, Pairwise, pairwise_of, options, "pairs holds its metric and options")
    return draw(pairwise_figure(pairs), ax)


def label_disagreement(found: Any, *, ax: Axes | None = None, **options: Any) -> Axes:
    """
    Draw which labels raters confuse, as a heat map.

    Off the diagonal is the share of all disagreement that lies between two labels; on it the specific agreement: of the
    ratings with a label, the share that another rater has too.

    Parameters
    ----------
    found : LabelReport, or what `concordant.panels.label_report` takes
        The labels.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.
    **options
        Those of `concordant.panels.label_report`, where ratings are given.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> from concordant import plots
    >>> ax = plots.label_disagreement([["a", "a", "b"], ["b", "b", "b"], ["a", "a", "a"], ["c", "b", "c"]] * 5)
    >>> [text.get_text() for text in ax.texts][:3]
    ['80 %', '50 %', '0 %']
    """
    report = record_given(found, LabelReport, label_report_of, options, "labels holds its options")
    return draw(labels_matrix_figure(report), ax)
