"""Errors of our own for options that a plan does not have."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from concordant.metrics.definition.options import data_names_of, options_of, refuse_unknown

P = ParamSpec("P")
R = TypeVar("R")


def knows_its_options(plan: Callable[P, R]) -> Callable[P, R]:
    """Make a plan refuse an option that it does not have; the message lists those that it has, and the nearest."""
    known = (*data_names_of(plan), *options_of(plan))

    @wraps(plan)
    def checked(*given: P.args, **options: P.kwargs) -> R:
        refuse_unknown(f"planning.{plan.__name__}", options, known)
        return plan(*given, **options)

    return checked
