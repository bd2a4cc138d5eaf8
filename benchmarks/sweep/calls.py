"""What a call needs before it is timed: a loop that is compiled, scikit-learn with and without its checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from benchmarks.sweep.points import Calls


def compiled(loop: Callable[..., object], *data: Any) -> Callable[[], object]:
    """A loop on its data, compiled on two rows of them."""
    loop(*(x[:2] if isinstance(x, np.ndarray) else x for x in data))
    return lambda: loop(*data)


def checked_and_not(call: Callable[[], object]) -> Calls:
    """A call of scikit-learn as it is by default, and with the checks off that its settings turn off."""
    from sklearn import config_context

    def bare() -> object:
        with config_context(assume_finite=True, skip_parameter_validation=True):
            return call()

    return {"scikit-learn": call, "scikit-learn, unchecked": bare}
