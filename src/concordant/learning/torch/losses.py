"""Losses for ordered classes: CORAL, CORN, cumulative link, ranked probability, weighted kappa."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, Literal, Self, TypeAlias

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import logsigmoid, softplus

from concordant.errors import LabelError, LengthError, OptionError
from concordant.inputs.labels import check_declared
from concordant.learning.torch.links import class_probabilities, exceedances, log_probabilities
from concordant.learning.torch.metric import shown
from concordant.learning.torch.rows import IGNORED, Link, Rows, batch_rows, check_tensor
from concordant.metrics.agreement.weights import disagreement
from concordant.names import require_choice
from concordant.states import Counts
from concordant.typing import KappaWeights, Label

# Weighted kappa as a loss: the table of a batch with probabilities in place of predictions.
#
# De la Torre, Puig and Valls (2018, Pattern Recognition Letters 105:144) minimise log(1 - kappa) of that soft table;
# Vargas, Gutierrez and Hervas-Martinez (2020, Neurocomputing 401:48) the quotient 1 - kappa itself, bounded by 2.


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
    rows = batch_rows(logits, target, link, dim, sample_weight, mask, ignore_index, class_weight)
    penalties = placed_like(penalty_matrix(rows.classes, weights, labels), rows.logits)
    _check(form, reduction, eps)
    return kappa_of_rows(rows, penalties, form=form, link=link, reduction=reduction, eps=eps)


def kappa_of_rows(rows: Rows, penalties: Tensor, *, form: Form, link: Link, reduction: Reduction, eps: float) -> Tensor:
    """Take the loss of checked rows; `penalties` are (K, K), the widest 1, where and what the probabilities are."""
    p = class_probabilities(rows.logits, link=link)
    v, w, n = penalties, rows.weight, rows.weight.sum()
    n = n.where(n != 0, 1.0)
    # sums of products, not matrix products: autocast and TF32 would take those in half precision
    if rows.indices is not None:
        costs = (v.index_select(0, rows.indices) * p).sum(-1)
    else:
        costs = ((rows.targets()[:, :, None] * v).sum(1) * p).sum(-1)
    r = (rows.targets() * w[:, None]).sum(0) / n
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
    require_choice("form", form, ("quotient", "log"))
    if form == "log" and reduction != "mean":
        raise OptionError(f'the logarithm is of the whole batch: form="log" takes reduction="mean", not {reduction!r}.')
    if not isinstance(eps, (int, float, np.floating)) or not 0 < eps < 1:
        raise OptionError(f"eps must lie between 0 and 1, not {eps!r:.80}.")


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
        ignored, weight, link = self.ignore_index, self.class_weight, self.link
        rows = batch_rows(logits, target, link, self.dim, sample_weight, mask, ignored, weight, expected=self.classes)
        penalties, form = self._placed_like(rows.logits), self.form
        return kappa_of_rows(rows, penalties, form=form, link=link, reduction=self.reduction, eps=self.eps)

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


class CumulativeLink(nn.Module):
    """
    A head of shared weights and ordered thresholds: logit P(Y > k) = w x - b_k with b_0 < b_1 < ...

    CORAL shares the weights and leaves the thresholds free, and proves that they are ordered at the optimum. Here they
    are ordered in every step: ``b_k = b_0 + softplus(g_1) + ... + softplus(g_k)``.

    Parameters
    ----------
    in_features : int
        The length of x.
    classes : int
        K, two at least.
    shares : sequence of K floats, optional
        How often each class occurs; the thresholds start where x = 0 gives these probabilities. Default: all the same.
    device, dtype
        Of the parameters.

    Attributes
    ----------
    score : nn.Linear
        w, without a bias.
    first, gaps : nn.Parameter
        b_0, and g of the others.

    Examples
    --------
    >>> import torch
    >>> from concordant.learning.torch import CumulativeLink, class_probabilities
    >>> head = CumulativeLink(3, 4, shares=[0.1, 0.2, 0.3, 0.4])
    >>> [round(p, 3) for p in class_probabilities(head(torch.zeros(3)), link="cumulative").tolist()]
    [0.1, 0.2, 0.3, 0.4]
    """

    def __init__(
        self,
        in_features: int,
        classes: int,
        *,
        shares: list[float] | tuple[float, ...] | Tensor | None = None,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        classes = _number_of_classes(classes)
        start = _start(classes, shares)
        gaps = start.diff()
        self.score = nn.Linear(in_features, 1, bias=False, device=device, dtype=dtype)
        like = self.score.weight
        self.first = nn.Parameter(start[:1].to(like.device, like.dtype))
        self.gaps = nn.Parameter((gaps + torch.log(-torch.expm1(-gaps))).to(like.device, like.dtype))  # of softplus

    @property
    def thresholds(self) -> Tensor:
        """The K - 1 thresholds, ascending."""
        ends = self.first + softplus(self.gaps).cumsum(0)
        return torch.cat([self.first, ends]).cummax(0).values  # a sum in parallel may fall by its last bit

    def forward(self, features: Tensor) -> Tensor:
        """Return the logits of P(Y > k), shape (..., K - 1), of features of shape (..., in_features)."""
        scores: Tensor = self.score(features)
        return scores - self.thresholds


def _number_of_classes(classes: Any) -> int:
    try:
        number = index(classes)
    except TypeError:
        number = 0
    if number < 2:
        raise OptionError(f"classes must be 2 at least, not {classes!r:.80}.")
    return number


def _start(classes: int, shares: list[float] | tuple[float, ...] | Tensor | None) -> Tensor:
    try:
        values = torch.as_tensor([1.0] * classes if shares is None else shares, dtype=torch.float64, device="cpu")
    except (TypeError, ValueError, RuntimeError, OverflowError) as error:
        raise LabelError(f"shares must be {classes} positive numbers, one a class: {error}.") from error
    if values.shape != (classes,) or not bool(((values > 0) & (values < torch.inf)).all()):
        raise LabelError(f"shares must be {classes} positive numbers, one a class.")
    below = (values / values.sum()).cumsum(0)[:-1]
    return below.logit()


def cumulative_link_loss(
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
    Cumulative link: minus the log likelihood of the proportional odds model.

    Parameters
    ----------
    logits : Tensor, shape (..., K - 1)
        The logits of P(Y > k), which must not rise with k: those of `CumulativeLink`.
    target : Tensor of integers, shape (...), or of floats, shape (..., K)
        Classes from 0 to K - 1, or their probabilities.
    sample_weight, mask, ignore_index
        As for `corn_loss`.
    reduction : {"mean", "sum", "none"}
        The weighted mean over rows, the weighted sum, or the weighted loss of each row.
    dim, class_weight
        As for `corn_loss`.

    Returns
    -------
    Tensor
        A scalar, or shape (...) for ``"none"``. 0 for a batch without rows that count.

    Raises
    ------
    ScoreError
        On the CPU, if logits rise with k; elsewhere the loss is NaN.
    LengthError, InputTypeError, OptionError
        If shapes, types or options do not fit.
    LabelError, WeightError
        On the CPU, for a target that is no class or a bad weight; elsewhere the loss is NaN.

    References
    ----------
    McCullagh (1980), Regression models for ordinal data, Journal of the Royal Statistical Society B 42:109.

    Examples
    --------
    >>> import torch
    >>> from concordant.learning.torch import cumulative_link_loss
    >>> logits = torch.tensor([[2.0, -1.0], [1.5, 1.0], [-1.0, -2.0]])
    >>> round(cumulative_link_loss(logits, torch.tensor([1, 2, 0])).item(), 4)
    0.3726
    """
    check_reduction(reduction)
    rows = batch_rows(logits, target, "cumulative", dim, sample_weight, mask, ignore_index, class_weight)
    return reduced(row_log_losses(rows, "cumulative"), rows.weight, rows.shape, reduction)


