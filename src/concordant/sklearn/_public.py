"""Functions stand where users import them from: `concordant.sklearn`, not the file that they are written in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def public(function: Function) -> Function:
    """Give a function the module that users import it from, so that it is pickled and shown under that name."""
    function.__module__ = "concordant.sklearn"
    return function
