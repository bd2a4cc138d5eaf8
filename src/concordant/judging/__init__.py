"""Judging the judge: whether it is as good as a person, where it errs, and what the true pass rate is."""

from __future__ import annotations

from concordant.judging.alternative_test import AlternativeTest, ReplacedPerson, alternative_test
from concordant.judging.gap import Gap, gap
from concordant.judging.labels_needed import LabelsNeeded, labels_needed, labels_of_each_class
from concordant.judging.pass_rate import PassRate, pass_rate
from concordant.judging.plan_alternative_test import AlternativePlan, plan_alternative_test
from concordant.judging.rogan_gladen import rogan_gladen

__all__ = [
    "AlternativePlan",
    "AlternativeTest",
    "Gap",
    "LabelsNeeded",
    "PassRate",
    "ReplacedPerson",
    "alternative_test",
    "gap",
    "labels_needed",
    "labels_of_each_class",
    "pass_rate",
    "plan_alternative_test",
    "rogan_gladen",
]
