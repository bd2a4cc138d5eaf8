"""Judging the judge: whether it is as good as a person, where it errs, and what the true pass rate is."""

from __future__ import annotations

from concordant.judging.alternative_test import AlternativeTest, ReplacedPerson, alternative_test
from concordant.judging.assess import JudgeAssessment, assess
from concordant.judging.compare_pass_rates import PassRateDifference, compare_pass_rates
from concordant.judging.consistency import Consistency, consistency
from concordant.judging.covariates import ErrorSlope, error_slope
from concordant.judging.deepeval_results import read_deepeval_results
from concordant.judging.gap import Gap, gap
from concordant.judging.inspect_logs import read_inspect_log
from concordant.judging.judge_errors import Disagreement, JudgeErrors, judge_errors
from concordant.judging.judges import JudgeComparison, JudgePair, compare_judges, compare_versions
from concordant.judging.labels_needed import LabelsNeeded, labels_needed, labels_of_each_class
from concordant.judging.mean_score import MeanScore, mean_score
from concordant.judging.order_swap import OrderSwap, order_swap, preference_kappa
from concordant.judging.over_time import OverTime, Window, over_time
from concordant.judging.pass_rate import pass_rate
from concordant.judging.pass_rate_answer import PassRate
from concordant.judging.plan_alternative_test import AlternativePlan, plan_alternative_test
from concordant.judging.preference_excess import PreferenceExcess, preference_excess
from concordant.judging.promptfoo_results import read_promptfoo_results
from concordant.judging.rogan_gladen import rogan_gladen
from concordant.judging.slices import Slice, Slices, slices

__all__ = [
    "AlternativePlan",
    "AlternativeTest",
    "Consistency",
    "Disagreement",
    "ErrorSlope",
    "Gap",
    "JudgeAssessment",
    "JudgeComparison",
    "JudgeErrors",
    "JudgePair",
    "LabelsNeeded",
    "MeanScore",
    "OrderSwap",
    "OverTime",
    "PassRate",
    "PassRateDifference",
    "PreferenceExcess",
    "ReplacedPerson",
    "Slice",
    "Slices",
    "Window",
    "alternative_test",
    "assess",
    "compare_judges",
    "compare_pass_rates",
    "compare_versions",
    "consistency",
    "error_slope",
    "gap",
    "judge_errors",
    "labels_needed",
    "labels_of_each_class",
    "mean_score",
    "order_swap",
    "over_time",
    "pass_rate",
    "plan_alternative_test",
    "preference_excess",
    "preference_kappa",
    "read_deepeval_results",
    "read_inspect_log",
    "read_promptfoo_results",
    "rogan_gladen",
    "slices",
]
