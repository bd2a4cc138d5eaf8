"""
How many rows does a study need? Plan for an interval of some width or a test with some power.

- `proportion`: accuracy, recall, an error rate;
- `kappa`: the agreement of two raters, plain or weighted, any number of categories;
- `panel`: the agreement of any number of raters: how many raters, how many units;
- `auc`: the ROC AUC of one model;
- `paired_proportions`, `paired_aucs`: two models on the same rows;
- `independent_proportions`: two models, each on rows of its own;
- `simulate`: any metric, by studies drawn from a pilot.

Each answers three questions with a `Plan`: ``width=`` (how many rows until the interval is narrow enough), ``power=``
(how many rows until the test shows it), and ``n=`` (what so many rows reach). ``margin=`` and ``alternative=`` plan for
non-inferiority and equivalence, ``cluster_size=`` and ``icc=`` for rows that come in clusters. `Plan.curve` gives
points for a plot.
"""

from concordant.inference.planning import (
    PanelPlan,
    Plan,
    auc,
    independent_proportions,
    kappa,
    paired_aucs,
    paired_proportions,
    panel,
    proportion,
    simulate,
)

__all__ = [
    "PanelPlan",
    "Plan",
    "auc",
    "independent_proportions",
    "kappa",
    "paired_aucs",
    "paired_proportions",
    "panel",
    "proportion",
    "simulate",
]
