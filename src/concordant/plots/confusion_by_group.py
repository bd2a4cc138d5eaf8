"""The confusion matrix of each group of rows, side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import LengthError, OptionError
from concordant.inputs.encoding import encode
from concordant.plots._axes import require_matplotlib
from concordant.plots._given import counts_given
from concordant.plots.confusion_matrix import confusion_matrix
from concordant.result.wording import compact_count, short
from concordant.states import Counts
from concordant.typing import Column, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST = 24  # groups: more matrices than that nobody compares by eye
_ACROSS = 4


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
    whole = counts_given(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
    names, members = _groups(by)
    require_matplotlib()
    drawn = _axes(len(names), whole, axes)
    for place, (name, ax) in enumerate(zip(names, drawn, strict=True)):
        part: npt.NDArray[Any] = (members == place).astype(np.int64)
        if sample_weight is not None:
            part = part * np.asarray(sample_weight)
        counts = Counts.from_labels(y_true, y_pred, labels=list(whole.labels), sample_weight=part, missing=missing)
        confusion_matrix(counts, normalize=normalize, ax=ax)
        ax.set_title(f"{short(name, 24)} (n = {compact_count(float(counts.table.sum()))})", fontsize="medium")
    return drawn


def _groups(by: Column) -> tuple[list[Any], npt.NDArray[np.intp]]:
    column = encode(by, "by")
    if column.missing is not None and column.missing.any():
        msg = f"by has {int(column.missing.sum())} missing values; say which group each row belongs to."
        raise OptionError(msg)
    known, members = np.unique(column.values, return_inverse=True)
    if len(known) > _MOST:
        msg = f"by has {len(known)} groups, and {_MOST} matrices are the most that are shown: choose some of them."
        raise OptionError(msg)
    names = known.tolist() if column.names is None else [column.names[place] for place in known]
    return names, members.ravel()


def _axes(groups: int, whole: Counts, axes: Sequence[Axes] | None) -> list[Axes]:
    if axes is not None:
        given = list(np.ravel(np.asarray(axes, dtype=object)))
        if len(given) != groups:
            msg = f"{len(given)} Axes came for {groups} groups; give one each."
            raise LengthError(msg)
        return given
    from matplotlib import pyplot as plt

    across = min(groups, _ACROSS) or 1
    down = math.ceil(groups / across) or 1
    side = float(np.clip(1.8 + 0.4 * len(whole.labels), 2.8, 6.0))
    size = (side * across, side * down)
    figure, drawn = plt.subplots(down, across, figsize=size, layout="constrained", squeeze=False)
    for unused in drawn.ravel()[groups:]:
        figure.delaxes(unused)
    return list(drawn.ravel()[:groups])
