"""Rows judged by decisions that they did not choose: whether there are enough, their sample, and how sure it is."""

from __future__ import annotations

from math import sqrt

from concordant.decisions.folds import Groups
from concordant.inputs.clusters import check_clusters
from concordant.inputs.scores import ScoreRows
from concordant.typing import Column


def groups_of(cluster: Column | None, rows: ScoreRows) -> Groups | None:
    """Return the cluster of each checked row, and how many there are; None if every row is one of its own."""
    if cluster is None:
        return None
    return check_clusters(cluster, len(rows.scores), rows.kept)


def error_on_new_rows(error: float, optimism: float) -> float:
    """
    Return the standard error of a cross-validated value as a forecast for new rows.

    `error` is that of the table of the folds, which takes their decisions as given. The choice of the rule adds to it:
    how much the choice can move the value, its optimism shows. That is taken as a uniform error between -optimism and
    +optimism, whose variance is a third of its square (JCGM 100:2008, Guide to the expression of uncertainty in
    measurement, 4.3.7). How often 1.96 standard errors then hold the value on new rows, benchmarks/coverage/new_rows.py
    measures.
    """
    return sqrt(error**2 + optimism**2 / 3)
