"""Panels of raters: how well they agree, in one look."""

from __future__ import annotations

from concordant.inference.panels import compare_coefficients
from concordant.panels.agree import PanelAgreement, agree
from concordant.panels.d_study import DStudy, d_study
from concordant.panels.g_study import VarianceComponents, g_study
from concordant.panels.limits_of_agreement import LimitsOfAgreement, limits_of_agreement
from concordant.panels.spearman_brown import spearman_brown, spearman_brown_raters

__all__ = [
    "DStudy",
    "LimitsOfAgreement",
    "PanelAgreement",
    "VarianceComponents",
    "agree",
    "compare_coefficients",
    "d_study",
    "g_study",
    "limits_of_agreement",
    "spearman_brown",
    "spearman_brown_raters",
]
