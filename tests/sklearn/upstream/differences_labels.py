"""What differs on purpose from scikit-learn's tests of metrics of labels: test -> reason in words. Nothing does."""

from __future__ import annotations

DIFFERENCES: dict[str, str] = {}
