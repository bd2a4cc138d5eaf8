"""The commands by name; the module of a command is imported when its name is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_command


class Place(NamedTuple):
    """Where a command is: `concordant.cli.<module>`, in the function of the name of the command, or in its own app."""

    module: str
    short_help: str
    reads_labels: bool = True  # whether it has --na, --strip and --ignore-case
    takes_lines: bool = False  # whether standard input is read line by line
    is_app: bool = False  # whether it has commands of its own


PLACES = {
    "report": Place("report_command", "Print the metrics that fit a file, on one page."),
    "score": Place("score_command", "Print metrics by name as numbers, without a page."),
    "compare": Place("compare_command", "Compare models on the same rows."),
    "agree": Place("agree_command", "Show how well many raters agree."),
    "judge": Place("judge_command", "Judge a judge beside people."),
    "gate": Place("gate_command", "Pass or fail by a metric, for a release pipeline."),
    "explain": Place("explain_command", "Show a kappa or an AUC step by step."),
    "cutpoints": Place("cutpoints_command", "Find where to cut a score into ordered labels."),
    "threshold": Place("threshold_command", "Find the best threshold on a score."),
    "predict": Place("predict_command", "Give new scores their labels, by cut points or a threshold.", False),
    "metrics": Place("metrics_command", "List metrics, search them, show one in full.", False),
    "watch": Place("watch_command", "Count rows that arrive into a store of states.", False, takes_lines=True),
    "monitor": Place("monitor_command", "Say what has changed in a store, and sound alerts.", False),
    "plan": Place("plan_command", "Say how many rows a study needs.", False, is_app=True),
}


def command_of(name: str) -> Any:
    """Import a command and give it its options."""
    from concordant.cli.checked_command import CheckedCommand, LineCommand
    from concordant.cli.label_rules import reading
    from concordant.cli.typed_columns import with_columns

    place = PLACES[name]
    module = import_module(f"concordant.cli.{place.module}")
    if place.is_app:
        made: Any = get_command(module.app)
        made.name, made.short_help = name, place.short_help
        return made
    command: Callable[..., Any] = with_columns(getattr(module, name))
    one = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    checked = LineCommand if place.takes_lines else CheckedCommand
    registered = one.command(name, cls=checked, short_help=place.short_help)
    registered(reading(command) if place.reads_labels else command)
    return get_command(one)


class _Commands(MutableMapping[str, Any]):
    """All names, and those commands that were asked for."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            if name not in PLACES:
                raise KeyError(name)
            self._made[name] = command_of(name)
        return self._made[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._made[name] = command

    def __delitem__(self, name: str) -> None:
        del self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(PLACES)

    def __len__(self) -> int:
        return len(PLACES)

    def __contains__(self, name: object) -> bool:
        return name in PLACES


class LazyGroup(TyperGroup):
    """A group of commands that lists them, and suggests them, without importing any."""

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        self.commands: Any = _Commands()

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse what stands before the name of the command."""
        from concordant.cli.texts_as_typed import leave_as_typed

        leave_as_typed(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the order of the help."""
        del ctx
        return list(PLACES)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the names and what each command does."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, place.short_help) for name, place in PLACES.items()])
