"""What metrics give back beside a plain number: frozen records whose fields are numbers and arrays."""

from concordant.result.curves import PrecisionRecallCurve, RocCurve
from concordant.result.outcome import Outcome

__all__ = ["Outcome", "PrecisionRecallCurve", "RocCurve"]
