"""Reasons to doubt a comparison; they are given with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from concordant.inference.comparisons.difference import Difference
from concordant.inference.comparisons.paired_tests import endless_slopes, rows_that_carry
from concordant.inference.comparisons.proportions import independent_shares
from concordant.inference.intervals.diagnostics import (
    FEW_DEGREES,
    degrees_of_clusters,
    few_for_weights,
    few_left,
    few_negatives,
    few_ranked,
    known_bias,
)
from concordant.inference.intervals.estimand import Estimand
from concordant.inference.intervals.information import bias_is_known
from concordant.inference.intervals.score import few_of_classes
from concordant.inference.samples.scores import ScoreSample
from concordant.metrics.definition.facts import Information, InformationShare
from concordant.result.wording import few_of

_FEW = 10  # rows on which the models differ; below it, only an exact test can be trusted
_ALONE_RIGHT, _ROWS_DIFFER = "only {} in which one of the two alone is right", "the two differ in only {}"
# A value is at its end: a product of recalls at 0.
_ENDLESS = "one more row could move {:.3g} by any amount, which the test leaves out"
_FEWEST = 3  # rows, seen or not, that carry a difference of costs
_FEW_IN_REGION = 5  # positive rows in a range of recalls; intervals are wrong below more
_BIASED = 0.25  # standard errors of the difference
_ROUGH = 3  # of these, beyond which what two biases have in common does not cancel


def diagnostics(difference: Difference, method: str) -> Iterator[str]:
    """Yield a sentence for each reason to doubt a comparison."""
    for _, sentences in diagnostics_per_value(difference, method):
        yield from sentences
    for estimand in (difference.a, difference.b):
        sample = estimand.sample
        if isinstance(sample, ScoreSample):
            ranked = list(few_ranked(estimand, sample, _FEW, _FEW_IN_REGION))
            yield from ranked or few_negatives(estimand, sample)
            if ranked or difference.options.get("tpr") is not None:
                return
    yield from _biased(difference)
    if (difference.discordance if difference.paired else independent_shares(difference)) is None:
        sides = (few_of_classes(estimand) for estimand in (difference.a, difference.b))
        yield from dict.fromkeys(sentence for side in sides for sentence in side)  # the truth is the same


def diagnostics_per_value(difference: Difference, method: str) -> Iterator[tuple[npt.NDArray[np.intp], Sequence[str]]]:
    """Yield reasons to doubt the comparisons of single classes: indices of classes, and a sentence for each."""
    every_class = np.arange(difference.value.size)
    for estimate in (difference,) if difference.paired else (difference.a, difference.b):
        if estimate.atoms.clusters is None:
            for sentence in few_for_weights(estimate.atoms):
                yield every_class, [sentence] * len(every_class)
        else:
            degrees = degrees_of_clusters(estimate, estimate.atoms.clusters)
            few = np.flatnonzero(degrees < FEW_DEGREES)
            yield few, [few_left(estimate.atoms.clusters.size, each) for each in degrees[few].tolist()]
    if difference.paired:
        yield from _few_differ(difference, every_class)
    for estimand in (difference.a, difference.b) if method in ("score", "delta") else ():
        endless = np.flatnonzero(endless_slopes(estimand))
        yield endless, [_ENDLESS.format(value) for value in np.ravel(estimand.value)[endless].tolist()]


def _few_differ(
    difference: Difference, every_class: npt.NDArray[np.intp]
) -> Iterator[tuple[npt.NDArray[np.intp], list[str]]]:
    """Say so where the models differ in few rows, of those that count for a class."""
    shares = difference.discordance
    if shares is not None:
        discordant = np.atleast_1d(shares.only_a + shares.only_b)
        few = np.flatnonzero(discordant < _FEW)
        yield few, [_ALONE_RIGHT.format(few_of(rows, "row")) for rows in discordant[few].tolist()]
        return
    differ = _rows_that_differ(difference)
    if differ is not None and differ < _FEW:
        yield every_class, [_ROWS_DIFFER.format(few_of(differ, "row"))] * len(every_class)
    elif difference.options.get("cost") is not None and (carry := rows_that_carry(difference)) < _FEWEST:
        yield every_class, [f"few dear errors, seen or not, carry the difference (effectively {carry:.2g} rows)"]


def _rows_that_differ(difference: Difference) -> float | None:
    """How many rows the predictions of the models differ in, for all values of a metric at once."""
    first, second, atoms = difference.a.of_all, difference.b.of_all, difference.atoms
    cached: tuple[Estimand, float | None] | None = first.notes.get("differing")
    if cached is None or cached[0] is not second:
        differ = difference.a.sample.differs(difference.b.sample, difference.metric)
        rows = None
        if differ is not None and atoms.counted:
            rows = float(np.einsum("u,u->", atoms.weight, differ))
        elif differ is not None:  # weighted rows are atoms of their own
            rows = float(np.count_nonzero((atoms.weight > 0) & differ))
        cached = first.notes["differing"] = second, rows
    return cached[1]


def _biased(difference: Difference) -> Iterator[str]:
    """Say so where chance makes an information of one model too large by more than that of the other."""
    estimands = (difference.a, difference.b)
    if not isinstance(difference.metric.trait, (Information, InformationShare)) or not all(
        map(bias_is_known, estimands)
    ):
        return
    se = float(difference.se)
    first, second = (float(known_bias(estimand)) for estimand in estimands)
    if se > 0 and (abs(first - second) > _BIASED * se or max(abs(first), abs(second)) > _ROUGH * se):
        yield (
            f"chance makes the values too large, by {first:.2g} and {second:.2g}, which the test does not know of a "
            f"difference with the standard error {se:.2g}"
        )
