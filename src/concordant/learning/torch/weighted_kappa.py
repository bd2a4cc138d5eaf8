"""
Weighted kappa as a loss: the table of a batch with probabilities in place of predictions.

De la Torre, Puig and Valls (2018, Pattern Recognition Letters 105:144) minimise log(1 - kappa) of that soft table;
Vargas, Gutierrez and Hervas-Martinez (2020, Neurocomputing 401:48) the quotient 1 - kappa itself, bounded by 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Self, TypeAlias

import numpy as np
import torch
from torch import Tensor, nn

from concordant.errors import OptionError
from concordant.learning.torch.batch_rows import IGNORED, Rows, batch_rows, classes_last
from concordant.learning.torch.links import Link, class_probabilities, classes_of
from concordant.learning.torch.penalty_tensor import penalty_matrix, placed_like
from concordant.learning.torch.reduction import Reduction, check_reduction
from concordant.typing import KappaWeights, Label

Form: TypeAlias = Literal["quotient", "log"]


def weighted_kappa_loss(
    logits: Tensor,
    target: Tensor,
    *,
    weights: KappaWeights | Tensor = "quadratic",
    form: Form = "quotient",
    link: Link = "softmax",
    labels: Sequence[Label] | None = None,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
    ignore_index: int = IGNORED,
    reduction: Reduction = "mean",
    eps: float = 1e-8,
    dim: int | None = None,
    class_weight: Tensor | None = None,
) -> Tensor:
    """
    Weighted kappa: one minus kappa of the soft table of the batch, or the logarithm of it.

    With targets Y (one-hot) and probabilities P of the rows, the table is ``O = Y' P``, the table expected from its
    margins ``E = Y'1 1'P / n``, and the loss ``sum(V O) / sum(V E)``: the observed disagreement over the expected one.
    It equals ``1 - concordant.cohen_kappa`` where the probabilities are 0 and 1.

    Parameters
    ----------
    logits : Tensor, shape (..., K), or (..., K - 1) for ``link="corn"`` and ``"cumulative"``
        Any device and floating type; half precision is summed in float32.
    target : Tensor of integers, shape (...), or of floats, shape (..., K)
        Classes from 0 to K - 1, or their probabilities (several raters, smoothed labels).
    weights : {"linear", "quadratic", ...}, matrix of shape (K, K), or None
        How much two classes disagree, as `concordant.cohen_kappa` takes it.
    form : {"quotient", "log"}
        1 - kappa, from 0 to about 2 (Vargas et al. 2020), or its logarithm, which never stops rewarding
        (de la Torre et al. 2018).
    link : {"softmax", "corn", "cumulative", "identity"}
        What the logits are; see `class_probabilities`.
    labels : sequence of K labels, optional
        What the classes 0 to K - 1 stand for: numbers count at their values, others at their places.
    sample_weight : Tensor, shape (...), optional
        Finite and not negative; 0 = the row is absent, 2 = it occurs twice.
    mask : Tensor of bool, shape (...), optional
        True where the row counts; rows that do not have no effect, even if their logits are NaN.
    ignore_index : int
        A target that leaves its row out.
    reduction : {"mean", "sum", "none"}
        ``"mean"``: the loss. ``"none"``: what each row adds, its weight times its own disagreement over the expected
        one; ``"sum"``: the sum of these, n times the loss. Both only for the quotient.
    eps : float
        The least expected disagreement that is divided by, as a share of the widest. Below it nothing is known:
        one class alone in truth and prediction makes kappa 0/0. The quotient becomes ``1 + (observed - expected) /
        eps`` there: 1 with a gradient of 0, as kappa is 0 whatever a batch of one true class predicts. For
        ``form="log"`` also the least quotient, below which the gradient is 0. Above, `eps` changes nothing.
    dim, class_weight
        As for `corn_loss`.

    Returns
    -------
    Tensor
        A scalar of float32 or float64, or shape (...) for ``"none"``.

    Raises
    ------
    LengthError, InputTypeError, OptionError
        If shapes, types or options do not fit.
    LabelError, WeightError
        On the CPU, for a target that is no class or a bad weight; elsewhere, and under `torch.func`, the loss is NaN.

    Notes
    -----
    Kappa is no mean over rows. The mean of the losses of batches is not the loss of all rows, and small batches, or
    batches of one class, say little: 1 is then the loss, with no gradient. Nor is it convex: alone and from a random
    start it often gets stuck where some classes are never the most probable. So take batches of many rows a class, and
    add a likelihood: ``cross_entropy(...) + weighted_kappa_loss(...)``. Under DDP each process takes the loss of its
    rows.

    References
    ----------
    de la Torre, Puig & Valls (2018), Weighted kappa loss function for multi-class classification of ordinal data in
    deep learning, Pattern Recognition Letters 105:144. Vargas, Gutierrez & Hervas-Martinez (2020), Cumulative link
    models for deep ordinal classification, Neurocomputing 401:48.

    Examples
    --------
    >>> import torch
    >>> from concordant.learning.torch import weighted_kappa_loss
    >>> probabilities = torch.tensor([[0.8, 0.2, 0.0], [0.1, 0.8, 0.1], [0.0, 0.4, 0.6]], dtype=torch.float64)
    >>> round(weighted_kappa_loss(probabilities, torch.tensor([0, 1, 2]), link="identity").item(), 4)
    0.2222
    """
    logits, target = classes_last(logits, target, dim)
    classes = classes_of(logits, link)
    penalties = placed_like(penalty_matrix(classes, weights, labels), logits)
    rows = batch_rows(
        logits,
        target,
        classes=classes,
        sample_weight=sample_weight,
        mask=mask,
        ignore_index=ignore_index,
        class_weight=class_weight,
    )
    _check(form, reduction, eps)
    return kappa_of_rows(rows, penalties, form=form, link=link, reduction=reduction, eps=eps)


def kappa_of_rows(rows: Rows, penalties: Tensor, *, form: Form, link: Link, reduction: Reduction, eps: float) -> Tensor:
    """Take the loss of checked rows; `penalties` are (K, K), the widest 1, where and what the probabilities are."""
    p = class_probabilities(rows.logits, link=link)
    v, w, n = penalties, rows.weight, rows.weight.sum()
    n = n.where(n != 0, 1.0)
    # sums of products, not matrix products: autocast and TF32 would take those in half precision
    if rows.places is not None:
        costs = (v.index_select(0, rows.places) * p).sum(-1)
    else:
        costs = ((rows.targets(v.shape[0])[:, :, None] * v).sum(1) * p).sum(-1)
    r = (rows.targets(v.shape[0]) * w[:, None]).sum(0) / n
    c = (p * w[:, None]).sum(0) / n
    expected = (v * r[:, None] * c).sum()
    divisor = expected.clamp_min(eps)
    short = divisor - expected  # 0 unless the expected disagreement is below eps
    if reduction == "none":
        return (w * (costs + short) / divisor).reshape(rows.shape)
    quotient = ((w * costs).sum() / n + short) / divisor
    if reduction == "sum":
        return quotient * w.sum()
    return quotient if form == "quotient" else quotient.clamp_min(eps).log()


def _check(form: str, reduction: str, eps: float) -> None:
    check_reduction(reduction)
    if form not in ("quotient", "log"):
        msg = f'form must be "quotient" or "log", not {form!r}.'
        raise OptionError(msg)
    if form == "log" and reduction != "mean":
        msg = f'the logarithm is of the whole batch: form="log" takes reduction="mean", not {reduction!r}.'
        raise OptionError(msg)
    if not isinstance(eps, (int, float, np.floating)) or not 0 < eps < 1:
        msg = f"eps must lie between 0 and 1, not {eps!r:.80}."
        raise OptionError(msg)


class WeightedKappaLoss(nn.Module):
    """
    Weighted kappa as a module: `weighted_kappa_loss` with its matrix held ready, also for compiled code.

    Parameters
    ----------
    classes : int
        K.
    weights, form, link, labels, ignore_index, reduction, eps, dim, class_weight
        As for `weighted_kappa_loss`.

    Examples
    --------
    >>> import torch
    >>> from concordant.learning.torch import WeightedKappaLoss
    >>> loss = WeightedKappaLoss(3, weights="linear")
    >>> logits = torch.tensor([[9.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 9.0, 0.0]])
    >>> round(loss(logits, torch.tensor([0, 1, 2])).item(), 3)
    0.429
    """

    def __init__(
        self,
        classes: int,
        *,
        weights: KappaWeights | Tensor = "quadratic",
        form: Form = "quotient",
        link: Link = "softmax",
        labels: Sequence[Label] | None = None,
        ignore_index: int = IGNORED,
        reduction: Reduction = "mean",
        eps: float = 1e-8,
        dim: int | None = None,
        class_weight: Tensor | None = None,
    ) -> None:
        super().__init__()
        _check(form, reduction, eps)
        self.classes, self.form, self.link = classes, form, link
        self.ignore_index, self.reduction, self.eps = ignore_index, reduction, eps
        self.dim = dim
        self.class_weight = class_weight
        # no buffer: module.half() would round it, and Apple's GPUs have no float64 to move it to
        self._matrix = penalty_matrix(classes, weights, labels)
        self._placed = self._matrix.to(torch.float32)

    def _apply(self, fn: Any, recurse: bool = True) -> Self:  # noqa: FBT001, FBT002  (PyTorch's signature)
        """Move the matrix where the module goes, from the exact one on the CPU."""
        place = fn(torch.empty(0)).device
        with torch.inference_mode(mode=False):  # what is made in inference mode cannot serve training
            self._placed = self._matrix.to(torch.float32).to(place)
        return super()._apply(fn, recurse)  # type: ignore[no-any-return]

    def forward(
        self, logits: Tensor, target: Tensor, sample_weight: Tensor | None = None, mask: Tensor | None = None
    ) -> Tensor:
        """Return the loss of a batch; see `weighted_kappa_loss`."""
        logits, target = classes_last(logits, target, self.dim)
        classes = classes_of(logits, self.link)
        if classes != self.classes:
            msg = f"this loss is of {self.classes} classes, and the logits speak of {classes}."
            raise OptionError(msg)
        rows = batch_rows(
            logits,
            target,
            classes=classes,
            sample_weight=sample_weight,
            mask=mask,
            ignore_index=self.ignore_index,
            class_weight=self.class_weight,
        )
        return kappa_of_rows(
            rows,
            self._placed_like(rows.logits),
            form=self.form,
            link=self.link,
            reduction=self.reduction,
            eps=self.eps,
        )

    def _placed_like(self, logits: Tensor) -> Tensor:
        """The matrix beside these logits; kept for the next batch, but not by compiled code, which keeps nothing."""
        placed = self._placed
        if placed.device == logits.device and placed.dtype == logits.dtype:
            return placed
        if torch.compiler.is_compiling():
            return placed_like(self._matrix, logits)
        with torch.inference_mode(mode=False):  # what is made in inference mode cannot serve training
            self._placed = placed_like(self._matrix, logits)
        return self._placed

    def extra_repr(self) -> str:
        """What the module is, for printing."""
        return f"classes={self.classes}, form={self.form!r}, link={self.link!r}, reduction={self.reduction!r}"
