"""Facts of a metric as data: documentation, command line, report and tests read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from concordant.metrics._object.coverage import Coverage, coverage_of
from concordant.metrics._object.elsewhere import Elsewhere

Family = Literal["agreement", "rates", "overall", "ranking", "probabilities", "tables"]
Input = Literal["labels", "scores", "probabilities", "decisions", "measurements", "rows", "panel", "numbers"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """
    What is known of a metric before any data.

    Attributes
    ----------
    name, title : str
        The name in code, and in words.
    says : str
        One sentence in plain words: what the number tells.
    formula : str
        The formula in one line of text.
    source : str
        Where the formula comes from.
    family : str
        The group of metrics it belongs to.
    input : {"labels", "scores", "probabilities", "decisions", "measurements", "rows", "panel", "numbers"}
        What stands beside the truth: labels, a score or a probability a row (or one a class), decision values whose
        sign decides, a second rating; or, for rows, a score of each label that a row can have. Of a panel: the ratings
        of units by many raters; numbers: the same, where they are numbers.
    better : {"higher", "lower"} or None
        The direction of better; None for curves and tables.
    range : tuple of float or None
        The least and the greatest possible value.
    chance : float or None
        The value that labels or scores independent of the truth have on average; None if it depends on the data.
    corrected : bool
        Whether 0 is the agreement that the coefficient itself expects by chance; `chance` may depend on the data then.
    symmetric : bool
        Whether exchanging truth and prediction leaves it unchanged, with the default options.
    needs_order : {"never", "always", "if weighted"}
        Whether the labels must have an order.
    interval : str or None
        The method of its interval by default; None: the scale that fits its range, or the bootstrap.
    scale_free : bool
        Whether weights that are all multiplied by one large number give the same value. False of counts and sums of
        weights, and of tests and other values that grow, or vanish, with the number of rows.
    instead : str or None
        Of a record or a curve, which has no one interval and cannot be compared: what to ask in its place.
    of_cells : bool
        Whether the formula of labels also takes `Cells`: then draws of a large table, most of which is empty,
        are quick.
    dominance : {"always", "counted"} or None
        Of scores: a ROC curve that lies nowhere below another gives a value that is nowhere worse, so that scores which
        are known up to buckets leave the value between two bounds. ``"counted"``: of rows that are counted, as a
        rate that must reach an option may miss it by the rounding of sums of weights.
    aliases : tuple of str
        Other names of the same metric.
    elsewhere : tuple of str or Elsewhere
        What other software and people call it, some with options: ``"qwk"`` is Cohen's kappa with quadratic weights.
        These are no names in Python; errors, searches and the command line know them.
    """

    name: str
    title: str
    says: str
    formula: str
    source: str
    family: Family
    input: Input
    better: Literal["higher", "lower"] | None
    range: tuple[float, float] | None
    chance: float | None = None
    corrected: bool = False
    symmetric: bool = False
    needs_order: Literal["never", "always", "if weighted"] = "never"
    interval: str | None = None
    scale_free: bool = True
    instead: str | None = None
    of_cells: bool = False
    dominance: Literal["always", "counted"] | None = None
    aliases: tuple[str, ...] = ()
    elsewhere: tuple[str | Elsewhere, ...] = ()

    @property
    def names_elsewhere(self) -> tuple[Elsewhere, ...]:
        """The names elsewhere, each with its options."""
        return tuple(Elsewhere(one) if isinstance(one, str) else one for one in self.elsewhere)

    @property
    def coverage(self) -> Coverage | None:
        """How often the default interval held the true value in the simulation; None if it was not tried."""
        return coverage_of(self.name)
