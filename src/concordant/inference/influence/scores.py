"""Influence of a row on metrics of scores."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.inference.samples.sample import Atoms
from concordant.metrics.definition.facts import Auc, NetBenefit
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import options_of
from concordant.metrics.ranking.roc_auc import pairwise_auc
from concordant.states import Curve, CurveStack
from concordant.typing import Average, FloatArray

if TYPE_CHECKING:
    from concordant.inference.samples.scores import ScoreSample

Codes = npt.NDArray[np.intp]


# A metric of one curve says in its own file how a row moves it (``@metric(..., influence=...)``): a function of the
# curve that gives psi of a negative and of a positive row at each score. Metrics that are read off at one point of a
# curve (a sensitivity at a specificity, a gain at a depth) have no influence that these data tell without the density
# of the scores there: the bootstrap is for them.


def score_influence(metric: Metric, sample: ScoreSample, options: Mapping[str, Any]) -> FloatArray | None:
    """Psi of each atom, shape (U,) or, for one value a class or label, (U, S); None if it is not known."""
    if metric.influence is None:
        return None
    allowed = options_of(metric.influence)
    if options.get("prevalence") is not None and "prevalence" not in allowed:
        return _at_prevalence(metric, sample, options)
    chosen = {key: value for key, value in options.items() if key in allowed}
    state, average = sample.state, options.get("average", "macro")

    def of_curve(curve: Curve) -> FloatArray:
        """Psi of a negative and of a positive row at each score; without positive rows only net benefits have it."""
        if not curve.weights[:, 1].any() and not isinstance(metric.trait, NetBenefit):
            return np.full((len(curve.scores), 2), np.nan)
        with np.errstate(divide="ignore", invalid="ignore"):  # of one class alone: NaN, or nothing moves the value
            psi: FloatArray = metric.influence(curve, **chosen)  # type: ignore[misc]
        return psi

    if isinstance(state, Curve):
        return np.asarray(of_curve(state)[sample.indices[0], belongs(sample, 0)])
    area = metric.trait if isinstance(metric.trait, Auc) else None
    if area and (area.of_pairs or (options.get("multi_class") == "ovo" and not state.multilabel)):
        return area.width * _of_pairs(state, sample.indices, sample.codes[0], sample.atoms.weight, average)
    if average == "micro":
        return _micro(sample, of_curve)
    values = np.asarray(metric.formula(state, **{**options, "average": None}), np.float64)
    each = np.empty((len(sample.atoms), len(values)))
    for output, curve in enumerate(state.binary_curves()):
        each[:, output] = of_curve(curve)[sample.indices[output], belongs(sample, output)]
    each[:, np.isnan(values)] = np.nan
    return each if average is None else _averaged(sample, values, each, weighted=average == "weighted")


def belongs(sample: ScoreSample, output: int) -> Any:
    """Whether each atom is positive for an output: of its class, or has its label."""
    code = sample.codes[output]
    multiple = not isinstance(sample.state, Curve) and not sample.state.multilabel
    return (code == output if multiple else code == 1).astype(np.intp)


def _micro(sample: ScoreSample, of_curve: Callable[[Curve], FloatArray]) -> FloatArray:
    """A row is one row in the pooled curve for every output."""
    stack: Any = sample.state
    pooled = stack.pooled()
    psi = of_curve(pooled)
    total = np.zeros(len(sample.atoms))
    for output, curve in enumerate(stack.binary_curves()):
        index = places_among(pooled.scores, curve)
        total += psi[index[sample.indices[output]], belongs(sample, output)]
    return total / len(stack.curves)


def places_among(scores: npt.NDArray[Any], curve: Curve) -> Codes:
    """Where the scores of a curve stand among those of a pooled one, the highest first."""
    return np.asarray(len(scores) - 1 - np.searchsorted(scores[::-1], curve.scores))


def _averaged(sample: ScoreSample, values: FloatArray, each: FloatArray, *, weighted: bool) -> FloatArray:
    """The mean over the outputs that have a value, or with the weight of the rows that belong to each."""
    outputs = np.flatnonzero(~np.isnan(values))
    if not len(outputs):
        return np.full(len(each), np.nan)
    if not weighted:
        return np.asarray(each[:, outputs].mean(1))
    inside = np.stack([belongs(sample, output) for output in outputs.tolist()], axis=1)
    weight, total = sample.atoms.weight, sample.atoms.total
    support = weight @ inside
    if not support.any():  # no row belongs to any
        return np.full(len(each), np.nan)
    value = support @ values[outputs] / support.sum()
    moved = each[:, outputs] @ support + total * (inside @ (values[outputs] - value))
    return np.asarray(moved / support.sum())


def _at_prevalence(metric: Metric, sample: ScoreSample, options: Mapping[str, Any]) -> FloatArray | None:
    """
    Psi of each atom where `options` set a prevalence, from that at the prevalence of the rows.

    Let F_c be the distribution of the scores of class c, and T the metric of the mixture G with the set shares pi_c, in
    which a row moves T by psi. A row of class c moves F_c alone, and so G by pi_c times as much: its influence on T is
    ``pi_c (psi - E_c psi)``, centred within its class because the share of the class is fixed. The rows of a class are
    n_c of n; in the units of `Sample.influence` it is ``(n / n_c) pi_c (psi - mean of psi over the rows of class c)``.
    """
    rest = {key: value for key, value in options.items() if key != "prevalence"}
    mixed = sample.state.at_prevalence(options["prevalence"])
    code, atoms = sample.codes[0], sample.atoms
    rows = np.bincount(code, atoms.weight)
    curve = mixed if isinstance(mixed, Curve) else mixed.curves[0]
    with np.errstate(divide="ignore", invalid="ignore"):
        factor = (curve.weights.sum(0)[: len(rows)] / rows)[code]  # n pi_c / n_c
    weight = atoms.weight * factor
    mixture = replace(sample, atoms=Atoms(weight, weight), state=mixed, indices=_positions(sample, mixed))
    psi = score_influence(metric, mixture, rest)
    if psi is None:
        return None
    flat = psi.reshape(len(psi), math.prod(psi.shape[1:]))
    centred = np.empty_like(flat)
    for each in np.unique(code).tolist():
        own = code == each
        moved = flat[own] * (factor[own] > 0)[:, None]
        centred[own] = (moved - atoms.weight[own] @ moved / rows[each]) * factor[own][:, None]
    return centred.reshape(psi.shape)


def _positions(sample: ScoreSample, mixed: Any) -> tuple[Codes, ...]:
    """The index of each atom's score in the mixture, from which scores of classes without a share are gone."""
    curves = (mixed,) if isinstance(mixed, Curve) else mixed.curves
    positions = []
    for position, before, after in zip(sample.indices, sample.curves, curves, strict=True):
        if len(after.scores) == len(before.scores):
            positions.append(position)
            continue
        kept = np.isin(before.scores, after.scores)
        positions.append(np.maximum(kept.cumsum() - 1, 0)[position])  # that of an atom without a share does not matter
    return tuple(positions)


