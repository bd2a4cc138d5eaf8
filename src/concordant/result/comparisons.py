"""Several comparisons, with p-values that hold for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from concordant.result.comparison import Comparison, p_text
from concordant.result.interval import words_of
from concordant.result.many_comparisons import column
from concordant.result.picture import Pictured
from concordant.typing import FloatArray

Adjust = Literal["holm", "fdr", "fdr-by"] | None
ADJUSTED = {"holm": "Holm", "fdr": "FDR", "fdr-by": "FDR-BY"}  # what tables call them


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Comparisons(Pictured):
    """
    Comparisons of all pairs of several models, or of each value of a metric that has one a class.

    As an array it is the differences.

    Attributes
    ----------
    pairs : sequence of Comparison
        One a pair (and value), with its own p-value.
    adjusted : ndarray of float64
        P-values that hold for all of them at once.
    adjust : {"holm", "fdr", "fdr-by"} or None
        How they were adjusted. ``"holm"`` (Holm 1979, Scandinavian Journal of Statistics 6:65): below 0.05 at most once
        in 20 studies in which nothing differs. ``"fdr"`` (Benjamini & Hochberg 1995, JRSS B 57:289): of those below
        0.05, at most 5 % are expected to be false alarms, where tests are independent or go together; ``"fdr-by"``
        (Benjamini & Yekutieli 2001, Annals of Statistics 29:1165): the same for any dependence. None: not at all.
    """

    picture: ClassVar[str] = "forest"

    pairs: Sequence[Comparison]
    adjusted: FloatArray
    adjust: Adjust = "holm"

    @property
    def difference(self) -> FloatArray:
        """The differences."""
        return column(self.pairs, "difference")

    @property
    def p_value(self) -> FloatArray:
        """The p-values as they are, not adjusted."""
        return column(self.pairs, "p_value")

    @property
    def low(self) -> FloatArray:
        """The lower limits."""
        return column(self.pairs, "low")

    @property
    def high(self) -> FloatArray:
        """The upper limits."""
        return column(self.pairs, "high")

    def __len__(self) -> int:
        """The number of comparisons."""
        return len(self.pairs)

    def __getitem__(self, place: int) -> Comparison:
        """One of them."""
        return self.pairs[place]

    def __iter__(self) -> Iterator[Comparison]:
        """One after the other."""
        return iter(self.pairs)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        """The differences."""
        return np.array(self.difference, dtype=dtype, copy=True if copy is None else copy)

    def __str__(self) -> str:
        """A small table, one line a comparison."""
        if not self.pairs:
            return "nothing to compare: the metric has no value"
        head = ["pair", "difference", f"{self.pairs[0].level * 100:g} % interval", "p"]
        rows = [
            [
                f"{words_of(pair)}: {pair.names[0]} - {pair.names[1]}",
                f"{pair.difference:.3f}",
                f"{pair.low:.3f} to {pair.high:.3f}",
                _plain(pair.p_value),
            ]
            for pair in self.pairs
        ]
        if self.adjust is not None:
            head.append(f"p ({ADJUSTED[self.adjust]})")
            rows = [[*row, _plain(p)] for row, p in zip(rows, self.adjusted.tolist(), strict=True)]
        widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
        lines = [
            "  ".join(
                part.ljust(width) if place == 0 else part.rjust(width) for place, (part, width) in enumerate(line)
            )
            for line in ([*zip(row, widths, strict=True)] for row in (head, *rows))
        ]
        doubts = dict.fromkeys(
            f"{pair.names[0]} - {pair.names[1]}: {pair.reason}" for pair in self.pairs if pair.reason
        )
        return "\n".join([line.rstrip() for line in lines] + list(doubts))


def _plain(p_value: float) -> str:
    return p_text(p_value).removeprefix("p = ").removeprefix("p ").replace("no p-value", "none")
