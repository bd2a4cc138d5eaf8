"""What an estimator says of rows: scores of one class, or labels; as scikit-learn's displays ask for it."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from concordant.errors import InputTypeError, OptionError, PositiveLabelError
from concordant.typing import FloatArray, Label

Response = Literal["auto", "predict_proba", "decision_function"]


def scores_of(
    estimator: Any, rows: Any, *, response_method: Response = "auto", pos_label: Label | None = None
) -> tuple[FloatArray, tuple[Label, Label]]:
    """Return the scores of the positive class, and the negative and the positive class."""
    methods = ("predict_proba", "decision_function") if response_method == "auto" else (response_method,)
    if response_method not in ("auto", "predict_proba", "decision_function"):
        msg = f'response_method must be "auto", "predict_proba" or "decision_function", not {response_method!r}.'
        raise OptionError(msg)
    method = next((name for name in methods if hasattr(estimator, name)), None)
    classes = getattr(estimator, "classes_", None)
    if method is None or classes is None:
        msg = f"{type(estimator).__name__} has no {' or '.join(methods)} of classes: give a fitted classifier."
        raise InputTypeError(msg)
    known = np.asarray(classes).tolist()
    if len(known) != 2:
        msg = f"the classifier has {len(known)} classes, and a curve is of two."
        raise InputTypeError(msg)
    if pos_label is not None and pos_label not in known:
        msg = f"pos_label={pos_label!r} is none of the classes {known[0]!r} and {known[1]!r}."
        raise PositiveLabelError(msg)
    first = pos_label is not None and pos_label == known[0]
    found = np.asarray(getattr(estimator, method)(rows), np.float64)
    signed = -found if first else found
    scores = signed if found.ndim == 1 else found[:, 0 if first else 1]
    return scores, (known[1], known[0]) if first else (known[0], known[1])
