"""All metrics by name: found in the files of this folder, imported when they are asked for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from concordant.errors import OptionError

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric

METRICS: dict[str, Metric] = {}  # filled by the decorator
ALIASES: dict[str, str] = {}

_FOLDER = Path(__file__).parent.parent


def files() -> list[str]:
    """The names of the files that hold a metric, sorted."""
    return sorted(path.stem for path in _FOLDER.glob("[!_]*.py"))


def load(name: str) -> bool:
    """Import the file of a metric, or all files for an alias; whether there is such a metric."""
    if name in METRICS or name in ALIASES:
        return True
    if (_FOLDER / f"{name}.py").is_file():
        import_module(f"concordant.metrics.{name}")
    elif name.isidentifier():
        load_all()
    return name in METRICS or name in ALIASES


def load_all() -> None:
    """Import the file of every metric."""
    for name in files():
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
    from difflib import get_close_matches

    near = get_close_matches(name, [*METRICS, *ALIASES], n=3, cutoff=0.4)
    hint = f" Did you mean {', '.join(near)}?" if near else " See concordant.metrics.names()."
    msg = f"there is no metric {name!r}.{hint}"
    raise OptionError(msg)


def names() -> list[str]:
    """Return the names of all metrics, sorted."""
    load_all()
    return sorted(METRICS)


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
