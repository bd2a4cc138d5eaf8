"""The words and tables that explain an AUC."""

from __future__ import annotations

import numpy as np

from concordant.explain._page import TIMES, Page, Step, Table, decimals_for, fixed, percent, places_shown
from concordant.explain._roc_steps import RocSteps
from concordant.result.wording import longest, rate_text
from concordant.states.counts import number_text

_MOST_RANKS, _FEW_RANKS = 40, 20  # a longer ranking is cut to the first and last ten
_LINE = 78  # signs for the ranks side by side


def roc_page(steps: RocSteps, *, most: int) -> Page:
    """Return the explanation as a page; tables of more than `most` thresholds are cut in their middle."""
    value = "undefined" if np.isnan(steps.auc) else rate_text(steps.auc, 4)
    title = f"ROC AUC, step by step: {value}"
    if not len(steps.curve.scores):
        return Page(title, (f"The AUC is undefined: {steps.reason}.",))
    parts = [_ranking(steps), _counts(steps, most)]
    if np.isnan(steps.auc):
        why = f"Why: {steps.reason}, so there is no pair of a positive and a negative row to put in order."
        parts.append(Step("The AUC is undefined", (why,)))
    else:
        parts += [_area(steps, most), _pairs(steps)]
    return Page(title, _lead(steps), tuple(parts))


def _lead(steps: RocSteps) -> tuple[str, ...]:
    weighted = steps.curve.weights.dtype.kind == "f"
    rows = "weight" if weighted else "rows"
    dropped = f" {steps.curve.missing:,} rows are left out, a value is missing." if steps.curve.missing else ""
    positive = f"Positive (+) is {steps.classes[1]!r}: {_number(steps, steps.positives)} {rows}, P."
    negative = f"Negative (-) is {steps.classes[0]!r}: {_number(steps, steps.negatives)} {rows}, N."
    return (f"{positive} {negative}{dropped}",)


def _ranking(steps: RocSteps) -> Step:
    title = "Rank the rows by their score, the highest first"
    if steps.curve.weights.dtype.kind == "f":
        return Step(title, ("The rows carry weights: see step 2 for the weight at each score.",))
    total = int(steps.positives + steps.negatives)
    places = places_shown(total, _MOST_RANKS, _FEW_RANKS)
    shown = _marks(steps, [rank for rank in places if rank is not None])
    after = []
    if None in places:
        after.append(f"{total - _FEW_RANKS:,} rows in between are not shown; all are in .thresholds, .tp and .fp.")
    if steps.tied:
        after.append("Rows with one score are tied: their order among themselves means nothing.")
    return Step(title, ("A good score brings the + to the front.",), shown, after=tuple(after))


