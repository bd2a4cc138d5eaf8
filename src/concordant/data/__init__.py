"""Four small real datasets that the documentation, the command and the tests use, and a simulated one of judges.

An example is a CSV file beside this module and the roles of its columns; nothing is read here.  Where each
file comes from, its terms and how the scores in it were made is told in ``ORIGIN.md`` beside the files.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Final, TypeVar

from concordant.errors import InputError

__all__ = ["EXAMPLES", "PANEL_EXAMPLES", "Example", "PanelExample", "example", "panel_example"]

T = TypeVar("T")
_FOLDER: Final = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A bundled dataset: its file, and which of its columns plays which role.

    Attributes
    ----------
    name : str
        The short name that `example` takes.
    title : str
        One line that says what the rows are.
    path : pathlib.Path
        The CSV file (UTF-8, one header line).
    truth, pred : str
        The columns of the true and of the predicted labels; of the two raters where nobody is the reference.
    score : tuple of str
        The columns of scores: none, one, or one a class in the order of `labels`.
    labels : tuple of str or of int, or None
        The classes in their order.
    pos_label : str or int, optional
        The class whose probability a single column holds.
    weight : str, optional
        The column of row weights.
    group : str, optional
        The column that splits the rows into groups.
    note : str
        What to know before reading a number of this dataset.
    """

    name: str
    title: str
    path: Path
    truth: str
    pred: str
    score: tuple[str, ...] = ()
    labels: tuple[str, ...] | tuple[int, ...] | None = None
    pos_label: str | int | None = None
    weight: str | None = None
    group: str | None = None
    note: str = ""


def example(name: str) -> Example:
    """Return the bundled example of that name.

    Parameters
    ----------
    name : str
        One of the keys of `EXAMPLES`.

    Returns
    -------
    Example
        The path of the file and the roles of its columns.

    Raises
    ------
    InputError
        If there is no example of that name; the message names the nearest ones.

    Examples
    --------
    >>> example("breast").score
    ('malignancy',)
    """
    return _found(name, EXAMPLES)


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelExample:
    """A bundled dataset of judges and people: its file, and which of its columns plays which role.

    Attributes
    ----------
    name : str
        The short name that `panel_example` takes.
    title : str
        One line that says what the rows are.
    path : pathlib.Path
        The CSV file (UTF-8, one header line); an empty cell is a missing label.
    judges, humans : tuple of str
        The columns of the judges, and of the people.
    runs : tuple of str
        The columns of all runs of the first judge.
    swapped : str
        The column of the first judge with the order of the answers swapped.
    item, by, covariate, cluster : str
        The columns of the name of an item, its kind, a number that belongs to it, and which items belong together.
    pass_label : str
        Which label is a pass.
    chosen : str
        How the items that people labelled were chosen.
    note : str
        What to know before reading a number of this dataset.
    """

    name: str
    title: str
    path: Path
    judges: tuple[str, ...]
    humans: tuple[str, ...]
    runs: tuple[str, ...]
    swapped: str
    item: str
    by: str
    covariate: str
    cluster: str
    pass_label: str
    chosen: str
    note: str = ""


def panel_example(name: str) -> PanelExample:
    """Return the bundled example of judges and people of that name.

    Parameters
    ----------
    name : str
        One of the keys of `PANEL_EXAMPLES`.

    Returns
    -------
    PanelExample
        The path of the file and the roles of its columns.

    Raises
    ------
    InputError
        If there is no example of that name.

    Examples
    --------
    >>> panel_example("judge_panel").humans
    ('ann', 'bob', 'eve')
    """
    return _found(name, PANEL_EXAMPLES)


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsExample:
    """A bundled long table of ratings, a row for each: its file, and which of its columns plays which role.

    Attributes
    ----------
    name : str
        The short name that `ratings_example` takes.
    title : str
        One line that says what the rows are.
    path : pathlib.Path
        The CSV file (UTF-8, one header line).
    unit, rater, label : str
        The columns that say what was rated, by whom, and how.
    labels : tuple
        The labels in their order.
    note : str
        What to know before reading a number of this dataset.
    """

    name: str
    title: str
    path: Path
    unit: str
    rater: str
    label: str
    labels: tuple[int, ...]
    note: str = ""


