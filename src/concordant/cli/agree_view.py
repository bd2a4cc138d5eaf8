"""What ``concordant agree`` prints and stores: the coefficients, then raters, labels and units, where data allow."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concordant.panels import LabelReport, PanelAgreement, RaterReport, UnitReport
    from concordant.panels.units import RatedUnits
    from concordant.report.pages.panel import PanelParts
    from concordant.result import Comparison, Comparisons

_WIDE = 110  # longer lines are hard to read
_MOST_RATERS = 60  # of more a line each is no page
_MOST_LABELS = 30


@dataclass(frozen=True)
class AgreementPage:
    """The parts of a page; None for what the data do not allow."""

    agreement: PanelAgreement
    raters: RaterReport | None
    labels: LabelReport | None
    units: UnitReport | None
    comparison: Comparison | Comparisons | None
    remarks: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The agreement, and beside it a field for each other part."""
        parts = {"rater_report": self.raters, "label_report": self.labels, "unit_report": self.units}
        parts |= {"comparison": self.comparison}  # type: ignore[dict-item]
        found = self.agreement.to_dict()
        found |= {name: None if part is None else part.to_dict() for name, part in parts.items()}
        return found | {"remarks": list(self.remarks)}

    def parts(self) -> PanelParts:
        """What the HTML page shows beside the agreement."""
        from concordant.report.pages.panel import PanelParts

        return PanelParts(self.raters, self.labels, self.units, self.comparison, self.remarks)

    def text(self, unit: str, most: int) -> str:
        """The page as text; `unit` is what a unit is called."""
        found = self.agreement
        lines = [found.head, "", *found.coefficient_lines()]
        lines += ["", _wrapped(found.sentence)] if found.sentence else []
        if self.comparison is not None:
            lines += ["", _wrapped(str(self.comparison))]
        if self.raters is not None:
            lines += ["", *self.raters.lines(f"{unit}s"), _wrapped(self.raters.sentence)]
        if self.labels is not None:
            lines += ["", *self.labels.lines(), _wrapped(self.labels.sentence)]
        elif found.labels:
            lines += ["", *found.label_lines()]
        if self.units is not None and most:
            lines += ["", f"{self.units.sentence} Hardest {unit}s:", *self.units.lines(most)]
        doubts = [part.reason for part in (self.raters, self.units) if part is not None and part.reason]
        known = found.doubt_lines()
        more = [f"doubt: {one}" for one in doubts if not any(one in line for line in known)]
        return "\n".join([*lines, "", *known, *more, *self.remarks]).rstrip()


def _wrapped(text: str) -> str:
    """Lines that a terminal shows whole."""
    return "\n".join(fill(line, _WIDE, break_long_words=False) for line in text.split("\n"))


def agreement_page(
    agreement: PanelAgreement, units: RatedUnits, how: dict[str, Any], comparison: Any, most: int, remarks: list[str]
) -> AgreementPage:
    """Take the parts that the data allow."""
    from concordant.metrics import get
    from concordant.panels import rater_report
    from concordant.panels.reports import label_report_of, unit_report_of
    from concordant.states import Ratings

    state = units.state
    rated = bool(state.n)
    several = isinstance(state, Ratings) and 2 <= len({*state.rater.tolist()}) <= len(state.raters) <= _MOST_RATERS
    weights, level = how["weights"], how["level"]
    raters = rater_report(state, weights=weights, level=level) if rated and several else None
    labels = None
    if rated and len(state.labels) <= _MOST_LABELS:
        labels = label_report_of(units, weights, get("krippendorff_alpha"), level)
    report = unit_report_of(units, weights, max(most, 1)) if rated else None
    return AgreementPage(agreement, raters, labels, report, comparison, tuple(remarks))