def penalty_matrix(classes: int, weights: KappaWeights | Tensor, labels: Sequence[Label] | None) -> Tensor:
    """
    Return the disagreement of each pair of classes, (K, K) of float64 on the CPU; the widest is 1.

    Parameters
    ----------
    classes : int
    weights : str, array-like, Tensor or None
        As `concordant.cohen_kappa` takes them.
    labels : sequence of K labels, or None
        Their values or places decide how far apart they are. Default: 0 to K - 1.
    """
    names = tuple(range(classes)) if labels is None else check_declared(labels)
    if len(names) != classes:
        raise LengthError(f"labels must name the {classes} classes, not {len(names)}.")
    if isinstance(weights, Tensor):
        weights = weights.detach().cpu().double().numpy()
    matrix = disagreement(Counts.empty(names), weights)
    largest = matrix.max()
    if not largest > 0:
        raise OptionError("a matrix of weights without any disagreement leaves nothing to learn.")
    return torch.from_numpy(matrix / largest)


def placed_like(matrix: Tensor, logits: Tensor) -> Tensor:
    """Return the matrix on the device of the logits, in their type or float32 if that is half."""
    return matrix.to(torch.promote_types(logits.dtype, torch.float32)).to(logits.device)


def coral_loss(
    logits: Tensor,
    target: Tensor,
    *,
    task_weight: Tensor | None = None,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
    ignore_index: int = IGNORED,
    reduction: Reduction = "mean",
    dim: int | None = None,
    class_weight: Tensor | None = None,
) -> Tensor:
    """
    CORAL: the sum of the binary cross-entropies of the K - 1 decisions P(Y > k).

    It is a composite likelihood: every row takes part in every decision. Where the logits differ by constants only,
    as those of `CumulativeLink` do, the decisions agree with each other. `cumulative_link_loss` is the full likelihood
    of the same model.

    Parameters
    ----------
    logits : Tensor, shape (..., K - 1)
        The logits of P(Y > k), any device and floating type.
    target : Tensor of integers, shape (...), or of floats, shape (..., K)
        Classes from 0 to K - 1, or their probabilities.
    task_weight : Tensor, shape (K - 1,), optional
        How much each decision counts (lambda in the paper); default 1.
    sample_weight, mask, ignore_index
        As for `corn_loss`.
    reduction : {"mean", "sum", "none"}
        The weighted mean over rows, the weighted sum, or the weighted loss of each row.
    dim, class_weight
        As for `corn_loss`.

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
    Cao, Mirjalili & Raschka (2020), Rank consistent ordinal regression for neural networks with application to age
    estimation, Pattern Recognition Letters 140:325.

    Examples
    --------
    >>> import torch
    >>> from concordant.learning.torch import coral_loss
    >>> logits = torch.tensor([[2.0, -1.0], [1.5, 1.0], [-1.0, -2.0]])
    >>> round(coral_loss(logits, torch.tensor([1, 2, 0])).item(), 4)
    0.465
    """
    check_reduction(reduction)
    rows = batch_rows(logits, target, "cumulative", dim, sample_weight, mask, ignore_index, class_weight)
    above = rows.targets().flip(-1).cumsum(-1).flip(-1)[:, 1:]
    decisions = -(_times(above, logsigmoid(rows.logits)) + _times(1.0 - above, logsigmoid(-rows.logits)))
    if task_weight is not None:
        check_tensor("task_weight", task_weight)
        if tuple(task_weight.shape) != (rows.classes - 1,):
            msg = f"task_weight must have the shape ({rows.classes - 1},), one a decision, not {shown(task_weight)}."
            raise LengthError(msg)
        decisions = decisions * task_weight.to(decisions.dtype)
    return reduced(decisions.sum(-1), rows.weight, rows.shape, reduction)


