"""Metrics of probabilities: proper scores, calibration and its errors, recalibration, net benefit."""

from __future__ import annotations
