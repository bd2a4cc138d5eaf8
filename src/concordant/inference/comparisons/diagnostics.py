"""Reasons to doubt a comparison, whatever its method; they are given with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from concordant.inference.comparisons.difference import Difference, differing, discordance, discordance_of_each
from concordant.inference.comparisons.proportions import independent_shares
from concordant.inference.influence.influences import carriers_of_each, influential_rows
from concordant.inference.intervals.diagnostics import few_for_weights, known_bias
from concordant.inference.intervals.estimand import Estimand, Estimate
from concordant.inference.intervals.information import bias_is_known
from concordant.inference.samples.sample import Atoms
from concordant.inference.samples.scores import ScoreSample
from concordant.metrics.definition.facts import Information, InformationShare

_FEW = 10  # rows on which the models differ; below it, only an exact test can be trusted
_FEW_CLUSTERS = 20
_FEWEST = 5  # rows, or clusters, that carry the difference
_ALONE_RIGHT, _ROWS_DIFFER = "only {} rows in which one of the two alone is right", "the two differ in only {:g} rows"
_BIASED = 0.25  # standard errors of the difference
_ROUGH = 3  # of these, beyond which what two biases have in common does not cancel


def diagnostics(contrast: Difference) -> Iterator[str]:
    """Yield a sentence for each reason to doubt a comparison, whatever its method."""
    for estimand in (contrast.a,) if contrast.paired else (contrast.a, contrast.b):
        yield from _few_units(estimand.units)
    if contrast.paired:
        yield from _few_differ(contrast)
    for estimand in (contrast.a, contrast.b):
        sample = estimand.sample.whole
        if isinstance(sample, ScoreSample):
            count, which = sample.rarest()
            if count < _FEW:
                yield f"only {count} row{'s' * (count != 1)} of y_true {'are' if count != 1 else 'is'} {which}"
                return
    yield from _biased(contrast)
    yield from _few_carry(contrast)


def doubts_of_each(contrast: Difference) -> Iterator[tuple[npt.NDArray[np.intp], Sequence[str]]]:
    """Yield the doubts of each class against all others: the indices of classes, and a sentence for each of these."""
    every_class = np.arange(contrast.value.size)
    for sentence in _few_units(contrast.a.units):
        yield every_class, [sentence] * len(every_class)
    shares = discordance_of_each(contrast)
    if shares is not None:
        discordant = shares.only_a + shares.only_b
        few = np.flatnonzero(discordant < _FEW)
        sentences = [_ALONE_RIGHT.format(rows) for rows in range(_FEW)]
        yield few, [sentences[rows] for rows in discordant[few].astype(np.intp).tolist()]
        return
    differ = _rows_that_differ(contrast)
    if differ is not None and differ < _FEW:
        yield every_class, [_ROWS_DIFFER.format(differ)] * len(every_class)
    if contrast.influences is not None:
        carry = carriers_of_each(contrast.units, contrast.influences)
        few = np.flatnonzero((carry > 0) & (carry < _FEWEST))
        yield few, [_rests_on_few(contrast.units, rows) for rows in carry[few].tolist()]


def _few_units(units: Atoms) -> Iterator[str]:
    if units.clusters is None:
        yield from few_for_weights(units)
    elif units.clusters.size < _FEW_CLUSTERS:
        yield f"only {units.clusters.size} clusters"


def _few_differ(contrast: Difference) -> Iterator[str]:
    shares = discordance(contrast)
    if shares is not None:
        discordant = shares.only_a + shares.only_b
        if discordant < _FEW:
            yield _ALONE_RIGHT.format(discordant)
        return
    rows = _rows_that_differ(contrast)
    if rows is not None and rows < _FEW:
        yield _ROWS_DIFFER.format(rows)


def _rows_that_differ(contrast: Difference) -> float | None:
    """How many rows the predictions of the models differ in, for all values of a metric at once."""
    first, second, units = contrast.a.of_all, contrast.b.of_all, contrast.units
    cached: tuple[Estimand, float | None] | None = first.notes.get("differing")
    if cached is None or cached[0] is not second:
        differ = differing(contrast.a.sample.whole, contrast.b.sample.whole, contrast.metric)
        rows = None
        if differ is not None and units.counted:
            rows = float(np.einsum("u,u->", units.weight, differ))
        elif differ is not None:  # weighted rows are units of their own
            rows = float(np.count_nonzero((units.weight > 0) & differ))
        cached = first.notes["differing"] = second, rows
    return cached[1]


def _biased(contrast: Difference) -> Iterator[str]:
    """Say so where chance makes an information of one model too large by more than that of the other."""
    estimands = (contrast.a, contrast.b)
    if not isinstance(contrast.metric.trait, (Information, InformationShare)) or not all(map(bias_is_known, estimands)):
        return
    se = float(contrast.se)
    first, second = (float(known_bias(estimand)) for estimand in estimands)
    if se > 0 and (abs(first - second) > _BIASED * se or max(abs(first), abs(second)) > _ROUGH * se):
        yield (
            f"chance makes the values too large, by {first:.2g} and {second:.2g}, which the test does not know of a "
            f"difference with the standard error {se:.2g}"
        )


def _few_carry(contrast: Difference) -> Iterator[str]:
    """Say so where few rows decide the difference."""
    if (discordance if contrast.paired else independent_shares)(contrast) is not None:
        return
    sides: tuple[Estimate, ...] = (contrast,) if contrast.paired else (contrast.a, contrast.b)
    for side in sides:
        rows = 0.0 if side.influences is None else influential_rows(side.units, side.influences)
        if 0 < rows < _FEWEST:
            yield _rests_on_few(side.units, rows)
            return


def _rests_on_few(units: Atoms, rows: float) -> str:
    what = "rows" if units.clusters is None else "clusters"
    return f"the difference rests on few {what} (effectively {rows:.0f})"
