"""Names that are gone: whoever still uses one gets an error that says what to do in its place."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from concordant.errors import OptionError

P = ParamSpec("P")
R = TypeVar("R")

_READ_FROM_THE_START = (
    "files are always read from the start (a page of a billion rows of Parquet takes less than a minute). Leave it out."
)
_NOT_DRAWN = "limits are no longer drawn: draws left out the rate where a judge has many verdicts. Leave it out."
GONE = {  # options as they are typed, and arguments of functions; docs/deprecation.md lists them
    "--resume": _READ_FROM_THE_START,
    "scan(resume=)": _READ_FROM_THE_START,
    "pass_rate(draws=)": _NOT_DRAWN,
    "pass_rate(seed=)": _NOT_DRAWN,
}


def refuse_gone(name: str) -> None:
    """Raise for a name that is gone."""
    if name in GONE:
        msg = f"{name} is gone: {GONE[name]}"
        raise OptionError(msg)


def refusing_gone(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function refuse the keyword arguments that it once had."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        for argument in kwargs:
            refuse_gone(f"{function.__name__}({argument}=)")
        return function(*args, **kwargs)

    return call
