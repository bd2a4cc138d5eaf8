"""All metrics by name: listed in a table, imported when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from concordant.errors import OptionError
from concordant.metrics.definition import table
from concordant.metrics.definition.facts import Meaning, listed_meanings, meanings

if TYPE_CHECKING:
    from concordant.metrics.definition.metric import Metric


METRICS: dict[str, Metric] = {}  # filled by the decorator
ALIASES: dict[str, str] = dict(table.ALIASES)  # the decorator adds those of a metric that is not in the table


def register(metric: Metric) -> None:
    """Enter a metric and its aliases."""
    METRICS[metric.name] = metric
    ALIASES.update(dict.fromkeys(metric.facts.aliases, metric.name))


def load(name: str) -> bool:
    """Import the chapter of a metric by its name or alias; whether there is such a metric."""
    if not isinstance(name, str):
        raise OptionError(f"a metric is given by its name, such as 'f1', not by {name!r}.")
    name = ALIASES.get(name, name)
    if name not in METRICS and name in table.CHAPTERS:
        import_module(f"concordant.metrics.{table.CHAPTERS[name]}")
    return name in METRICS


def load_all() -> None:
    """Import the chapters of all metrics."""
    for chapter in dict.fromkeys(table.CHAPTERS.values()):
        import_module(f"concordant.metrics.{chapter}")


def get(name: str) -> Metric:
    """
    Return a metric by its name or alias.

    Raises
    ------
    OptionError
        If there is no such metric; the message names the nearest ones.
    """
    if load(name):
        return METRICS[ALIASES.get(name, name)]
    hint = nearest(name, known()) or " See concordant.metrics.names()."
    raise OptionError(f"there is no metric {name!r}.{hint}")


def known() -> list[str]:
    """Return all names and aliases of metrics, sorted; nothing is imported."""
    return sorted({*table.CHAPTERS, *METRICS, *ALIASES})


def nearest(name: str, among: Iterable[str]) -> str:
    """Return the hint of an error: what other libraries mean by the name, or the three names most like it."""
    from concordant.names import nearest as most_alike

    meant = meanings(name)
    if len(meant) > 1:
        return f" {listed_meanings(name, meant)}"
    near = [str(meaning) for meaning in meant] or most_alike(name, among, most=3, least_alike=0.4)
    return f" Did you mean {', '.join(near)}?" if near else ""


def understand(name: str, options: Mapping[str, Any] | None = None) -> Meaning:
    """
    Return what a name means, also one of elsewhere: its metric and options, those that are given added.

    Raises
    ------
    OptionError
        If no metric has that name, if it means different things elsewhere and the options do not decide, or if the
        options contradict it.
    """
    options = dict(options or {})
    if load(name):
        return Meaning(ALIASES.get(name, name), options)
    meant = meanings(name)
    if not meant:
        get(name)  # raises
    possible = [x for x in meant if all(options.get(key, value) == value for key, value in x.options.items())]
    if not possible:
        keys = dict.fromkeys(key for meaning in meant for key in meaning.options if key in options)
        against = ", ".join(f"{key}={options[key]!r}" for key in keys)
        raise OptionError(f"{name!r} is {' or '.join(map(str, meant))}, and {against} contradicts it: leave that out.")
    if len(possible) > 1:
        meant, possible = possible, [x for x in possible if x.options and x.options.keys() <= options.keys()]
    if len(possible) != 1:
        raise OptionError(f"{listed_meanings(name, meant)} Name one of these.")
    (meaning,) = possible
    return Meaning(meaning.metric, {**meaning.options, **options}, meaning.note)


def names() -> list[str]:
    """Return the names of all metrics, sorted."""
    load_all()
    return sorted(METRICS)


def listed(holds: Callable[[Metric], bool]) -> str:
    """Name the metrics of which something holds, as messages list them."""
    load_all()
    return ", ".join(name for name, metric in sorted(METRICS.items()) if holds(metric))


def find(words: str = "") -> list[Metric]:
    """
    Search the metrics.

    Parameters
    ----------
    words : str
        Words that must all occur in the name, an alias, the title, the family or the summary of the metric.
        Without words: all metrics.

    Returns
    -------
    list of Metric
        Those whose name matches first, then by name.

    Examples
    --------
    >>> import concordant
    >>> [metric.name for metric in concordant.metrics.find("likelihood ratio")]
    ['negative_likelihood_ratio', 'positive_likelihood_ratio']
    """
    load_all()
    sought = words.lower().replace("_", " ").split()
    matches = [metric for metric in METRICS.values() if all(word in _searchable(metric) for word in sought)]

    def rank(metric: Metric) -> tuple[bool, str]:
        return not all(word in metric.name.replace("_", " ") for word in sought), metric.name

    return sorted(matches, key=rank)


def _searchable(metric: Metric) -> str:
    """The words that a search looks in."""
    facts = metric.facts
    elsewhere = (name.name for name in facts.names_elsewhere)
    words = (facts.name, *facts.aliases, *elsewhere, facts.title, facts.family, facts.says, metric.summary)
    return " ".join(words).lower().replace("_", " ")
