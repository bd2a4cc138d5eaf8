"""
Which thresholds are certified: their bounds hold on new rows, all at once, with the stated confidence.

Every bound is tested at every threshold by an exact binomial p-value, in a fixed sequence of thresholds that ends where
the first p-value is too great. The first threshold of the sequence where the bound is false is fixed, not random, so
that it is passed with no more than the level of the sequence, and with it anything behind it: fixed sequence testing,
as in "learn then test" (Angelopoulos, Bates, Candes, Jordan & Lei 2025, Annals of Applied Statistics 19,
arXiv:2110.01052). All real thresholds are in the sequence; those between two neighbouring scores have the same p-value.

- A share of rows that the threshold does not choose, such as recall: the sequence is that of all thresholds from the
  side where the bound holds for certain. This is the tolerance limit of Wilks (1941), Ann. Math. Statist. 12:91.
- Other shares, such as precision: a sequence must begin where there are rows enough, and where that is must not
  be read from the rows that are tested. A few rows, drawn at random, are set aside, and their scores are the starts of
  several sequences, which share the level (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isqrt

import numpy as np
import numpy.typing as npt

from concordant.decisions.thresholds.certifiable import Bound, Kind, fewest_rows
from concordant.decisions.thresholds.every_threshold import Scan
from concordant.inputs.scores import ScoreRows
from concordant.states import Curve
from concordant.typing import FloatArray, Label

MOST_ASIDE = 1_000  # rows that give starts
_RATIO = 3  # of the rows beyond one start and the next
_SPARE = 1.5  # a start is worth its share of the level if so many times the fewest rows are expected beyond it


@dataclass(frozen=True, slots=True)
class Certified:
    """
    The certified places of a scan, for bounds of one kind.

    Attributes
    ----------
    bounds : tuple of Bound
        Bounds that are tested together: the greatest p-value counts.
    scan : Scan
        The rows that were tested.
    places : ndarray of bool
        Which places of the scan of all rows are certified.
    level : float
        What a p-value must not exceed.
    starts : ndarray of int
        At which places of `scan` the sequences start.
    """

    bounds: tuple[Bound, ...]
    scan: Scan
    places: npt.NDArray[np.bool_]
    level: float
    starts: npt.NDArray[np.intp]


def certified(
    rows: ScoreRows, classes: tuple[Label, ...], scan: Scan, bounds: Sequence[Bound], level: float, seed: int
) -> list[Certified]:
    """Certify thresholds for every kind of bounds; the kinds share the level."""
    kinds: dict[Kind, list[Bound]] = {}
    for bound in bounds:
        kinds.setdefault(bound.kind, []).append(bound)
    each = level / len(kinds)
    tested, aside = (scan, np.empty(0)) if kinds.keys() <= {"falls", "rises"} else _set_aside(rows, classes, seed)
    found = []
    for kind, members in kinds.items():
        if kind in ("falls", "rises"):
            end = np.array([len(scan.fp) - 1 if kind == "falls" else scan.first])
            found.append(Certified(tuple(members), scan, _p_values(scan, members) <= each, each, end))
        else:
            found.append(_in_sequences(kind, members, scan, tested, aside, each))
    return found


def _p_values(scan: Scan, bounds: Sequence[Bound]) -> FloatArray:
    worst: FloatArray = np.max([scan.of_tables(bound.p_values) for bound in bounds], axis=0)
    return worst


def _set_aside(rows: ScoreRows, classes: tuple[Label, ...], seed: int) -> tuple[Scan, npt.NDArray[np.float64]]:
    """The scan of most rows, and the scores of the others: a random few, of all classes."""
    n = len(rows.scores)
    apart = np.zeros(n, dtype=bool)
    apart[np.random.default_rng(seed).choice(n, min(isqrt(n), MOST_ASIDE), replace=False)] = True
    some = replace(rows, y_true=rows.y_true[~apart], scores=rows.scores[~apart], weights=None, classes=classes)
    return Scan.of(Curve.from_rows(some)), np.sort(rows.scores[apart])[::-1]


def _in_sequences(
    kind: Kind, bounds: Sequence[Bound], scan: Scan, tested: Scan, aside: npt.NDArray[np.float64], level: float
) -> Certified:
    """From every start to lower thresholds (for rows below: to higher ones), as long as p-values are small enough."""
    values = aside[::-1] if kind == "below" else aside
    ranks = _ranks(kind, bounds, len(values), int(tested.fp[-1] + tested.tp[-1]), level)
    each = level / max(len(ranks), 1)
    passed = _p_values(tested, bounds) <= each
    passed[: tested.first] = False
    below = np.searchsorted(tested.scores[::-1], scan.scores, side="left")
    place = np.append(0, len(tested.scores) - below)  # of the tested rows, for each place of all rows
    certain = np.zeros(len(place), dtype=bool)
    starts = []
    for rank in ranks:
        # From a score downwards: the thresholds up to it. Upwards: those above it.
        start = scan.place_of(values[rank])
        if kind == "below":
            start -= 1
            run = passed[place[start::-1]]
        else:
            run = passed[place[start:]]
        length = len(run) if run.all() else int(run.argmin())
        certain[slice(start - length + 1, start + 1) if kind == "below" else slice(start, start + length)] = True
        starts.append(int(place[start]))
    return Certified(tuple(bounds), tested, certain, each, np.array(starts, dtype=np.intp))


def _ranks(kind: Kind, bounds: Sequence[Bound], aside: int, tested: int, level: float) -> list[int]:
    """
    Which scores that are set aside, from the side where rows are fewest, are starts: the 1st, 3rd, 9th, 27th, ...

    Where too few rows are expected beyond a start to certify anything, it is none. Shares of both sides start from
    both. In simulations, the powers of 2 and of 4 certified about as much.
    """
    ranks = [_RATIO**power - 1 for power in range(aside.bit_length()) if _RATIO**power <= aside]
    if kind == "both":
        return sorted({*ranks, *(aside - 1 - rank for rank in ranks)})
    for skipped in range(len(ranks)):
        kept = ranks[skipped:]
        fewest = max(fewest_rows(bound.null, level / len(kept)) for bound in bounds)
        if (kept[0] + 1) * tested / (aside + 1) >= _SPARE * fewest:
            return kept
    return ranks[-1:]
