"""What metrics give back beside a plain number: frozen records whose fields are numbers and arrays."""

from concordant.result.calibration_tests import CoxTest, SpiegelhalterTest
from concordant.result.curves import DetCurve, GainCurve, LiftCurve, PrecisionRecallCurve, RocCurve
from concordant.result.decomposition import CorpDecomposition, CorpReliabilityCurve
from concordant.result.interval import Interval, Intervals
from concordant.result.operating_point import OperatingPoint
from concordant.result.outcome import Outcome
from concordant.result.reliability import CalibrationCurve, HosmerLemeshow, MurphyDecomposition

__all__ = [
    "CalibrationCurve",
    "CorpDecomposition",
    "CorpReliabilityCurve",
    "CoxTest",
    "DetCurve",
    "GainCurve",
    "HosmerLemeshow",
    "Interval",
    "Intervals",
    "LiftCurve",
    "MurphyDecomposition",
    "OperatingPoint",
    "Outcome",
    "PrecisionRecallCurve",
    "RocCurve",
    "SpiegelhalterTest",
]
