"""
The results that are more than a number: frozen records whose fields are numbers and arrays.

The module of a record is imported when the record is asked for: a program that starts needs few of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from concordant.names import names_of

if TYPE_CHECKING:
    from concordant.result.comparisons import Comparison as Comparison
    from concordant.result.comparisons import Comparisons as Comparisons
    from concordant.result.comparisons import TableTest as TableTest
    from concordant.result.curves import CalibrationCurve as CalibrationCurve
    from concordant.result.curves import CorpDecomposition as CorpDecomposition
    from concordant.result.curves import CorpReliabilityCurve as CorpReliabilityCurve
    from concordant.result.curves import CoxTest as CoxTest
    from concordant.result.curves import DecisionCurve as DecisionCurve
    from concordant.result.curves import DetCurve as DetCurve
    from concordant.result.curves import GainCurve as GainCurve
    from concordant.result.curves import HosmerLemeshow as HosmerLemeshow
    from concordant.result.curves import LiftCurve as LiftCurve
    from concordant.result.curves import MurphyDecomposition as MurphyDecomposition
    from concordant.result.curves import OperatingPoint as OperatingPoint
    from concordant.result.curves import PrecisionRecallCurve as PrecisionRecallCurve
    from concordant.result.curves import RocCurve as RocCurve
    from concordant.result.curves import SmoothCalibrationCurve as SmoothCalibrationCurve
    from concordant.result.curves import SpiegelhalterTest as SpiegelhalterTest
    from concordant.result.decisions import BestThreshold as BestThreshold
    from concordant.result.decisions import CutPoints as CutPoints
    from concordant.result.decisions import Decisions as Decisions
    from concordant.result.decisions import GuaranteedThreshold as GuaranteedThreshold
    from concordant.result.decisions import HeldBound as HeldBound
    from concordant.result.decisions import MetCondition as MetCondition
    from concordant.result.intervals import Bounds as Bounds
    from concordant.result.intervals import Interval as Interval
    from concordant.result.intervals import Intervals as Intervals
    from concordant.result.intervals import Outcome as Outcome
    from concordant.result.plans import Plan as Plan

_NAMES = {
    "comparisons": "Comparison Comparisons TableTest",
    "curves": """
        CalibrationCurve CorpDecomposition CorpReliabilityCurve CoxTest DecisionCurve DetCurve GainCurve
        HosmerLemeshow LiftCurve MurphyDecomposition OperatingPoint PrecisionRecallCurve RocCurve
        SmoothCalibrationCurve SpiegelhalterTest
    """,
    "decisions": "BestThreshold CutPoints Decisions GuaranteedThreshold HeldBound MetCondition",
    "intervals": "Bounds Interval Intervals Outcome",
    "plans": "Plan",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = sorted(_HOMES)  # noqa: PLE0605  (each is imported when it is asked for)


__getattr__ = names_of(__name__, _HOMES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
