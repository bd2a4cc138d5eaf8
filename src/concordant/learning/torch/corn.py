"""CORN: each of K - 1 logits decides whether a row that came so far goes on (Shi, Cao and Raschka 2021)."""

from __future__ import annotations

import torch
from torch import Tensor

from concordant.learning.torch.batch_rows import IGNORED, batch_rows, classes_last
from concordant.learning.torch.links import classes_of
from concordant.learning.torch.log_losses import row_log_losses
from concordant.learning.torch.reduction import Reduction, check_reduction, over, reduced


def corn_loss(
    logits: Tensor,
    target: Tensor,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
    ignore_index: int = IGNORED,
    reduction: Reduction = "mean",
    dim: int | None = None,
    class_weight: Tensor | None = None,
) -> Tensor:
    """
    CORN: binary cross-entropy of the conditional decisions P(Y > k | Y > k - 1).

    A row of class y takes part in the decisions 0 to y (K - 2 at most). Their sum is minus the log likelihood of the
    continuation-ratio model, so that classes are consistent whatever the logits. The head is a plain linear layer with
    K - 1 outputs; `class_probabilities` and `predict_classes` take ``link="corn"``.

    Parameters
    ----------
    logits : Tensor, shape (..., K - 1)
        Any device and floating type.
    target : Tensor of integers, shape (...), or of floats, shape (..., K)
        Classes from 0 to K - 1, or their probabilities.
    sample_weight : Tensor, shape (...), optional
        Finite and not negative; 0 = the row is absent, 2 = it occurs twice.
    mask : Tensor of bool, shape (...), optional
        True where the row counts; rows that do not have no effect, even if their logits are NaN.
    ignore_index : int
        A target that leaves its row out.
    reduction : {"mean", "sum", "none"}
        ``"mean"``: over all decisions that were taken, as in the paper (its eq. 5 divides by the sizes of the K - 1
        training sets together). ``"sum"`` and ``"none"``: of rows, each the sum of its decisions.
    dim : int, optional
        The axis of the classes: 1 for maps (N, C, H, W). Default: the last; it must be said where the target would fit
        to both. Targets of probabilities have their classes on the same axis.
    class_weight : Tensor, shape (K,), optional
        A weight for each class, finite and not negative, by which that of a row is multiplied: 2 = rows of this class
        occur twice.

    Returns
    -------
    Tensor
        A scalar, or shape (...) for ``"none"``. 0 for a batch without rows that count.

    Raises
    ------
    LengthError, InputTypeError, OptionError
        If shapes, types or options do not fit.
    LabelError, WeightError
        On the CPU, for a target that is no class or a bad weight; elsewhere the loss is NaN.

    References
    ----------
    Shi, Cao & Raschka (2021), Deep neural networks for rank-consistent ordinal regression based on conditional
    probabilities, arXiv:2111.08851; Pattern Analysis and Applications 26:941 (2023).

    Examples
    --------
    >>> import torch
    >>> from concordant.learning.torch import corn_loss
    >>> logits = torch.tensor([[2.0, -1.0], [0.5, 1.0], [-1.0, 0.0]])
    >>> round(corn_loss(logits, torch.tensor([1, 2, 0])).item(), 4)
    0.3082
    """
    logits, target = classes_last(logits, target, dim)
    classes = classes_of(logits, "corn")
    check_reduction(reduction)
    rows = batch_rows(
        logits,
        target,
        classes=classes,
        sample_weight=sample_weight,
        mask=mask,
        ignore_index=ignore_index,
        class_weight=class_weight,
    )
    losses = row_log_losses(rows, "corn", classes)
    if reduction != "mean":
        return reduced(losses, rows.weight, rows.shape, reduction)
    steps = torch.arange(1, classes + 1, device=logits.device).clamp_max(classes - 1)
    decisions = (rows.targets(classes) * steps).sum(-1)
    return over((losses * rows.weight).sum(), (decisions * rows.weight).sum())
