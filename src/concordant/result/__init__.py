"""
The results that are more than a number: frozen records whose fields are numbers and arrays.

The module of a record is imported when the record is asked for: a program that starts needs few of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from concordant.names import names_of

if TYPE_CHECKING:
    from concordant.result.bounds import Bounds
    from concordant.result.calibration_tests import CoxTest, SpiegelhalterTest
    from concordant.result.comparison import Comparison
    from concordant.result.comparisons import Comparisons
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

_HOMES = {
    "BestThreshold": "threshold",
    "Bounds": "bounds",
    "CalibrationCurve": "reliability",
    "Comparison": "comparison",
    "Comparisons": "comparisons",
    "CorpDecomposition": "decomposition",
    "CorpReliabilityCurve": "decomposition",
    "CoxTest": "calibration_tests",
    "CutPoints": "cut_points",
    "DecisionCurve": "curve_records",
    "Decisions": "decisions",
    "DetCurve": "curve_records",
    "GainCurve": "curve_records",
    "GuaranteedThreshold": "guaranteed_threshold",
    "HeldBound": "guaranteed_threshold",
    "HosmerLemeshow": "reliability",
    "Interval": "interval",
    "Intervals": "interval",
    "LiftCurve": "curve_records",
    "MetCondition": "threshold",
    "MurphyDecomposition": "reliability",
    "OperatingPoint": "operating_point",
    "Outcome": "outcome",
    "Plan": "plan",
    "PrecisionRecallCurve": "curve_records",
    "RocCurve": "curve_records",
    "SmoothCalibrationCurve": "reliability",
    "SpiegelhalterTest": "calibration_tests",
    "TableTest": "table_test",
}

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


__getattr__ = names_of(__name__, _HOMES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
