"""How sure agreement of many raters is: over units, over raters, over both; and which of two panels agrees more."""

from __future__ import annotations

from concordant.inference.panels.comparisons import compare_coefficients

__all__ = ["compare_coefficients"]
