"""
Populations with known values, to draw samples from.

Each gives the data of a call of the metrics of one input: labels, scores, probabilities, decisions, ratings, rankings
of labels, indicators. The true value of a metric is that of the population itself: exact for tables of labels, else
that of two million rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from concordant import Counts

Random = np.random.Generator
MANY = 2_000_000


@dataclass(frozen=True)
class Population:
    """
    Where samples come from.

    `draw` takes random numbers and n and gives truth and prediction (scores, ratings, ...); `cluster` says how many
    rows belong together, which then stand one after the other; `table` holds the shares of the cells, of labels.
    """

    name: str
    kind: str
    draw: Callable[[Random, int], tuple[Any, ...]]
    sizes: tuple[int, ...] = (30, 100, 300, 1000)
    cluster: int = 1
    table: Any = None
    words: str = ""
    labels: tuple[int, ...] = field(default=())


# -- labels ----------------------------------------------------------------------------------------------------------


def table_of(prior: Any, right: float, spread: float) -> Any:
    """Shares of the cells: right with this chance, else another label, less often the farther away it is."""
    shares = np.asarray(prior, float) / np.sum(prior)
    size = len(shares)
    distance = np.abs(np.subtract.outer(np.arange(size), np.arange(size)))
    wrong = np.where(distance > 0, spread ** (distance - 1.0), 0.0)
    wrong /= wrong.sum(1, keepdims=True)
    return shares[:, None] * (right * np.eye(size) + (1 - right) * wrong)


def labels(name: str, table: Any, words: str, sizes: tuple[int, ...] = (30, 100, 300, 1000)) -> Population:
    """Independent rows of a table."""
    flat, size = np.ravel(table), len(table)

    def draw(random: Random, n: int) -> tuple[Any, ...]:
        cells = random.choice(size * size, n, p=flat)
        return cells // size, cells % size

    return Population(name, "labels", draw, sizes, 1, table, words, tuple(range(size)))


def clustered_labels(name: str, prior: Any, right: float, spread: float, rows: int, alike: float) -> Population:
    """
    Rows of a cluster share a chance to be right, Beta distributed with the intra-cluster correlation `alike`.

    They share their true label in half of the clusters.
    """
    table = table_of(prior, right, spread)
    size = len(table)
    given = table / table.sum(1, keepdims=True)
    off = given * (1 - np.eye(size))
    off /= off.sum(1, keepdims=True)
    total = (1 - alike) / alike

    def draw(random: Random, n: int) -> tuple[Any, ...]:
        groups = n // rows
        chance = np.repeat(random.beta(right * total, (1 - right) * total, groups), rows)
        shared = np.repeat(random.random(groups) < 0.5, rows)
        own = random.choice(size, n, p=table.sum(1))
        truth = np.where(shared, np.repeat(own[::rows], rows), own)
        other = (off.cumsum(1)[truth] < random.random(n)[:, None]).sum(1)
        return truth, np.where(random.random(n) < chance, truth, np.minimum(other, size - 1))

    words = f"clusters of {rows} rows, correlation {alike:g}"
    return Population(name, "labels", draw, (150, 600), rows, table, words, tuple(range(size)))


LABELS = [
    labels("balanced, weak", table_of([1, 1], 0.65, 1), "2 labels, prevalence 0.5, 65 % right"),
    labels("balanced, near perfect", table_of([1, 1], 0.97, 1), "2 labels, prevalence 0.5, 97 % right"),
    labels("prevalence 0.1", [[0.83, 0.07], [0.03, 0.07]], "2 labels, prevalence 0.1, recall 0.7, precision 0.5"),
    labels("prevalence 0.02", [[0.965, 0.015], [0.006, 0.014]], "2 labels, prevalence 0.02, recall 0.7"),
    labels("3 labels, weak", table_of([5, 3, 2], 0.55, 0.6), "3 labels, 55 % right", (100, 300)),
    labels("3 labels, near perfect", table_of([6, 3, 1], 0.96, 0.3), "3 labels, 96 % right", (100, 300, 1000)),
    labels(
        "5 labels", table_of([4, 3, 2, 2, 1], 0.65, 0.4), "5 labels, 65 % right, errors mostly by one step", (30, 100)
    ),
    labels(
        "5 labels, skewed",
        table_of([70, 15, 8, 5, 2], 0.85, 0.5),
        "5 labels, 70 % to 2 % of the rows, 85 % right",
        (100, 1000),
    ),
    clustered_labels("2 labels in clusters", [6, 4], 0.8, 1, 5, 0.3),
    clustered_labels("5 labels in clusters", [4, 3, 2, 2, 1], 0.7, 0.5, 5, 0.2),
]


# -- scores, probabilities, decisions ----------------------------------------------------------------------------------


def scores(
    name: str, prevalence: float, shift: float, words: str, sizes: tuple[int, ...], levels: int = 0
) -> Population:
    """Normal scores of two classes, `shift` apart; on few levels if asked."""

    def draw(random: Random, n: int) -> tuple[Any, ...]:
        truth = (random.random(n) < prevalence).astype(np.int64)
        score = random.normal(size=n) + shift * truth
        return truth, np.clip(np.floor(score * levels / 4), -levels, levels) if levels else score

    return Population(name, "scores", draw, sizes, 1, None, words)


def clustered_scores(name: str, rows: int) -> Population:
    """Normal scores with an effect of the cluster."""

    def draw(random: Random, n: int) -> tuple[Any, ...]:
        truth = (random.random(n) < 0.4).astype(np.int64)
        effect = np.repeat(random.normal(size=n // rows), rows)
        return truth, 0.8 * random.normal(size=n) + 0.6 * effect + truth

    return Population(name, "scores", draw, (150, 600), rows, None, f"clusters of {rows} rows, correlation 0.36")


SCORES = [
    scores("AUC 0.64, prevalence 0.5", 0.5, 0.5, "normal scores", (30, 100, 300, 1000)),
    scores("AUC 0.86, prevalence 0.3", 0.3, 1.5, "normal scores", (30, 100, 300, 1000)),
    scores("AUC 0.96, prevalence 0.1", 0.1, 2.5, "normal scores", (100, 300, 1000)),
    scores("AUC 0.80, prevalence 0.02", 0.02, 1.2, "normal scores", (300, 1000)),
    scores("ties, prevalence 0.3", 0.3, 1.0, "normal scores in 5 steps", (100, 300, 1000), 3),
    clustered_scores("scores in clusters", 5),
]


def probabilities(name: str, prevalence: float, sharp: float, slope: float, words: str) -> Population:
    """Logits of the truth are normal; what is said is the logit times `slope`: 1 is calibrated."""

    def draw(random: Random, n: int) -> tuple[Any, ...]:
        logit = np.log(prevalence / (1 - prevalence)) + sharp * random.normal(size=n)
        truth = (random.random(n) < 1 / (1 + np.exp(-logit))).astype(np.int64)
        return truth, 1 / (1 + np.exp(-slope * logit))

    return Population(name, "probabilities", draw, (100, 300, 1000), 1, None, words)


PROBABILITIES = [
    probabilities("calibrated", 0.3, 1.5, 1.0, "calibrated, prevalence about 0.3"),
    probabilities("overconfident", 0.3, 1.5, 2.0, "logits twice too large"),
    probabilities("rare, overconfident", 0.05, 1.0, 1.5, "prevalence about 0.07, logits 1.5 times too large"),
]


def _of_classes(random: Random, n: int) -> tuple[Any, ...]:
    truth = random.choice(3, n, p=[0.5, 0.3, 0.2])
    logits = random.normal(size=(n, 3)) + 1.5 * np.eye(3)[truth]
    shares = np.exp(logits - logits.max(1, keepdims=True))
    return truth, shares / shares.sum(1, keepdims=True)


CLASSES = [
    Population("scores of 3 classes", "scores of classes", _of_classes, (100, 300, 1000), 1, None, "3 classes"),
    Population(
        "probabilities of 3 classes", "probabilities of classes", _of_classes, (100, 300, 1000), 1, None, "3 classes"
    ),
]


# -- ratings, rankings, indicators -------------------------------------------------------------------------------------


def _normal_pair(random: Random, n: int) -> tuple[Any, ...]:
    first = random.normal(size=n)
    return first, 0.8 * first + 0.6 * random.normal(size=n) + 0.3


def _skewed_pair(random: Random, n: int) -> tuple[Any, ...]:
    first = random.exponential(size=n)
    return first, 0.6 * first + 0.5 * random.exponential(size=n)


def _graded_pair(random: Random, n: int) -> tuple[Any, ...]:
    first = random.normal(size=n)
    second = 0.8 * first + 0.6 * random.normal(size=n)
    return tuple(np.clip(np.round(2 * x + 3), 1, 5) for x in (first, second))


def _rankings(random: Random, n: int) -> tuple[Any, ...]:
    truth = (random.random((n, 6)) < [0.5, 0.4, 0.3, 0.2, 0.2, 0.1]).astype(np.int64)
    truth[np.arange(n), random.integers(0, 6, n)] = 1
    return truth, random.normal(size=(n, 6)) + 1.2 * truth


def _indicators(random: Random, n: int) -> tuple[Any, ...]:
    common = random.normal(size=(n, 1))
    latent = 0.6 * common + 0.8 * random.normal(size=(n, 4))
    truth = (latent > [0.0, 0.3, 0.8, 1.2]).astype(np.int64)
    wrong = random.random((n, 4)) < np.where(common > 0.5, 0.25, 0.1)
    return truth, np.where(wrong, 1 - truth, truth)


OTHERS = [
    Population("normal ratings", "ratings", _normal_pair, words="correlation 0.8"),
    Population("skewed ratings", "ratings", _skewed_pair, (100, 300, 1000), words="exponential ratings"),
    Population("graded ratings", "ratings", _graded_pair, words="ratings 1 to 5"),
    Population("rankings", "rankings", _rankings, words="6 labels that are ranked"),
    Population("several labels at once", "indicators", _indicators, (100, 300, 1000), words="4 labels"),
]

POPULATIONS = [*LABELS, *SCORES, *PROBABILITIES, *CLASSES, *OTHERS]


def whole_table(population: Population) -> Counts:
    """The population of labels itself, as counts that are not bounded by a sample."""
    return Counts.from_table(np.asarray(population.table) * 1e9, population.labels)