def _of_pairs(
    stack: CurveStack, positions: Sequence[Codes], code: Codes, weight: FloatArray, average: Average
) -> FloatArray:
    """
    Psi of each row on the AUC of every pair of classes, (U, K (K - 1) / 2), or on their mean (Hand & Till 2001), (U,).

    By the scores for class i, a row of i moves ``A(i|j)`` by the share of the rows of j below it, a row of j by the
    share of the rows of i above it, as in the AUC of two classes.
    """
    values, rows = pairwise_auc(stack)
    first, second = np.triu_indices(len(stack.outputs), 1)
    share = np.where(np.isnan(values), 0.0, rows if average == "weighted" else 1.0)
    total, moved = float(weight.sum()), _moved(positions, code, weight)
    if average is None:
        per_pair = np.full((len(code), len(values)), np.nan)
        for pair, (one, two) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
            if not np.isnan(values[pair]):
                per_pair[:, pair] = np.where(code == one, moved[:, two], np.where(code == two, moved[:, one], 0.0))
        return per_pair
    if not share.any():
        return np.full(len(code), np.nan)
    psi, value = np.zeros(len(code)), np.nansum(share * values) / share.sum()
    away, shares = (np.zeros((len(stack.outputs),) * 2) for _ in range(2))
    for matrix, of_pair in ((shares, share), (away, np.where(share > 0, total * (values - value), 0.0))):
        matrix[first, second] = matrix[second, first] = of_pair
    for other in range(len(shares)):
        weights = shares[code, other]
        psi += np.where(weights > 0, weights * moved[:, other], 0.0)
        if average == "weighted":
            psi += away[code, other]
    return np.asarray(psi / share.sum())


def _moved(positions: Sequence[Codes], code: Codes, weight: FloatArray) -> FloatArray:
    """Psi of each row on the AUC of its class and each other class, (U, K)."""
    size, total = len(positions), float(weight.sum())
    support = np.bincount(code, weight, minlength=size)
    moved = np.zeros((len(code), size))
    for own, position in enumerate(positions):
        mine = code == own
        scores, index = np.unique(position[mine], return_inverse=True)  # those of the class, the highest first
        if not len(scores):
            continue
        of_class = np.bincount(index, weight[mine], minlength=len(scores) + 1)
        above = np.searchsorted(scores, position[~mine])  # how many of these are above each row of the others
        tied = np.append(scores, -1)[above] == position[~mine]
        cell, counts, table = above * size + code[~mine], weight[~mine], (len(scores) + 1, size)
        lower = np.bincount(cell, counts, minlength=table[0] * size).reshape(table)[::-1].cumsum(0)[::-1]
        below = lower[1:] + np.bincount(cell, counts * tied, minlength=table[0] * size).reshape(table)[:-1] / 2
        higher = (of_class.cumsum() - of_class)[above] + np.where(tied, of_class[above] / 2, 0.0)
        with np.errstate(divide="ignore", invalid="ignore"):  # of a class without rows
            value = of_class[:-1] @ below / (support[own] * support)
            moved[mine] += ((below / support - value) * (total / support[own]))[index]
            moved[~mine, own] += (higher / support[own] - value[code[~mine]]) * (total / support[code[~mine]])
    return moved / 2
