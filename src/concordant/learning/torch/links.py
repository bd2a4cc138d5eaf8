"""From logits to probabilities and classes."""

from __future__ import annotations

from typing import Literal, TypeAlias

import torch
from torch import Tensor
from torch.nn.functional import logsigmoid, pad

from concordant.errors import ScoreError
from concordant.learning.torch.rows import Link, check_axis, classes_of, refuse_where
from concordant.names import require_choice

Rule: TypeAlias = Literal["mode", "median", "mean"]


def predict_classes(logits: Tensor, *, link: Link = "softmax", rule: Rule = "mode", dim: int = -1) -> Tensor:
    """
    Choose a class for each row.

    Parameters
    ----------
    logits : Tensor, shape (..., K) or (..., K - 1)
        As `class_probabilities` takes them.
    link : {"softmax", "corn", "cumulative", "identity"}
        What the logits are.
    rule : {"mode", "median", "mean"}
        ``"mode"``: the most probable class, best for accuracy. ``"median"``: as many steps up as P(Y > k) > 1/2 holds,
        best for the absolute error; the rule of CORN and CORAL. ``"mean"``: the expected class, rounded (halves up),
        best for the squared error.
    dim : int
        The axis of the classes: 1 for maps (N, C, H, W).

    Returns
    -------
    Tensor of int64, shape (...)
        From 0 to K - 1.

    Notes
    -----
    None of them is best for kappa, whose optimum depends on the other rows: give `class_probabilities` of held-out rows
    to `concordant.decide`, or cut the expected class with `concordant.ordinal_cut_points`.

    Examples
    --------
    >>> import torch
    >>> from concordant.learning.torch import predict_classes
    >>> probabilities = torch.tensor([[0.4, 0.3, 0.3, 0.0], [0.35, 0.0, 0.1, 0.55]])
    >>> [predict_classes(probabilities, link="identity", rule=rule).tolist() for rule in ("mode", "median", "mean")]
    [[0, 3], [1, 3], [1, 2]]
    """
    if dim != -1:
        check_axis(logits, dim)
        logits = logits.movedim(dim, -1)
    classes = classes_of(logits, link)
    require_choice("rule", rule, ("mode", "median", "mean"))
    logits = logits.detach().to(torch.promote_types(logits.dtype, torch.float32))
    if rule == "mode":
        return class_probabilities(logits, link=link).argmax(-1)
    above = exceedances(logits, link)
    if rule == "median":
        return (above > 0.5).sum(-1)
    return (above.sum(-1) + 0.5).floor().clamp(0, classes - 1).to(torch.int64)  # E Y = sum of P(Y > k)


# Links: how logits become probabilities of K ordered classes.
#
# ``"softmax"`` takes K logits. ``"corn"`` takes K - 1, the logits of P(Y > k | Y > k - 1): the continuation-ratio
# model, which Shi, Cao and Raschka (2021, arXiv:2111.08851) train as CORN. ``"cumulative"`` takes K - 1, the logits of
# P(Y > k), which must not rise with k: the proportional odds model of McCullagh (1980, J. R. Stat. Soc. B 42:109) if
# they differ by constants, as in CORAL (Cao, Mirjalili and Raschka 2020, Pattern Recognition Letters 140:325).
# ``"identity"`` takes K probabilities as they are.


_UNORDERED = (
    "the logits of P(Y > k) must not rise with k. CumulativeLink orders them; for a head that does not, "
    'link="corn" needs no order.'
)


def class_probabilities(logits: Tensor, *, link: Link = "softmax", dim: int = -1) -> Tensor:
    """
    Turn logits into the probabilities of the classes.

    Parameters
    ----------
    logits : Tensor, shape (..., K) or (..., K - 1)
        K for ``"softmax"`` and ``"identity"``, K - 1 for ``"corn"`` and ``"cumulative"``.
    link : {"softmax", "corn", "cumulative", "identity"}
        What the logits are: of the classes, of P(Y > k | Y > k - 1), of P(Y > k), or probabilities already.
    dim : int
        The axis of the classes: 1 for maps (N, C, H, W).

    Returns
    -------
    Tensor, shape (..., K)
        The classes on the same axis, at least float32. Nothing is subtracted that nearly cancels: small probabilities
        are exact to rounding.

    Raises
    ------
    OptionError, LengthError
        For an unknown link, or logits of fewer than two classes.
    ScoreError
        On the CPU, if cumulative logits rise; elsewhere the probabilities are NaN.

    Examples
    --------
    >>> import torch
    >>> from concordant.learning.torch import class_probabilities
    >>> class_probabilities(torch.tensor([0.0, 0.0]), link="corn").tolist()
    [0.5, 0.25, 0.25]
    """
    if dim != -1:
        check_axis(logits, dim)
        return class_probabilities(logits.movedim(dim, -1), link=link).movedim(-1, dim)
    classes_of(logits, link)
    logits = logits.to(torch.promote_types(logits.dtype, torch.float32))
    if link == "softmax":
        return logits.softmax(-1)
    if link == "corn":
        return _log_continuation(logits).exp()
    return _cumulative(logits) if link == "cumulative" else logits


def log_probabilities(logits: Tensor, link: Link) -> Tensor:
    """Turn logits (at least float32) into the logarithms of the probabilities of the classes."""
    if link == "softmax":
        return logits.log_softmax(-1)
    if link == "corn":
        return _log_continuation(logits)
    return _log_cumulative(logits) if link == "cumulative" else logits.log()


def exceedances(logits: Tensor, link: Link) -> Tensor:
    """Return P(Y > k) of each class but the last, (..., K - 1), from logits that are at least float32."""
    if link == "corn":
        return logsigmoid(logits).cumsum(-1).exp()
    if link == "cumulative":
        return logits.sigmoid()
    # the sum of what lies above: small upper tails stay exact
    return class_probabilities(logits, link=link).flip(-1).cumsum(-1).flip(-1)[..., 1:]


def _log_continuation(logits: Tensor) -> Tensor:
    """Log p_k = sum over j < k of log P(Y > j | Y > j - 1), and log of stopping at k where k is not the last."""
    reached = pad(logsigmoid(logits).cumsum(-1), (1, 0))
    return reached + pad(logsigmoid(-logits), (0, 1))


def _cumulative(logits: Tensor) -> Tensor:
    """s(a) - s(b) = s(a) s(-b) (1 - exp(b - a)) for the logistic function s: no cancellation in either tail."""
    logits = _ordered(logits)
    inner = logits[..., :-1].sigmoid() * (-logits[..., 1:]).sigmoid() * -torch.expm1(logits.diff(dim=-1))
    return torch.cat([(-logits[..., :1]).sigmoid(), inner, logits[..., -1:].sigmoid()], -1)


def _log_cumulative(logits: Tensor) -> Tensor:
    """The same in logarithms; two equal logits leave a class with the least probability that can be written."""
    logits = _ordered(logits)
    gaps = (-logits.diff(dim=-1)).clamp_min(torch.finfo(logits.dtype).tiny)
    inner = logsigmoid(logits[..., :-1]) + logsigmoid(-logits[..., 1:]) + (-torch.expm1(-gaps)).log()
    return torch.cat([logsigmoid(-logits[..., :1]), inner, logsigmoid(logits[..., -1:])], -1)


def _ordered(logits: Tensor) -> Tensor:
    rises = (logits.detach().diff(dim=-1) > 0).any(-1, keepdim=True)
    return refuse_where(rises, logits, ScoreError, _UNORDERED)
