"""How the items that people labelled were chosen: what it forbids to say, and whether the verdicts speak against it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from concordant.inference.quantiles import tail
from concordant.inference.samples.sample import Clusters
from concordant.judging.judged_items import JudgedItems, JudgedRows
from concordant.judging.post_stratified import summed_error
from concordant.result.comparisons import p_text
from concordant.result.record import percent
from concordant.typing import Label

_DOUBTFUL = 0.01  # a p-value below which a sample is not believed to be random
_EXPECTED = 5  # labelled items with the verdict, and without it, below which the test does not hold


def labelled_in(items: JudgedItems | JudgedRows) -> npt.NDArray[np.bool_]:
    """Where a person has looked."""
    found: npt.NDArray[np.bool_] = items.of_people.max(1) >= 0
    return found


def why_no_direction(chosen: str | None, items: JudgedItems) -> str | None:
    """Say why nothing can be said about how often the judge gives a label, beside people; None if it can."""
    if chosen in (None, "random") or labelled_in(items)[items.of_judges[:, 0] >= 0].all():
        return None
    how = {"by judge": "by the judge's verdict", "by truth": "by their truth"}.get(chosen, chosen)
    return (
        f"people labelled items that were chosen {how}, not at random: what holds for these does not hold for all that "
        "were judged, so that no direction is claimed"
    )


def doubt_of_random(
    verdicts: npt.NDArray[np.integer],
    names: Sequence[Label],
    labelled: npt.NDArray[np.bool_],
    clusters: Clusters | None,
) -> str | None:
    """
    Doubt that items were labelled at random, where the judge gives them another share of a verdict than the others.

    A score test of each verdict (without clusters Pearson's chi-squared), by Bonferroni; -1 is no verdict.
    """
    inside, outside = labelled & (verdicts >= 0), ~labelled & (verdicts >= 0)
    some, rest, tests = int(inside.sum()), int(outside.sum()), []
    if not (some and rest):
        return None
    pull = inside / some - outside / rest
    for code, name in enumerate(names):
        given = verdicts == code
        share = float(given.sum()) / (some + rest)
        if min(share, 1 - share) * some < _EXPECTED:
            continue
        se, degrees = math.sqrt(share * (1 - share) * (1 / some + 1 / rest)), None
        if clusters is not None:
            clustered, degrees = summed_error(pull * (given - share), clusters)
            se = max(se, clustered)  # that of few labelled items with the verdict is too small
        shares = float(given[inside].mean()), float(given[outside].mean())
        tests.append((tail((shares[0] - shares[1]) / se, degrees) if se > 0 else 1.0, code, name, *shares))
    if not tests:
        return None
    p_value, _, name, here, there = min(tests)
    p_value = min(p_value * (len(tests) if len(names) > 2 else 1), 1.0)
    if not p_value < _DOUBTFUL:
        return None
    return (
        f"the labelled items are no random sample: the judge says {name!r} on {percent(here)} of them and on "
        f"{percent(there)} of the others ({p_text(p_value)})"
    )
