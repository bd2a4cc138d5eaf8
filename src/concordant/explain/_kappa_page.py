"""The words and tables that explain a kappa."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from concordant.explain._kappa_steps import KappaSteps
from concordant.explain._page import TIMES, Page, Step, Table, decimals_for, fixed, percent, places_shown
from concordant.metrics.agreement.weights import FAMILIES, disagreement, label_values
from concordant.result.wording import short
from concordant.states.counts import number_text
from concordant.typing import FloatArray

KAPPA_NAMES = {
    "none": "Cohen's kappa (no weights)",
    **{name: f"{name.capitalize()} weighted kappa" for name in FAMILIES},
    "own": "Weighted kappa (own weights)",
}
_FORMULAS = {  # of the families that are not powers of the distance
    "ordinal": "d (d + 1) / 2 for labels d places apart",
    "radical": "sqrt(|i - j|)",
    "ratio": "((i - j) / (i + j))^2",
    "circular": "sin(pi d / K)^2 for labels d steps apart on the circle of all K",
    "bipolar": "(i - j)^2 / ((i + j - 2 low) (2 high - i - j)), low and high the outermost labels",
}
_LONGEST_NAME = 14
_MOST_TERMS = 12
_MOST_CELLS = 5


def kappa_page(steps: KappaSteps, *, most: int) -> Page:
    """Return the explanation as a page; tables of more than `most` labels are cut in their middle."""
    value = "undefined" if np.isnan(steps.kappa) else f"{steps.kappa:.4f}"
    title = f"{KAPPA_NAMES[steps.scheme]}, step by step: {value}"
    if not steps.labels or not steps.counts.n:
        return Page(title, (f"The kappa is undefined: {steps.reason}.",))
    parts = [_observed(steps, most), _weights(steps, most), _expected(steps, most), _kappa(steps)]
    if steps.numerator > 0:
        parts.append(_penalty(steps, most))
    return Page(title, _lead(steps, most), tuple(parts))


def _lead(steps: KappaSteps, most: int) -> tuple[str, ...]:
    dropped = f" ({steps.counts.missing:,} more left out, a value is missing)" if steps.counts.missing else ""
    order = " < ".join("..." if i is None else str(steps.labels[i]) for i in places_shown(len(steps.labels), most))
    if steps.counts.ordered and steps.scheme != "none":
        labels = f"Labels in their order: {order}."
    else:
        labels = f"Labels: {order.replace(' < ', ', ')}."
    lines = [f"{_amount(steps, steps.counts.n)}{dropped}. Rows: {steps.names[0]}, columns: {steps.names[1]}. {labels}"]
    if len(steps.labels) > most:
        lines.append(
            f"There are {len(steps.labels)} labels: the tables show the first and the last ones, and the sums are over "
            "all. The whole matrices are in .observed, .weights, .expected and .share."
        )
    return tuple(lines)


def _observed(steps: KappaSteps, most: int) -> Step:
    shown = _matrix(steps, steps.observed, lambda x: _count(steps, x), most, totals=True, skip_diagonal=True)
    counted = "Sum the weights of the rows" if steps.counts.squares is not None else "Count the rows"
    return Step("Observed: O", (f"{counted} with each pair of labels. On the diagonal both agree.",), shown)


def _weights(steps: KappaSteps, most: int) -> Step:
    decimals = decimals_for(steps.weights)
    shown = _matrix(steps, steps.weights, lambda x: fixed(x, decimals), most)
    return Step("Weights: W, what a row of each pair costs", _weight_rule(steps), shown)


def _weight_rule(steps: KappaSteps) -> tuple[str, ...]:
    if steps.scheme == "none":
        return ("0 where the labels agree, 1 where they differ: every disagreement counts the same.",)
    if steps.scheme == "own":
        return ("The weights that were given, as penalties: 0 on the diagonal.",)
    values = label_values(steps.labels)
    span = np.ptp(values)
    numeric = tuple(values.tolist()) == steps.labels
    if span == 0:
        return ("There is only one label, so there is nothing to weigh.",)
    first = 1 if steps.scheme == "ratio" else 0
    places = "the labels as numbers" if numeric else f"the places {first} to {len(values) - 1 + first} of the labels"
    if steps.scheme in _FORMULAS:
        by_value = "" if steps.scheme in ("ordinal", "circular") else f" i and j are {places}."
        scaled = "Divided by the largest, so that agreement costs nothing and the widest disagreement 1."
        return (f"w(i, j) = {_FORMULAS[steps.scheme]}.{by_value}", scaled)
    how, top = ("|i - j|", f"{span:g}") if steps.scheme == "linear" else ("(i - j)^2", f"{span:g}^2")
    rule = f"w(i, j) = {how} / {top}, with i and j {places}. Agreement costs nothing, the widest disagreement 1."
    if span == 1:
        return (rule,)
    return (rule, f"Dividing by {top} only keeps the numbers small: it stands in both sums of step 4 and divides out.")


def _expected(steps: KappaSteps, most: int) -> Step:
    decimals = decimals_for(steps.expected, 2) or 1
    shown = _matrix(steps, steps.expected, lambda x: fixed(x, decimals), most, totals=True, skip_diagonal=True)
    i, j = np.unravel_index(int((steps.weights * steps.expected).argmax()), steps.expected.shape)
    row, column = (_count(steps, steps.observed.sum(axis)[place]) for axis, place in ((1, i), (0, j)))
    rule = "If the columns had nothing to do with each other: e(i, j) = row total x column total / n. The totals stay."
    left = f"e({steps.labels[i]}, {steps.labels[j]}) = {row} x {column} / {_count(steps, steps.counts.n)}"
    example = f"{left} = {fixed(float(steps.expected[i, j]), max(decimals, 2))}"
    return Step("Expected by chance: E", (rule,), shown, (example,))


def _kappa(steps: KappaSteps) -> Step:
    top, bottom, terms = steps.numerator, steps.denominator, _terms(steps)
    formulas = [
        f"sum(W x O) = {terms} = {top:.6g}" if terms else f"sum(W x O) = {top:.6g}",
        f"sum(W x E) = {bottom:.6g}   (each weight times the expected count, in the same way)",
    ]
    if np.isnan(steps.kappa):
        formulas.append(f"kappa = 1 - {top:.6g} / {bottom:.6g}   is undefined")
        return Step("Kappa: 1 - sum(W x O) / sum(W x E)", formulas=tuple(formulas), after=(f"Why: {steps.reason}.",))
    formulas.append(f"kappa = 1 - {top:.6g} / {bottom:.6g} = {steps.kappa:.6g}")
    return Step(
        "Kappa: 1 - sum(W x O) / sum(W x E)",
        ("The first sum is the penalty of the data, the second the penalty that chance would bring.",),
        formulas=tuple(formulas),
        after=_meaning(steps),
    )


def _terms(steps: KappaSteps) -> str:
    """The sum written out in whole penalties where the weights were divided, the largest terms first if it is long."""
    cells = _largest(steps.weights * steps.observed)
    if not cells:
        return ""
    given = disagreement(steps.counts, steps.scheme) if steps.scheme in ("linear", "quadratic") else steps.weights
    scale = float(given.max())
    order = cells if len(cells) > _MOST_TERMS else sorted(cells)
    terms = [f"{_count(steps, steps.observed[cell])}{TIMES}{given[cell]:.6g}" for cell in order[:_MOST_TERMS]]
    if len(cells) > _MOST_TERMS:
        terms.append(f"... ({len(cells) - _MOST_TERMS} smaller terms)")
    total = " + ".join(terms)
    if given is steps.weights or scale == 1:
        return total
    return f"({total}) / {scale:g} = {steps.numerator * scale:,.10g} / {scale:g}"


def _meaning(steps: KappaSteps) -> tuple[str, ...]:
    kappa = steps.kappa
    constant = [
        f"{name} uses only {str(label)!r}"
        for name, total in zip(steps.names, (steps.observed.sum(1), steps.observed.sum(0)), strict=True)
        if (total > 0).sum() == 1
        for label in [steps.labels[int(total.argmax())]]
    ]
    if constant and steps.numerator > 0:
        return (
            f"{constant[0]}, so what is observed is what chance expects, and the kappa is 0 whatever the other is.",
        )
    if steps.numerator == 0:
        return ("No row carries a penalty: 1 is the largest value that a kappa can have.",)
    ratio = f"The penalty is {percent(steps.numerator / steps.denominator)} % of what chance would bring"
    if abs(kappa) < 1e-12:
        return (f"{ratio}: agreement is no better and no worse than chance.",)
    if kappa < 0:
        return (f"{ratio}: the agreement is worse than chance.",)
    return (f"{ratio}: on the way from chance (0) to perfect agreement (1), {percent(kappa)} % is done.",)


def _penalty(steps: KappaSteps, most: int) -> Step:
    shown = _matrix(steps, steps.share, lambda x: percent(x) if x else "", most)
    cells = _largest(steps.share)
    lead = f"The {_MOST_CELLS} largest of {len(cells)}:" if len(cells) > _MOST_CELLS else "From the largest:"
    return Step(
        "Where the penalty comes from",
        ("Each cell's share of sum(W x O), in percent.",),
        shown,
        after=(lead,),
        items=tuple(_in_words(steps, cell) for cell in cells[:_MOST_CELLS]),
    )


def _in_words(steps: KappaSteps, cell: tuple[int, int]) -> str:
    count, (i, j) = steps.observed[cell], cell
    one = count == 1 and steps.counts.squares is None
    amount = _amount(steps, count)
    pair = f"{str(steps.labels[i])!r} in {steps.names[0]} and {str(steps.labels[j])!r} in {steps.names[1]}"
    return (
        f"{amount} {'is' if one else 'are'} {pair} and {'carries' if one else 'carry'} "
        f"{percent(float(steps.share[cell]))} % of the penalty "
        f"(chance expects {fixed(float(steps.expected[cell]), 1)})."
    )


def _amount(steps: KappaSteps, number: float) -> str:
    if steps.counts.squares is not None:
        return f"Rows of weight {_count(steps, number)}"
    return f"{_count(steps, number)} row{'' if number == 1 else 's'}"


def _count(steps: KappaSteps, number: float) -> str:
    """Whole counts as they are, sums of weights with the same decimals everywhere."""
    if steps.counts.squares is None:
        return number_text(number)
    return fixed(float(number), decimals_for(np.asarray(steps.observed, dtype=np.float64), 3))


def _largest(penalty: FloatArray) -> list[tuple[int, int]]:
    """Cells with a penalty, the largest first, ties in reading order."""
    order = np.argsort(-np.nan_to_num(penalty), axis=None, kind="stable")
    places = zip(*np.unravel_index(order, penalty.shape), strict=True)
    return [(int(i), int(j)) for i, j in places if penalty[i, j] > 0]


def _matrix(
    steps: KappaSteps,
    values: npt.NDArray[np.generic],
    write: Callable[[float], str],
    most: int,
    *,
    totals: bool = False,
    skip_diagonal: bool = False,
) -> Table:
    """Return a matrix with its labels and, if asked for, totals; the middle of a large one is left out."""
    places = places_shown(len(steps.labels), most)
    names = ["..." if i is None else short(steps.labels[i], _LONGEST_NAME) for i in places]
    rows = []
    for i, name in zip(places, names, strict=True):
        cells = ["..." if i is None or j is None else write(values[i, j].item()) for j in places]
        tail = [] if not totals else ["..." if i is None else write(values[i].sum().item())]
        rows.append((name, *cells, *tail))
    if totals:
        sums = ["..." if j is None else write(values[:, j].sum().item()) for j in places]
        rows.append(("total", *sums, write(values.sum().item())))
    return Table(
        ("", *names, *(["total"] if totals else [])),
        tuple(rows),
        _shades(values, places, totals=totals, skip_diagonal=skip_diagonal),
        total=totals,
    )


def _shades(
    values: npt.NDArray[np.generic], places: list[int | None], *, totals: bool, skip_diagonal: bool
) -> FloatArray:
    """Strong where a number off the diagonal is large; the diagonal of counts would outshine everything."""
    shown = np.nan_to_num(np.asarray(values, dtype=np.float64))
    if skip_diagonal:
        shown = shown * (1 - np.eye(len(shown)))
    top = shown.max(initial=0.0)
    size = len(places) + totals
    shades = np.zeros((size, size))
    for a, i in enumerate(places):
        for b, j in enumerate(places):
            if i is not None and j is not None and top > 0:
                shades[a, b] = shown[i, j] / top
    return shades
