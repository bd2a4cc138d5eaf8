"""
A number step by step, so that it can be recomputed by hand.

`quadratic_kappa`, `weighted_kappa` and `roc_auc` return explanations: ``print`` them in a terminal, show them in a
notebook, or take ``.to_html()``, ``.to_dict()``, ``.figure()`` and the matrices themselves.
"""

from concordant.explain.kappa import KappaExplanation, quadratic_kappa, weighted_kappa
from concordant.explain.roc import RocExplanation, roc_auc

__all__ = ["KappaExplanation", "RocExplanation", "quadratic_kappa", "roc_auc", "weighted_kappa"]
