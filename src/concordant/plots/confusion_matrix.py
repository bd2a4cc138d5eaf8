"""The confusion matrix as a heat map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from concordant.errors import OptionError
from concordant.plots._axes import axes_or_new, require_matplotlib
from concordant.plots._given import counts_given
from concordant.plots._heat_map import draw_cells, figure_size, shaded
from concordant.result.wording import compact_count, percent_text
from concordant.states import Counts
from concordant.typing import Column, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SHARES = {"true": "% of each row", "pred": "% of each column", "all": "% of all rows"}
_ROOM_FOR_SIGNS = 12  # with more labels, zeros and percent signs would only be clutter


def confusion_matrix(
    y_true: Column | Counts,
    y_pred: Column | None = None,
    *,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
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
    if normalize is not None and normalize not in _SHARES:
        msg = f'normalize must be None, "true", "pred" or "all", not {normalize!r}.'
        raise OptionError(msg)
    counts = counts_given(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
    names = _names(counts, class_names)
    require_matplotlib()
    ax = axes_or_new(ax, figure_size(len(names)))
    if normalize is None:
        values, texts = counts.table, _count_texts(counts)
    else:
        values = counts.normalized(normalize)
        sign = "%" if len(names) <= _ROOM_FOR_SIGNS else ""
        texts = [[_share_text(value, sign) for value in row] for row in values.tolist()]
    draw_cells(ax, shaded(values, top=None if normalize in (None, "all") else 1.0), texts, names)
    ax.set_xlabel("prediction")
    ax.set_ylabel("truth")
    if normalize is not None:
        ax.set_title(_SHARES[normalize], fontsize="medium")
    return ax


def _names(counts: Counts, class_names: Sequence[str] | None) -> tuple[Label, ...]:
    if class_names is None:
        return counts.labels
    names = tuple(class_names)
    if isinstance(class_names, str) or len(names) != len(counts.labels):
        msg = f"class_names must be a list of {len(counts.labels)} names, one a label, not {class_names!r}."
        raise OptionError(msg)
    return names


def _count_texts(counts: Counts) -> list[list[str]]:
    blank = len(counts.labels) > _ROOM_FOR_SIGNS
    return [["" if blank and cell == 0 else compact_count(cell) for cell in row] for row in counts.table.tolist()]


def _share_text(share: float, sign: str) -> str:
    text = percent_text(share)
    if not sign and text == "0":
        return ""
    return text if text == "-" else text + sign
