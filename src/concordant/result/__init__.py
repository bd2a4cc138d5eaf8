"""The results that are more than a number: frozen records whose fields are numbers and arrays."""

from concordant.result.bounds import Bounds
from concordant.result.calibration_tests import CoxTest, SpiegelhalterTest
from concordant.result.comparison import Comparison, Comparisons
from concordant.result.curve_records import (
    DecisionCurve,
    DetCurve,
    GainCurve,
    LiftCurve,
    PrecisionRecallCurve,
    RocCurve,
)
from concordant.result.cut_points import CutPoints
from concordant.result.decisions import Decisions
from concordant.result.decomposition import CorpDecomposition, CorpReliabilityCurve
from concordant.result.guaranteed_threshold import GuaranteedThreshold, HeldBound
from concordant.result.interval import Interval, Intervals
from concordant.result.operating_point import OperatingPoint
from concordant.result.outcome import Outcome
from concordant.result.plan import Plan
from concordant.result.reliability import (
    CalibrationCurve,
    HosmerLemeshow,
    MurphyDecomposition,
    SmoothCalibrationCurve,
)
from concordant.result.table_test import TableTest
from concordant.result.threshold import BestThreshold, MetCondition

__all__ = [
    "BestThreshold",
    "Bounds",
    "CalibrationCurve",
    "Comparison",
    "Comparisons",
    "CorpDecomposition",
    "CorpReliabilityCurve",
    "CoxTest",
    "CutPoints",
    "DecisionCurve",
    "Decisions",
    "DetCurve",
    "GainCurve",
    "GuaranteedThreshold",
    "HeldBound",
    "HosmerLemeshow",
    "Interval",
    "Intervals",
    "LiftCurve",
    "MetCondition",
    "MurphyDecomposition",
    "OperatingPoint",
    "Outcome",
    "Plan",
    "PrecisionRecallCurve",
    "RocCurve",
    "SmoothCalibrationCurve",
    "SpiegelhalterTest",
    "TableTest",
]
