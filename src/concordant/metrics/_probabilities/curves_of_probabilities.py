"""Curves of probabilities: of each class, or of the predicted class alone."""

from __future__ import annotations

import numpy as np

from concordant.engines.arrays import curve_or_stack
from concordant.engines.devices.rows import DeviceProbabilities, DeviceRows
from concordant.errors import OptionError, ScoreError
from concordant.inputs.scores import ScoreRows, refuse_outside, refuse_sums, top_label
from concordant.names import did_you_mean
from concordant.states import Curve, CurveStack
from concordant.typing import Reduction


def refuse_other_scores(curve: Curve) -> None:
    """Raise for a curve that does not hold the probabilities themselves."""
    if curve.edges is not None:
        msg = (
            "a curve on fixed edges holds the lower edges of the bins in place of the probabilities, which calibration "
            "is about; gather the probabilities without edges."
        )
        raise ScoreError(msg)
    if len(curve.scores) and not (curve.scores[-1] >= 0 and curve.scores[0] <= 1):  # descending
        refuse_outside(curve.scores)


def as_asked(rows: ScoreRows, reduction: Reduction) -> ScoreRows:
    """The columns of the classes, or the predicted class alone."""
    _check_reduction(reduction)
    if not rows.binary and not rows.multilabel:
        refuse_outside(rows.scores, rows.origin)
        refuse_sums(rows.scores, rows.origin)
    return rows if reduction == "classwise" else top_label(rows)


def probabilities_as_asked(rows: DeviceRows, reduction: Reduction) -> DeviceProbabilities:
    """The same of tensors on a device, which look at their rows later."""
    _check_reduction(reduction)
    return DeviceProbabilities(rows, reduction)


def _check_reduction(reduction: Reduction) -> None:
    if reduction not in ("classwise", "top_label"):
        msg = f'reduction must be "classwise" or "top_label", not {reduction!r}.'
        msg += did_you_mean(reduction, ("classwise", "top_label"))
        raise OptionError(msg)


def curve_of_probabilities(rows: ScoreRows | DeviceProbabilities) -> Curve | CurveStack:
    """Gather the curve of checked rows, whose scores must be probabilities."""
    if isinstance(rows, DeviceProbabilities):
        from concordant.engines.devices.rows import scores_on_host
        from concordant.engines.devices.sums import probability_curves

        found = probability_curves(rows)
        return curve_of_probabilities(as_asked(scores_on_host(rows.rows), rows.reduction)) if found is None else found
    curve = curve_or_stack(rows)
    curves = (curve,) if isinstance(curve, Curve) else curve.curves
    scores = [one.scores for one in curves if len(one.scores)]
    if any(not (one[-1] >= 0 and one[0] <= 1) for one in scores):  # descending
        refuse_outside(np.asarray(rows.scores), rows.origin)
    return curve