def _times(share: Tensor, log_p: Tensor) -> Tensor:
    """Nothing times minus infinity is nothing: a decision that is sure and right costs 0."""
    return (share * log_p).where(share > 0, 0.0)


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
    check_reduction(reduction)
    rows = batch_rows(logits, target, "corn", dim, sample_weight, mask, ignore_index, class_weight)
    losses = row_log_losses(rows, "corn")
    if reduction != "mean":
        return reduced(losses, rows.weight, rows.shape, reduction)
    steps = torch.arange(1, rows.classes + 1, device=logits.device).clamp_max(rows.classes - 1)
    decisions = (rows.targets() * steps).sum(-1)
    return over((losses * rows.weight).sum(), (decisions * rows.weight).sum())


def row_log_losses(rows: Rows, link: Link) -> Tensor:
    """Return -log p of the class of each row, (n,); with soft targets the expected one."""
    log_p = log_probabilities(rows.logits, link)
    if rows.indices is not None:
        return -log_p.gather(1, rows.indices[:, None])[:, 0]
    targets = rows.targets()
    return -(targets * log_p).where(targets > 0, 0.0).sum(-1)  # what cannot be counts nothing where it is not


def ranked_probability_loss(
    logits: Tensor,
    target: Tensor,
    *,
    link: Link = "softmax",
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
    ignore_index: int = IGNORED,
    reduction: Reduction = "mean",
    dim: int | None = None,
    class_weight: Tensor | None = None,
) -> Tensor:
    """
    Ranked probability score: the squared error of the cumulated probabilities, the mean of the K - 1 that can err.

    It is `concordant.ranked_probability_score` of the probabilities, with a gradient: a proper score, so the truth
    is its optimum. Times K - 1 it is the squared earth mover's distance of Hou, Yu and Samaras, for classes in equal
    steps.

    Parameters
    ----------
    logits : Tensor, shape (..., K) or (..., K - 1)
        As `class_probabilities` takes them, any device and floating type.
    target : Tensor of integers, shape (...), or of floats, shape (..., K)
        Classes from 0 to K - 1, or their probabilities.
    link : {"softmax", "corn", "cumulative", "identity"}
        What the logits are.
    sample_weight, mask, ignore_index
        As for `corn_loss`.
    reduction : {"mean", "sum", "none"}
        The weighted mean over rows, the weighted sum, or the weighted loss of each row.
    dim, class_weight
        As for `corn_loss`.

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
    Epstein (1969), A scoring system for probability forecasts of ranked categories, Journal of Applied Meteorology
    8:985. Hou, Yu & Samaras (2016), Squared earth mover's distance-based loss for training deep neural networks,
    arXiv:1611.05916.

    Examples
    --------
    >>> import torch
    >>> from concordant.learning.torch import ranked_probability_loss
    >>> probabilities = torch.tensor([[0.5, 0.3, 0.2], [0.0, 0.0, 1.0]], dtype=torch.float64)
    >>> round(ranked_probability_loss(probabilities, torch.tensor([0, 1]), link="identity").item(), 4)
    0.3225
    """
    check_reduction(reduction)
    rows = batch_rows(logits, target, link, dim, sample_weight, mask, ignore_index, class_weight)
    above = rows.targets().flip(-1).cumsum(-1).flip(-1)[:, 1:]
    losses = (exceedances(rows.logits, link) - above).square().mean(-1)
    return reduced(losses, rows.weight, rows.shape, reduction)


Reduction: TypeAlias = Literal["mean", "sum", "none"]


def check_reduction(reduction: str) -> None:
    """Raise for a reduction that does not exist."""
    require_choice("reduction", reduction, ("mean", "sum", "none"))


def reduced(losses: Tensor, weight: Tensor, shape: torch.Size, reduction: Reduction) -> Tensor:
    """
    Reduce losses of rows.

    Parameters
    ----------
    losses, weight : Tensor, shape (n,)
    shape : torch.Size
        Of the rows as they came, for ``"none"``.
    reduction : {"mean", "sum", "none"}
        The weighted mean (0 of a batch without rows that count), the weighted sum, or the weighted losses.
    """
    weighted = losses * weight
    if reduction == "none":
        return weighted.reshape(shape)
    return weighted.sum() if reduction == "sum" else over(weighted.sum(), weight.sum())


def over(total: Tensor, weight: Tensor) -> Tensor:
    """Divide; nothing over nothing is 0, with a gradient of 0."""
    return total / weight.where(weight != 0, 1.0)
