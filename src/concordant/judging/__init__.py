"""Judging the judge: whether it is as good as a person, where it errs, and what the true pass rate is."""

from __future__ import annotations

from concordant.judging.adjusted_rates import rogan_gladen
from concordant.judging.alternative_test import AlternativeTest, ReplacedPerson, alternative_test
from concordant.judging.assess import JudgeAssessment, assess
from concordant.judging.consistency import Consistency, consistency
from concordant.judging.covariates import ErrorSlope, OverTime, Window, error_slope, over_time
from concordant.judging.error_report import Disagreement, JudgeErrors, Slice, Slices, judge_errors, slices
from concordant.judging.gap import Gap, gap
from concordant.judging.judges import JudgeComparison, JudgePair, VerdictFlips, compare_judges, verdict_flips
from concordant.judging.pass_rate import PassRate, pass_rate
from concordant.judging.preferences import OrderSwap, WinRate, order_swap, win_rate
from concordant.judging.readers import read_deepeval_results, read_inspect_log, read_promptfoo_results
from concordant.judging.studies import (
    LabelsNeeded,
    MeanScore,
    PassRateDifference,
    compare_pass_rates,
    labels_needed,
    mean_score,
)

__all__ = [
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
    "ReplacedPerson",
    "Slice",
    "Slices",
    "VerdictFlips",
    "WinRate",
    "Window",
    "alternative_test",
    "assess",
    "compare_judges",
    "compare_pass_rates",
    "consistency",
    "error_slope",
    "gap",
    "judge_errors",
    "labels_needed",
    "mean_score",
    "order_swap",
    "over_time",
    "pass_rate",
    "read_deepeval_results",
    "read_inspect_log",
    "read_promptfoo_results",
    "rogan_gladen",
    "slices",
    "verdict_flips",
    "win_rate",
]
