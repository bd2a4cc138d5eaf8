"""Judging the judge: whether it is as good as a person, where it errs, and what the true pass rate is."""

from __future__ import annotations

from concordant.judging.alternative_test import AlternativeTest, ReplacedPerson, alternative_test
from concordant.judging.consistency import Consistency, consistency
from concordant.judging.gap import Gap, gap
from concordant.judging.labels_needed import LabelsNeeded, labels_needed, labels_of_each_class
from concordant.judging.order_swap import OrderSwap, order_swap, preference_kappa
from concordant.judging.pass_rate import PassRate, pass_rate
from concordant.judging.plan_alternative_test import AlternativePlan, plan_alternative_test
from concordant.judging.rogan_gladen import rogan_gladen

__all__ = [
    "AlternativePlan",
    "AlternativeTest",
    "Consistency",
    "Gap",
    "LabelsNeeded",
    "OrderSwap",
    "PassRate",
    "ReplacedPerson",
    "alternative_test",
    "consistency",
    "gap",
    "labels_needed",
    "labels_of_each_class",
    "order_swap",
    "pass_rate",
    "plan_alternative_test",
    "preference_kappa",
    "rogan_gladen",
]
