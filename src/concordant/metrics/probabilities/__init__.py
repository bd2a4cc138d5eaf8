"""What metrics of probabilities share: losses, bins, isotonic steps, recalibration."""

from __future__ import annotations
