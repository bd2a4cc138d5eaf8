"""Panels of raters: how well they agree, in one look."""

from __future__ import annotations

from concordant.inference.panels import compare_coefficients
from concordant.panels.agree import PanelAgreement, agree

__all__ = ["PanelAgreement", "agree", "compare_coefficients"]
