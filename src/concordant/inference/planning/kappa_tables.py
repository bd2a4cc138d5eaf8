"""The table that a plan for a kappa assumes: of given margins and a given kappa, or a pilot's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.inference.influence.of_cells import cell_influence, influence_of_every_cell
from concordant.inference.intervals.by_standard_error import quarter_row
from concordant.metrics.agreement.cohen_kappa import cohen_kappa
from concordant.states import Counts
from concordant.typing import FloatArray, KappaWeights, Label

_NONE = 1e-9  # a kappa as small is rounding
_SUM = 1e-6  # shares as people type them do not sum to one exactly


def assumed_margins(margins: Any, categories: int | None) -> tuple[FloatArray, FloatArray]:
    """
    Return how often each rater uses each category: as given, one list for both or one each, or all alike.

    Raises
    ------
    OptionError
        If these are not shares that sum to one.
    """
    if margins is None:
        size = 2 if categories is None else categories
        if isinstance(size, bool) or not isinstance(size, int) or size < 2:
            msg = f"categories is how many categories there are, a whole number of at least 2, not {categories!r}."
            raise OptionError(msg)
        return (np.full(size, 1 / size),) * 2
    try:
        given = np.asarray(margins, dtype=np.float64)
    except (TypeError, ValueError) as error:
        msg = f"margins must be the shares of the categories, or a pair of such lists, one a rater: {error}"
        raise OptionError(msg) from error
    both = given if given.ndim == 2 and len(given) == 2 else np.stack([given, given]) if given.ndim == 1 else None
    if both is None or both.shape[1] < 2:
        msg = f"margins must be K >= 2 shares, or a pair of such lists, one a rater, not an array of {given.shape}."
        raise OptionError(msg)
    if categories is not None and both.shape[1] != categories:
        msg = f"margins holds {both.shape[1]} shares and categories is {categories}; one of them is enough."
        raise OptionError(msg)
    for name, shares in zip(("first", "second"), both, strict=True):
        if not (np.isfinite(shares).all() and (shares > 0).all() and abs(shares.sum() - 1) <= _SUM):
            msg = (
                f"the margins of the {name} rater must be shares above 0 that sum to one, not {shares.tolist()} "
                f"(sum {shares.sum():g})."
            )
            raise OptionError(msg)
    r, c = (shares / shares.sum() for shares in both)
    return r, c


def shares_of(table: Any, labels: Sequence[Label] | None) -> Counts:
    """Return a table of counts, or of shares that sum to one, as shares."""
    counts = table if isinstance(table, Counts) else Counts.from_table(table, labels)
    if counts.table.ndim != 2:
        msg = f"table must be one table, not a stack of {len(counts.table)}."
        raise OptionError(msg)
    cells = np.asarray(counts.table, np.float64)
    total = float(cells.sum())
    whole = bool((cells == np.round(cells)).all())
    if total <= 0 or not (whole or abs(total - 1) <= _SUM):
        msg = f"table must hold numbers of rows, or shares that sum to one; these sum to {total:g}."
        raise OptionError(msg)
    return Counts(cells / total, counts.labels, ordered=True)


def kappa_of(shares: Counts, weights: KappaWeights) -> float:
    """Take kappa of a table of shares; raise where it has none."""
    outcome = cohen_kappa.outcome(shares, weights=weights)
    if outcome.reason is not None:
        msg = f"the assumed table has no kappa: {outcome.reason}."
        raise OptionError(msg)
    return float(outcome.value)


def independent(r: FloatArray, c: FloatArray, labels: Sequence[Label] | None) -> Counts:
    """Return the table of raters who judge independently."""
    names = tuple(range(len(r))) if labels is None else tuple(labels)
    return Counts.from_table(np.outer(r, c), names)


def at_kappa(shares: Counts, kappa: float, weights: KappaWeights) -> Counts:
    """
    Return a table of the same margins with this kappa.

    All tables between two of the same margins have them too, and their kappa runs straight from one to the other. So a
    smaller kappa is reached towards the table of independent raters, and a larger one towards that of the best
    agreement that the margins allow. For equal margins that is the model of a common correlation, in which raters
    agree by insight with probability kappa and otherwise judge independently (Bloch & Kraemer 1989, Biometrics
    45:269). Two categories leave no choice.
    """
    cells = np.asarray(shares.table)
    r, c = cells.sum(1), cells.sum(0)
    chance, now = np.outer(r, c), kappa_of(shares, weights)
    if now > _NONE and kappa <= now:
        mixed = chance + (cells - chance) * (kappa / now)
    else:
        start, base = (chance, 0.0) if now <= _NONE else (cells, now)
        best, most = _best(r, c, shares.labels, weights)
        if kappa > most + 1e-12:
            msg = f"margins like these allow a kappa of at most {most:.3f}, not {kappa:g}: they differ too much."
            raise OptionError(msg)
        mixed = start + (best - start) * ((kappa - base) / (most - base)) if most > base else start
    if mixed.min() < -1e-12:
        msg = f"a kappa of {kappa:g} does not exist with these margins; give table=."
        raise OptionError(msg)
    return Counts(np.maximum(mixed, 0.0), shares.labels, ordered=True)


def unit_variance(shares: Counts, weights: KappaWeights) -> float:
    """Return the variance of kappa times the number of rows: the delta method for a multinomial table."""
    cells = np.flatnonzero(shares.table)
    psi = cell_influence(lambda state: cohen_kappa.formula(state, weights=weights), shares, cells)
    found = float(shares.table.ravel()[cells] @ psi**2)
    return found if found > 1e-24 else 0.0


def unit_unseen(shares: Counts, weights: KappaWeights) -> float:
    """Return what limits add to the variance of a weighted kappa, times the square of the number of rows."""
    return float(quarter_row(shares.table, influence_of_every_cell(cohen_kappa, {"weights": weights}, shares)))


def _best(r: FloatArray, c: FloatArray, labels: tuple[Label, ...], weights: KappaWeights) -> tuple[FloatArray, float]:
    """Of two tables with the greatest possible agreement, the one with the larger kappa."""
    both = np.minimum(r, c)
    rest = 1 - both.sum()
    diagonal = np.diag(both) + (np.outer(r - both, c - both) / rest if rest > 1e-12 else 0.0)
    to_r, to_c = np.cumsum(r)[:, None], np.cumsum(c)[None, :]
    in_order = np.maximum(np.minimum(to_r, to_c) - np.maximum(to_r - r[:, None], to_c - c[None, :]), 0.0)
    found = [(table, kappa_of(Counts(table, labels, ordered=True), weights)) for table in (diagonal, in_order)]
    return max(found, key=lambda one: one[1])
