"""``--example`` with or without a name behind it; command line parsers want one or the other."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

DEFAULT = "default"


class CommandWithExample(TyperCommand):
    """A command whose ``--example`` may stand alone."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Fill in the name before the arguments are parsed."""
        return super().parse_args(ctx, named(args))


def named(arguments: list[str]) -> list[str]:
    """Put a name behind every ``--example`` that is last or followed by another option."""
    filled = []
    for place, argument in enumerate(arguments):
        following = arguments[place + 1] if place + 1 < len(arguments) else "-"
        alone = argument == "--example" and following.startswith("-")
        filled.append(f"--example={DEFAULT}" if alone else argument)
    return filled
