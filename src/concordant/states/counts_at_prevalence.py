"""Counts of a population with other shares of the classes of the truth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from concordant.errors import OptionError, PositiveLabelError
from concordant.inputs.labels import two_classes
from concordant.states.class_shares import class_shares, class_weights
from concordant.states.merging import sums_in, unit_of_squares
from concordant.typing import Label

if TYPE_CHECKING:
    from concordant.states.counts import Counts


def counts_at_prevalence(
    counts: Counts, prevalence: float | Mapping[Label, float], pos_label: Label | None = None
) -> Counts:
    """Weigh the rows of each class of the truth, so that the classes have these shares."""
    if counts.outputs is not None:
        msg = (
            "prevalence= is for one table of classes that exclude each other; these are tables of "
            f"{len(counts.outputs)} labels or classes, each with a prevalence of its own. Take them one by one."
        )
        raise OptionError(msg)
    if len(counts.labels) < 2:
        return counts_at_prevalence(counts.binary(pos_label), prevalence)
    shares = class_shares(prevalence, counts.labels, lambda: _positive(counts, prevalence, pos_label))
    of_class = class_weights(shares, counts.row_totals)
    weights = of_class[..., None] if counts.cells is None else of_class[..., counts.cells.truth]
    numbers, squares = counts.numbers * weights, counts.number_squares
    squares = counts.numbers if squares is None else sums_in(squares, counts.unit, unit_of_squares(numbers))
    return counts.with_numbers(numbers, squares * weights**2)


def _positive(counts: Counts, prevalence: Any, pos_label: Label | None) -> Label:
    """The class whose share a prevalence is."""
    if pos_label is None and not counts.ordered:
        one, two = counts.labels
        msg = (
            f"prevalence={prevalence!r} is the share of the positive class; which of {one!r} and {two!r} is it? "
            f"Declare labels=[negative, positive], or give both shares: prevalence={{{one!r}: {1 - prevalence:g}, "
            f"{two!r}: {prevalence:g}}}."
        )
        raise PositiveLabelError(msg)
    return two_classes(counts.labels, pos_label, ordered=counts.ordered)[1]
