"""Turn places into labels."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.typing import Label


def named(places: npt.NDArray[np.intp], labels: tuple[Label, ...]) -> npt.NDArray[Any]:
    """Return the labels at these places: an array of their own type where they have one."""
    plain = np.array(labels) if len({type(label) for label in labels}) == 1 else np.empty(0)
    if plain.shape == (len(labels),):
        return np.asarray(plain[places])
    names = np.empty(len(labels), dtype=object)
    names[:] = labels
    return np.asarray(names[places])
