"""The files and the columns that a command reads, as they were typed: the options that several commands share."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from typing import TYPE_CHECKING, Any, get_type_hints

from concordant.cli.shared_options import (
    ExampleOption,
    Files,
    LabelsOption,
    PosLabel,
    Pred,
    Score,
    Truth,
    Weight,
)

if TYPE_CHECKING:
    from concordant.cli.roles import Roles


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedColumns:
    """
    What was typed. Each field is an option of every command that takes a `TypedColumns`.

    In its help they stand where that parameter does, in this order; the example comes last of all options.
    """

    files: Files = None
    truth: Truth = None
    pred: Pred = None
    score: Score = None
    labels: LabelsOption = None
    pos_label: PosLabel = None
    weight: Weight = None
    example: ExampleOption = None

    def roles(self, *, command: str, default_example: str) -> Roles:
        """Check that the roles are there."""
        from concordant.cli.roles import find_roles

        return find_roles(
            self.files or (),
            example=self.example,
            default_example=default_example,
            truth=self.truth,
            pred=self.pred,
            score=self.score or (),
            weight=self.weight,
            labels=self.labels,
            pos_label=self.pos_label,
            command=command,
        )


def with_columns(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command with an option for each field in place of its `TypedColumns`; others as they are."""
    own = inspect.signature(command, eval_str=True).parameters
    taken = next((name for name, one in own.items() if one.annotation is TypedColumns), None)
    if taken is None:
        return command
    kinds = get_type_hints(TypedColumns, include_extras=True)
    options = [
        inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kinds[field.name])
        for field in fields(TypedColumns)
    ]

    @wraps(command)
    def run(**named: Any) -> Any:
        typed = TypedColumns(**{one.name: named.pop(one.name) for one in options})
        return command(**{taken: typed}, **named)

    shown = [one for name, one in own.items() if name != taken]
    place = list(own).index(taken)
    parameters = [*shown[:place], *options[:-1], *shown[place:], options[-1]]
    changed: Any = run
    changed.__signature__ = inspect.Signature(parameters)
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run
