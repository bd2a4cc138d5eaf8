"""Options that a decorator adds to a command behind its own, so that each is written once."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any


def add_options(
    run: Callable[..., Any], command: Callable[..., Any], added: Mapping[str, tuple[Any, Any]]
) -> Callable[..., Any]:
    """Return `run`, which wraps a command, with the command's options and others: their annotations and defaults."""
    own = inspect.signature(command, eval_str=True)  # Typer reads what stands in its Annotated
    named = [one for one in own.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
    more = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, (annotation, default) in added.items()
    ]
    shown: Any = run
    shown.__signature__ = own.replace(parameters=[*named, *more])
    run.__annotations__ = {one.name: one.annotation for one in (*named, *more)}
    return run
