"""The methods by name. Each answers a `Question` with `Limits`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from concordant.errors import OptionError
from concordant.inference.by_bootstrap import bootstrap_limits, perks_limits
from concordant.inference.by_delta import delta_limits
from concordant.inference.question import Limits, Question

METHODS: dict[str, Callable[[Question], Limits]] = {
    "delta": partial(delta_limits, scale="delta"),
    "fisher": partial(delta_limits, scale="fisher"),
    "logit": partial(delta_limits, scale="logit"),
    "log": partial(delta_limits, scale="log"),
    "percentile": partial(bootstrap_limits, kind="percentile"),
    "basic": partial(bootstrap_limits, kind="basic"),
    "bca": partial(bootstrap_limits, kind="bca"),
    "perks": perks_limits,
}


def method_named(name: str) -> Callable[[Question], Limits]:
    """Return a method; raise if there is none of this name."""
    if name not in METHODS:
        msg = f"method must be None or one of {', '.join(map(repr, METHODS))}, not {name!r}."
        raise OptionError(msg)
    return METHODS[name]
