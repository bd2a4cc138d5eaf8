"""Panels of raters: how well they agree in one look, who and what stands out, and what they say together."""

from __future__ import annotations

from concordant.inference.comparisons.panels import compare_coefficients
from concordant.panels.agreement import PanelAgreement, agree
from concordant.panels.consensus import consensus
from concordant.panels.dawid_skene import DawidSkene, dawid_skene
from concordant.panels.generalizability import (
    DStudy,
    VarianceComponents,
    d_study,
    g_study,
    spearman_brown,
    spearman_brown_raters,
)
from concordant.panels.pairs import LimitsOfAgreement, Pairwise, limits_of_agreement, pairwise
from concordant.panels.raters import RaterReport, RaterRow, rater_report
from concordant.panels.reports import LabelReport, LabelRow, Merge, UnitReport, label_report, unit_report
from concordant.panels.votes import Consensus

__all__ = [
    "Consensus",
    "DStudy",
    "DawidSkene",
    "LabelReport",
    "LabelRow",
    "LimitsOfAgreement",
    "Merge",
    "Pairwise",
    "PanelAgreement",
    "RaterReport",
    "RaterRow",
    "UnitReport",
    "VarianceComponents",
    "agree",
    "compare_coefficients",
    "consensus",
    "d_study",
    "dawid_skene",
    "g_study",
    "label_report",
    "limits_of_agreement",
    "pairwise",
    "rater_report",
    "spearman_brown",
    "spearman_brown_raters",
    "unit_report",
]