def ratings_example(name: str) -> RatingsExample:
    """Return the bundled example of ratings of that name.

    Parameters
    ----------
    name : str
        One of the keys of `RATINGS_EXAMPLES`.

    Returns
    -------
    RatingsExample
        The path of the file and the roles of its columns.

    Raises
    ------
    InputError
        If there is no example of that name.

    Examples
    --------
    >>> ratings_example("anaesthetists").rater
    'anaesthetist'
    """
    return _found(name, RATINGS_EXAMPLES)


def _found(name: str, known: Mapping[str, T]) -> T:
    if name in known:
        return known[name]
    near = get_close_matches(name.lower(), known, n=2)
    hint = f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
    raise InputError(f"There is no example named {name!r}.{hint} The examples are {_listed(known)}.")


def _listed(names: Mapping[str, object]) -> str:
    return ", ".join(map(repr, names))


_MS_LABELS: Final = ("certain", "probable", "possible", "doubtful")
_MS_NOTE: Final = (
    "Two neurologists rated the same patients, and neither is the reference standard: `truth` and `pred` are only the "
    "roles of the two raters. "
    "The classes are ordered, and text has no order of its own (sorted, `doubtful` would come second), "
    "so pass `labels`."
)

EXAMPLES: Final[dict[str, Example]] = {
    found.name: found
    for found in (
        Example(
            name="breast",
            title="569 breast tumours, benign or malignant, with a chance of malignancy",
            path=_FOLDER / "breast.csv",
            truth="truth",
            pred="prediction",
            score=("malignancy",),
            labels=("benign", "malignant"),
            pos_label="malignant",
            note="Out-of-fold chances of a logistic regression on five features; `prediction` cuts them at 0.5.",
        ),
        Example(
            name="ms",
            title="149 patients of Winnipeg, multiple sclerosis as judged by two neurologists",
            path=_FOLDER / "ms_winnipeg.csv",
            truth="new_orleans",
            pred="winnipeg",
            labels=_MS_LABELS,
            group="patients",
            note=_MS_NOTE,
        ),
        Example(
            name="ms-new-orleans",
            title="69 patients of New Orleans, multiple sclerosis as judged by two neurologists",
            path=_FOLDER / "ms_new_orleans.csv",
            truth="new_orleans",
            pred="winnipeg",
            labels=_MS_LABELS,
            group="patients",
            note=_MS_NOTE,
        ),
        Example(
            name="digits",
            title="1797 handwritten digits with a chance for each of the ten classes",
            path=_FOLDER / "digits.csv",
            truth="truth",
            pred="prediction",
            score=tuple(f"p{digit}" for digit in range(10)),
            labels=tuple(range(10)),
            note="Out-of-fold chances of a logistic regression on ten principal components, none below a millionth.",
        ),
        Example(
            name="party",
            title="944 respondents of 1996, from strong Democrat (0) to strong Republican (6), with a score",
            path=_FOLDER / "party.csv",
            truth="truth",
            pred="prediction",
            score=("score",),
            labels=tuple(range(7)),
            note="Out-of-fold scores of a linear regression on the scale of the labels, no probabilities; "
            "`prediction` rounds them and clips to 0..6.",
        ),
    )
}

PANEL_EXAMPLES: Final[dict[str, PanelExample]] = {
    "judge_panel": PanelExample(
        name="judge_panel",
        title="240 simulated answers that two judges passed or failed, and three people in part",
        path=_FOLDER / "judge_panel.csv",
        judges=("gpt", "llama"),
        humans=("ann", "bob", "eve"),
        runs=("gpt", "gpt_2", "gpt_3"),
        swapped="gpt_swapped",
        item="item",
        by="topic",
        covariate="words",
        cluster="prompt",
        pass_label="pass",  # noqa: S106  (a verdict)
        chosen="random",
        note="Simulated: no person and no model has seen anything of it. The first judge was made lenient, weak at "
        "code, fond of long answers and of the option that it is shown first.",
    )
}

RATINGS_EXAMPLES: Final[dict[str, RatingsExample]] = {
    "anaesthetists": RatingsExample(
        name="anaesthetists",
        title="45 patients, graded 1 to 4 for anaesthesia by five anaesthetists, the first of them three times",
        path=_FOLDER / "anaesthetists.csv",
        unit="patient",
        rater="anaesthetist",
        label="grade",
        labels=(1, 2, 3, 4),
        note='The first anaesthetist graded every form three times: read it with duplicates="runs".',
    )
}
