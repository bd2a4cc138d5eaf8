"""Panels of raters: how well they agree in one look, who and what stands out, and what they say together."""

from __future__ import annotations

from concordant.inference.comparisons.panels import compare_coefficients
from concordant.panels.agree import PanelAgreement, agree
from concordant.panels.consensus import consensus
from concordant.panels.consensus_record import Consensus
from concordant.panels.d_study import DStudy, d_study
from concordant.panels.dawid_skene import dawid_skene
from concordant.panels.dawid_skene_record import DawidSkene
from concordant.panels.drift import AgreementDrift, drift
from concordant.panels.g_study import VarianceComponents, g_study
from concordant.panels.label_report import LabelReport, LabelRow, Merge, label_report
from concordant.panels.limits_of_agreement import LimitsOfAgreement, limits_of_agreement
from concordant.panels.pairwise import Pairwise, pairwise
from concordant.panels.rater_record import RaterReport, RaterRow
from concordant.panels.rater_report import rater_report
from concordant.panels.spearman_brown import spearman_brown, spearman_brown_raters
from concordant.panels.unit_report import UnitReport, unit_report

__all__ = [
    "AgreementDrift",
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
    "drift",
    "g_study",
    "label_report",
    "limits_of_agreement",
    "pairwise",
    "rater_report",
    "spearman_brown",
    "spearman_brown_raters",
    "unit_report",
]
