"""How items were chosen to be labelled: what must be said, label weights, and doubts that a sample is random."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from concordant.errors import LengthError, OptionError, SelectionError, WeightError
from concordant.inference.quantiles import tail
from concordant.inference.samples.sample import Atoms, Clusters
from concordant.inputs.arrays import refuse_other_order
from concordant.judging.answers import summed_error
from concordant.judging.items import Items, atoms_of_rows, column_beside, numbers_in, read_items
from concordant.names import require_choice
from concordant.result.comparisons import p_text
from concordant.result.record import counted, percent
from concordant.typing import FloatArray, Label

Chosen = Literal["random", "by judge", "by truth", "elsewhere"]
_DOUBTFUL = 0.01  # a p-value below which a sample is not believed to be random
_SCORES = 20  # scored items below which their mean is not tested
_EXPECTED = 5  # labelled items with the verdict, and without it, below which the test does not hold


def how_labelled(
    chosen: Any, label_weight: Any, labelled: npt.NDArray[np.bool_], judge: Any
) -> tuple[Any, FloatArray | None]:
    """
    How items were chosen, and their label weights; raise unless both are known and go together.

    Where label weights are all that is said, items were chosen at random, with known probabilities.
    """
    if chosen is None and label_weight is not None:
        chosen = "random"
    if chosen is None and not labelled.all():
        n = counted(float(labelled.sum()), "item")
        raise SelectionError(
            f"say how the {n} that people labelled were chosen among {len(labelled):,}: chosen="
            '"random"; "by judge" (so many of the passed, so many of the failed); "by truth" (so many true passes, so '
            'many true fails); or "elsewhere" (another batch). The wrong one can be off by 10 to 20 percentage points.'
        )
    if require_choice("chosen", chosen, (*get_args(Chosen), None)) in ("by truth", "elsewhere"):
        if label_weight is not None:
            raise SelectionError(
                f"label_weight= says how likely each judged item was to be labelled, and items chosen {chosen} were "
                'not chosen among these: leave it out, or say chosen="random".'
            )
        if labelled.all():
            raise SelectionError(
                f"every item is labelled, and chosen {chosen}: give the other items too that the judge has judged, "
                "with None where nobody has looked; the rate is theirs."
            )
    return chosen, labelling_weights(label_weight, labelled, judge)


def labelling_weights(label_weight: Any, labelled: npt.NDArray[np.bool_], judge: Any) -> FloatArray | None:
    """
    Return one over the probability that an item was chosen to be labelled, 1 on average and 0 where it was not.

    None where all labelled items have the same one. What stands beside items without a label is not read.
    """
    if label_weight is None:
        return None
    refuse_other_order(judge, (label_weight,), ("label_weight",), what="judge")
    weight = numbers_in(label_weight, "label_weight")
    if len(weight) != len(labelled):
        raise LengthError(f"label_weight must have one value an item: expected {len(labelled)}, got {len(weight)}.")
    if labelled.all():
        raise OptionError(
            "label_weight= says how likely an item was to be labelled, and all items are labelled: leave it out. Where "
            "the items themselves were drawn with unequal probabilities, take sample_weight=."
        )
    bad = labelled & ~(weight > 0)
    if bad.any():
        raise WeightError(
            "label_weight must be above 0 where people have labelled an item, one over the probability that it was "
            f"chosen for that; {int(bad.sum())} are not, the first in row {bad.argmax()}: {weight[bad.argmax()]:g}."
        )
    own = np.where(labelled, weight, 0.0) / (weight[labelled].max(initial=0.0) or 1.0)
    return None if (own[labelled] == 1).all() else own / own[labelled].mean()


def read_labelled(
    data: Any, judge: Any, people: Any, label_weight: Any, **reading: Any
) -> tuple[Items, Items, FloatArray | None]:
    """
    Read items as `read_items` does: as they count, and with label weights, which it returns too; None where all alike.

    Items without a label count as they did: they say nothing about people.
    """
    items = read_items(data, judge, people, **reading)
    column = column_beside(data, label_weight, len(items.codes), "label_weight", judge)
    own = labelling_weights(column, labelled_in(items), None)
    if own is None:
        return items, items, None
    weight, groups = np.where(own > 0, own, 1.0) * items.atoms.weight, items.atoms.clusters
    atoms = atoms_of_rows(len(own), None if groups is None else groups.code, weight)
    return items, replace(items, atoms=atoms), own


def labelled_in(items: Items) -> npt.NDArray[np.bool_]:
    """Which items a person has labelled."""
    return np.asarray((items.of_people >= 0).any(1))


def why_no_direction(chosen: str | None, items: Items) -> str | None:
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
    label_weight: FloatArray | None = None,
    of: str = "",
) -> str | None:
    """
    Doubt that items were labelled at random, where the judge gives them another share of a verdict than the others.

    A score test of each verdict (without clusters Pearson's chi-squared), by Bonferroni; -1 is no verdict. Items that
    were labelled with unequal probabilities are weighted by these, and compared with all items.
    """
    inside, outside, tests = labelled & (verdicts >= 0), ~labelled & (verdicts >= 0), []
    if not (inside.any() and outside.any()):
        return None
    for code, name in enumerate(names):
        has_verdict = np.where(verdicts == code, 1.0, 0.0)
        share = float(has_verdict.sum()) / int(inside.sum() + outside.sum())
        if min(share, 1 - share) * labels_worth(inside, label_weight) < _EXPECTED:
            continue
        means, p_value = _lean(has_verdict, (inside, outside), clusters, label_weight)
        tests.append((p_value, code, name, *means))
    if not tests:
        return None
    p_value, _, name, share_inside, share_outside = min(tests)
    p_value = min(p_value * (len(tests) if len(names) > 2 else 1), 1.0)
    text = f"says {name!r}{of} on {percent(share_inside)} of them and on {percent(share_outside)} of"
    return _no_random_sample(p_value, text, label_weight)


def doubt_of_scores(
    scores: FloatArray, labelled: npt.NDArray[np.bool_], clusters: Clusters | None, label_weight: FloatArray | None
) -> str | None:
    """Doubt that items were scored at random, where the judge gives them another mean score than the others."""
    if labelled.all() or labels_worth(labelled, label_weight) < _SCORES:
        return None
    means, p_value = _lean(scores, (labelled, ~labelled), clusters, label_weight)
    text = f"gives them {means[0]:.3g} on average, beside {means[1]:.3g} of"
    return _no_random_sample(p_value, text, label_weight)


def labels_worth(inside: npt.NDArray[np.bool_], label_weight: FloatArray | None) -> float:
    """How many items of one probability the labelled ones are worth (Kish)."""
    if label_weight is None:
        return float(inside.sum())
    own = label_weight[inside]
    return float(own.sum() ** 2 / np.square(own).sum())


def _lean(
    x: FloatArray,
    sides: tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]],
    clusters: Clusters | None,
    label_weight: FloatArray | None,
) -> tuple[tuple[float, float], float]:
    """The means of labelled and of other items (with label weights: of all), and the p-value of no difference."""
    inside, outside = sides
    every = inside | outside
    rows, centred, degrees = np.ones(len(x)), np.where(every, x - x[every].mean(), 0.0), None
    if label_weight is None:
        first, second = inside / inside.sum(), outside / outside.sum()
        variance = float((centred**2).sum()) / every.sum() * (1 / inside.sum() + 1 / outside.sum())
    else:
        own = np.where(inside, label_weight, 0.0)
        first, second = own / own.sum(), every / every.sum()
        moved = np.square((first - second) * centred)
        variance = float(moved.sum())
        degrees = max(variance**2 / max(float((moved**2).sum()), sys.float_info.min) - 1, 1.0)  # few heavy items
    means = float(first @ np.where(every, x, 0.0)), float(second @ np.where(every, x, 0.0))
    se = math.sqrt(variance)
    if clusters is not None:
        stratum = inside.astype(np.intp) if label_weight is None else None
        clustered, degrees = summed_error((first - second) * centred * len(x), Atoms(rows, rows, stratum, clusters))
        se = max(se, clustered)  # that of few labelled items with the verdict is too small
    return means, tail((means[0] - means[1]) / se, degrees) if se > 0 else 1.0


def _no_random_sample(p_value: float, text: str, label_weight: FloatArray | None) -> str | None:
    if not p_value < _DOUBTFUL:
        return None
    sample, rest = "no random sample", "the others"
    if label_weight is not None:
        sample, rest = "in their label weights no sample of all", "all"
    return f"the labelled items are {sample}: the judge {text} {rest} ({p_text(p_value)})"
