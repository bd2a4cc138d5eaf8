"""
How many rows does a study need? Plan for an interval of some width or a test with some power.

- `proportion`: accuracy, recall, an error rate;
- `kappa`: the agreement of two raters, plain or weighted, any number of categories;
- `panel`: the agreement of any number of raters: how many raters, how many units;
- `icc`: the intraclass correlation of raters who all rate every unit;
- `auc`: the ROC AUC of one model;
- `paired_proportions`, `paired_aucs`: two models on the same rows;
- `independent_proportions`: two models, each on rows of its own;
- `simulate`: any metric, by studies drawn from a pilot.

Each answers three questions with a `Plan`: ``width=`` (how many rows until the interval is narrow enough), ``power=``
(how many rows until the test shows it), and ``n=`` (what so many rows reach). ``margin=`` and ``alternative=`` plan for
non-inferiority and equivalence, ``cluster_size=`` and ``icc=`` for rows that come in clusters. `Plan.curve` gives
points for a plot.
"""

from __future__ import annotations

from concordant.planning.aucs import auc, paired_aucs
from concordant.planning.iccs import icc
from concordant.planning.kappas import kappa
from concordant.planning.panels import panel
from concordant.planning.proportions import independent_proportions, paired_proportions, proportion
from concordant.planning.simulation import simulate
from concordant.result.plans import PanelPlan, Plan

__all__ = [
    "PanelPlan",
    "Plan",
    "auc",
    "icc",
    "independent_proportions",
    "kappa",
    "paired_aucs",
    "paired_proportions",
    "panel",
    "proportion",
    "simulate",
]