def _marks(steps: RocSteps, ranks: list[int]) -> Table:
    """Rank, score and class of these ranks, up to ten side by side, in blocks of three lines."""
    positives, negatives = np.diff(steps.tp).astype(int), np.diff(steps.fp).astype(int)
    beyond = np.cumsum(positives + negatives)  # the first rank after each score
    at = np.searchsorted(beyond, ranks, side="right")
    first = beyond[at] - positives[at] - negatives[at]
    decimals = _score_decimals(steps)
    scores = [_score(score, decimals) for score in steps.thresholds[1:][at]]
    signs = ["+" if rank - start < plus else "-" for rank, start, plus in zip(ranks, first, positives[at], strict=True)]
    line = int(np.clip(_LINE // (longest(scores) + 2), 3, 10))
    rows: list[tuple[str, ...]] = []
    for start in range(0, len(ranks), line):
        here = slice(start, start + line)
        filler = ("",) * (line - len(ranks[here])) if start else ()
        rows += [
            ("rank", *(f"{rank + 1:,}" for rank in ranks[here]), *filler),
            ("score", *scores[here], *filler),
            ("class", *signs[here], *filler),
        ]
    return Table(rows[0], tuple(rows[1:]))


def _counts(steps: RocSteps, most: int) -> Step:
    places = places_shown(len(steps.thresholds), most, most // 2)
    gap = ("...",) * 7
    rows = [gap if i is None else _count_row(steps, i) for i in places]
    after = ("TPR = TP / P and FPR = FP / N are the points of the ROC curve.",)
    return Step(
        "Lower the threshold from score to score, and count",
        (
            "Every row with score >= threshold is predicted positive.",
            'The threshold "above all" predicts nothing positive, the lowest score everything.',
        ),
        Table(("threshold", "TP", "FP", "FN", "TN", "TPR", "FPR"), tuple(rows), numeric_side=True),
        after=(*after, *_left_out(len(steps.thresholds), places, "thresholds")),
    )


def _count_row(steps: RocSteps, i: int) -> tuple[str, ...]:
    counts = (_number(steps, column[i]) for column in (steps.tp, steps.fp, steps.fn, steps.tn))
    return (_threshold(steps, i), *counts, _rate(steps.tpr[i]), _rate(steps.fpr[i]))


def _area(steps: RocSteps, most: int) -> Step:
    wide = np.flatnonzero(np.diff(steps.fpr, prepend=0.0) > 0)
    places = places_shown(len(wide), most, most // 2)
    rectangles, trapezoids = steps.rectangles.cumsum(), steps.trapezoids.cumsum()
    head = ("threshold", "FPR gained", "TPR before", "TPR after", "rectangle", "trapezoid", "sum of r.", "sum of t.")
    rows = [
        ("...",) * len(head)
        if k is None
        else (
            _threshold(steps, i := int(wide[k])),
            _rate(steps.fpr[i] - steps.fpr[i - 1]),
            _rate(steps.tpr[i - 1]),
            _rate(steps.tpr[i]),
            *(_rate(column[i]) for column in (steps.rectangles, steps.trapezoids, rectangles, trapezoids)),
        )
        for k in places
    ]
    before = [
        "A step to the right adds a strip of area. Rectangle: FPR gained x TPR before.",
        "Trapezoid: FPR gained x the mean of the TPR before and after.",
        "Steps straight up add nothing and are left out here.",
    ]
    if steps.tied:
        before.append("The two differ where positives and negatives share a score: there the curve is slanted.")
    else:
        before.append("No positive shares its score with a negative, so the two are equal.")
    sums = f"Sum of the trapezoids = {trapezoids[-1]:.6g} = AUC"
    return Step(
        "Add up the area under the curve",
        tuple(before),
        Table(head, tuple(rows), numeric_side=True),
        formulas=(sums,),
        after=_left_out(len(wide), places, "steps"),
    )


def _pairs(steps: RocSteps) -> Step:
    c, t, d, pairs = (_number(steps, x) for x in (steps.concordant, steps.tied, steps.discordant, steps.pairs))
    shares = [_rate(x / steps.pairs) for x in (steps.concordant, steps.tied, steps.discordant)]
    table = Table(
        ("of a positive and a negative row", "pairs", "share"),
        (
            ("concordant: the positive scores higher", c, shares[0]),
            ("tied: both score the same", t, shares[1]),
            ("discordant: the negative scores higher", d, shares[2]),
            ("all: P x N", pairs, "1"),
        ),
    )
    p, n = _number(steps, steps.positives), _number(steps, steps.negatives)
    half = f" The triangles above them are the tied pairs / 2: {_number(steps, steps.tied)} / 2." if steps.tied else ""
    return Step(
        "The same number as a share of pairs",
        (f"P{TIMES}N = {p}{TIMES}{n} = {pairs} pairs.",),
        table,
        formulas=(f"AUC = (concordant + tied / 2) / pairs = ({c} + {t} / 2) / {pairs} = {steps.auc:.6g}",),
        after=(
            f"Each rectangle of step 3 counts the positives above a negative: their sum{TIMES}pairs = {c}.{half}",
            _meaning(steps),
        ),
    )


def _meaning(steps: RocSteps) -> str:
    chance = f"{percent(steps.auc)} %"
    start = (
        f"Of one positive and one negative row taken at random, the positive scores higher with a chance of {chance}"
    )
    if steps.tied:
        start += " (a tie counting half)"
    if steps.auc < 0.5:
        return f"{start}: worse than guessing (50 %). Is the positive class, or the sign of the score, the other way?"
    return f"{start}; guessing gives 50 %."


def _left_out(size: int, places: list[int | None], what: str) -> tuple[str, ...]:
    if None not in places:
        return ()
    return (f"{size - len(places) + 1:,} of {size:,} {what} are not shown; all are in the arrays of this explanation.",)


def _threshold(steps: RocSteps, i: int) -> str:
    return "above all" if i == 0 else _score(steps.thresholds[i], _score_decimals(steps))


def _score_decimals(steps: RocSteps) -> int | None:
    """Decimals that write the scores exactly, None if that takes more than six."""
    scores = np.asarray(steps.curve.scores[:2000], dtype=np.float64)
    scores = scores[np.isfinite(scores)]
    for decimals in range(7):
        if (np.abs(np.round(scores, decimals) - scores) <= 1e-9 * np.maximum(np.abs(scores), 1)).all():
            return decimals
    return None


def _score(score: float, decimals: int | None) -> str:
    return f"{score:.6g}" if decimals is None or not np.isfinite(score) else f"{score:,.{decimals}f}"


def _rate(rate: float) -> str:
    return fixed(float(rate), 4)


def _number(steps: RocSteps, number: float) -> str:
    if steps.curve.weights.dtype.kind == "i":
        return number_text(number)
    return fixed(float(number), decimals_for(np.asarray(steps.curve.weights, dtype=np.float64), 3))
