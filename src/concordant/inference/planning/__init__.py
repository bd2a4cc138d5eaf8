"""Plans of studies; the public door is `concordant.planning`."""

from concordant.inference.planning.aucs import auc
from concordant.inference.planning.independent_proportions import independent_proportions
from concordant.inference.planning.kappas import kappa
from concordant.inference.planning.paired_aucs import paired_aucs
from concordant.inference.planning.paired_proportions import paired_proportions
from concordant.inference.planning.proportions import proportion
from concordant.inference.planning.rating_panels import panel
from concordant.inference.planning.simulation import simulate
from concordant.result.plans import PanelPlan, Plan

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
