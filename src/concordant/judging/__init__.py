"""Judging the judge: whether it is as good as a person, where it errs, and what the true pass rate is."""

from __future__ import annotations

from concordant.judging.labels_needed import LabelsNeeded, labels_needed, labels_of_each_class
from concordant.judging.pass_rate import PassRate, pass_rate
from concordant.judging.rogan_gladen import rogan_gladen

__all__ = ["LabelsNeeded", "PassRate", "labels_needed", "labels_of_each_class", "pass_rate", "rogan_gladen"]
