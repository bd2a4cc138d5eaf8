"""
The results that are more than a number: frozen records whose fields are numbers and arrays.

The module of a record is imported when the record is asked for: a program that starts needs few of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from concordant.names import names_of

if TYPE_CHECKING:
    from concordant.result.comparisons import Comparison, Comparisons, TableTest
    from concordant.result.curves import (
        CalibrationCurve,
        CorpDecomposition,
        CorpReliabilityCurve,
        CoxTest,
        DecisionCurve,
        DetCurve,
        GainCurve,
        HosmerLemeshow,
        LiftCurve,
        MurphyDecomposition,
        OperatingPoint,
        PrecisionRecallCurve,
        RocCurve,
        SmoothCalibrationCurve,
        SpiegelhalterTest,
    )
    from concordant.result.decisions import (
        BestThreshold,
        CutPoints,
        Decisions,
        GuaranteedThreshold,
        HeldBound,
        MetCondition,
    )
    from concordant.result.intervals import Bounds, Interval, Intervals, Outcome
    from concordant.result.plans import Plan

_HOMES = {
    "BestThreshold": "decisions",
    "Bounds": "intervals",
    "CalibrationCurve": "curves",
    "Comparison": "comparisons",
    "Comparisons": "comparisons",
    "CorpDecomposition": "curves",
    "CorpReliabilityCurve": "curves",
    "CoxTest": "curves",
    "CutPoints": "decisions",
    "DecisionCurve": "curves",
    "Decisions": "decisions",
    "DetCurve": "curves",
    "GainCurve": "curves",
    "GuaranteedThreshold": "decisions",
    "HeldBound": "decisions",
    "HosmerLemeshow": "curves",
    "Interval": "intervals",
    "Intervals": "intervals",
    "LiftCurve": "curves",
    "MetCondition": "decisions",
    "MurphyDecomposition": "curves",
    "OperatingPoint": "curves",
    "Outcome": "intervals",
    "Plan": "plans",
    "PrecisionRecallCurve": "curves",
    "RocCurve": "curves",
    "SmoothCalibrationCurve": "curves",
    "SpiegelhalterTest": "curves",
    "TableTest": "comparisons",
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
