"""All metrics by name: listed in a table, imported when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from concordant.errors import OptionError
from concordant.metrics._object import table

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric

METRICS: dict[str, Metric] = {}  # filled by the decorator
ALIASES: dict[str, str] = dict(table.ALIASES)  # the decorator adds those of a metric that is not in the table


def load(name: str) -> bool:
    """Import the file of a metric by its name or alias; whether there is such a metric."""
    name = ALIASES.get(name, name)
    if name not in METRICS and name in table.NAMES:
        import_module(f"concordant.metrics.{name}")
    return name in METRICS


def load_all() -> None:
    """Import the file of every metric."""
    for name in table.NAMES:
        import_module(f"concordant.metrics.{name}")


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
    msg = f"there is no metric {name!r}.{hint}"
    raise OptionError(msg)


def known() -> list[str]:
    """Return all names and aliases of metrics, sorted; nothing is imported."""
    return sorted({*table.NAMES, *METRICS, *ALIASES})


def nearest(name: str, among: Iterable[str]) -> str:
    """Ask whether the caller meant what other libraries call so, or one of the three names that are most alike."""
    from concordant.metrics._object.other_names import OTHER_NAMES
    from concordant.nearest import nearest as most_alike

    other = OTHER_NAMES.get(name.lower())
    near = most_alike(name, among, most=3, least_alike=0.4) if other is None else [other]
    return f" Did you mean {', '.join(near)}?" if near else ""


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
    wanted = words.lower().replace("_", " ").split()
    found = [metric for metric in METRICS.values() if all(word in metric.searchable for word in wanted)]
    in_name = [all(word in metric.name.replace("_", " ") for word in wanted) for metric in found]
    ranked = sorted(zip(found, in_name, strict=True), key=lambda pair: (not pair[1], pair[0].name))
    return [metric for metric, _ in ranked]
