"""
What differs on purpose from scikit-learn's tests of rankings of labels: test -> reason in words.

Nothing does: all tests of coverage_error, label_ranking_average_precision_score, label_ranking_loss, dcg_score and
ndcg_score pass. Tests of the private `_dcg_sample_scores` and `_ndcg_sample_scores` run scikit-learn's own.
"""

from __future__ import annotations

DIFFERENCES: dict[str, str] = {}
