"""What a recalibration would gain."""

from __future__ import annotations

import math

from concordant.findings.evidence import Evidence
from concordant.metrics.definition.registry import get
from concordant.states import Curve


def gain_of_recalibrating(evidence: Evidence) -> tuple[str, dict[str, float]]:
    """
    Say how much lower the log loss of new rows would be after a logistic recalibration (Cox 1958), with the numbers.

    The likelihood ratio G of `cox_test` is twice the gain on these rows, n times. Two parameters are fitted; each takes
    about 1 / (2 n) from the gain here and as much again on new rows (Akaike 1974), so that (G - 4) / (2 n) is left.
    Weighted rows count as so many equal ones as they are worth.
    """
    curve = evidence.joined
    if not isinstance(curve, Curve):
        return "", {}
    test = get("cox_test").formula(curve)
    loss = evidence.losses.get("surprise")
    now = math.nan if loss is None else float(get("log_loss").outcome(loss).value)
    rows = evidence.rows(float(curve.n))
    gain = (float(test.statistic) * (rows / float(curve.n)) - 4) / (2 * rows)
    if not math.isfinite(gain) or not math.isfinite(now) or now <= 0:
        return "", {}
    numbers = {"log_loss": now, "gain_in_log_loss": gain}
    if gain <= 0:
        return "A recalibration fitted to so few rows would not pay.", numbers
    return f"A recalibration would lower the log loss of new rows by about {gain:.4f} of {now:.4f}.", numbers
