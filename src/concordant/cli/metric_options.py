"""Options that choose a metric: its name, and options of its own as one types them."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from concordant.cli.completion import metric_names
from concordant.cli.option_wording import in_options
from concordant.cli.terminal import tell
from concordant.errors import OptionError

if TYPE_CHECKING:
    from concordant.metrics.definition.metric import Metric

Metrics = Annotated[
    list[str] | None,
    typer.Option(
        "--metric",
        metavar="NAME",
        show_default=False,
        autocompletion=metric_names,
        help="A metric by its name; may be repeated.",
    ),
]
Weights = Annotated[str | None, typer.Option("--weights", metavar="none|linear|quadratic", help="Weights of a kappa.")]
Average = Annotated[
    str | None,
    typer.Option(
        "--average",
        metavar="macro|micro|weighted",
        help="How several classes are averaged. Default: macro. With compare also none: each class apart.",
    ),
]
Option = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        show_default=False,
        help="Any other option of the metric, such as beta=2 or k=10.",
    ),
]


def chosen_options(weights: str | None, average: str | None, given: Sequence[str] | None) -> dict[str, Any]:
    """Collect the options of metrics from those of the command."""
    found: dict[str, Any] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name.strip().isidentifier():
            msg = f"--option {text}: write it as NAME=VALUE, such as beta=2 or cost=[[0,1],[5,0]]."
            raise OptionError(msg)
        _set(found, name.strip(), option_value(value.strip()))
    if weights is not None:
        _set(found, "weights", option_value(weights))
    if average is not None:
        _set(found, "average", option_value(average))
    return found


def _set(found: dict[str, Any], name: str, value: Any) -> None:
    if name in found:
        msg = f"the option {name} of the metric is given twice, and only one of them could count: give it once."
        raise OptionError(msg)
    found[name] = value


def named_metric(name: str, options: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the name of a metric here and its options: ``qwk`` is a kappa with quadratic weights. Say what differs."""
    from concordant.metrics.definition.registry import understand

    try:
        found = understand(name, options)
    except OptionError as error:
        raise OptionError(in_options(str(error))) from error
    if found.note is not None:
        tell(f"{name}: {found}")
    return found.metric, dict(found.options)


def chosen_metrics(
    names: Sequence[str], weights: str | None, average: str | None, given: Sequence[str] | None
) -> list[tuple[str, dict[str, Any]]]:
    """
    Return metrics by their names here, each with its options.

    Of several metrics each takes those options that it has; an option that none of them has is an error.
    """
    from concordant.metrics import get
    from concordant.metrics.definition.facts import meanings

    options = chosen_options(weights, average, given)
    if len(names) == 1:
        return [named_metric(names[0], options)]
    found: list[tuple[str, dict[str, Any]]] = []
    taken: set[str] = set()
    for asked in names:
        known = {option for one in meanings(asked) for option in get(one.metric).options}
        own = {name: value for name, value in options.items() if name in known}
        taken |= own.keys()
        found.append(named_metric(asked, own))
    lost = [name for name in options if name not in taken]
    if lost:
        msg = f"none of {', '.join(names)} has the option {lost[0]!r}; concordant metrics NAME lists those of a metric."
        raise OptionError(msg)
    return found


def check_required(metric: Metric, given: Mapping[str, Any]) -> None:
    """Raise for an option without a default that is not given."""
    from concordant.report.requested import check_given

    try:
        check_given(metric, given)
    except OptionError as error:
        raise OptionError(in_options(str(error))) from error


def option_value(text: str) -> Any:
    """A number, true, false or none where the text is one; else the text."""
    known = {"none": None, "true": True, "false": False}
    if text.lower() in known:
        return known[text.lower()]
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text
