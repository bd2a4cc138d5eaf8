"""
Populations of a truth and two models that are equally good: whoever says that one is better is wrong.

Most pairs of models are exchangeable: every metric is the same for both. Others err differently, and some metrics are
the same all the same: `known` holds the tables of both, and only those metrics are asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from populations import UNEQUAL, Drawn, Random, of_rates, one_large, table_of, unequal_clusters, with_clusters


@dataclass(frozen=True)
class Pair:
    """
    `draw` takes random numbers and n and gives truth, first and second model, or `Drawn`.

    `known` holds the tables of two models that are not exchangeable.
    """

    name: str
    kind: str
    draw: Callable[[Random, int], tuple[Any, Any, Any] | Drawn]
    sizes: tuple[int, ...] = (100, 300, 1000)
    cluster: int = 1
    labels: tuple[int, ...] = ()
    known: tuple[Any, Any] | None = None

    def sample(self, random: Random, n: int) -> Drawn:
        """Draw about n rows."""
        return with_clusters(self.draw(random, n), n, self.cluster)


def labels(
    name: str, table: Any, same: float = 0.0, sizes: tuple[int, ...] = (100, 300, 1000), other: Any = None
) -> Pair:
    """
    Two predictions that err independently, given the truth: the first as a table says, the second as `other` does.

    In a share `same` of the rows they are one and the same.
    """
    tables = np.asarray(table), np.asarray(table if other is None else other)
    given = [(each / each.sum(1, keepdims=True)).cumsum(1) for each in tables]
    size = len(table)

    def draw(random: Random, n: int) -> tuple[Any, Any, Any]:
        truth = random.choice(size, n, p=tables[0].sum(1))
        first, second = (np.minimum((one[truth] < random.random(n)[:, None]).sum(1), size - 1) for one in given)
        return truth, first, np.where(random.random(n) < same, first, second) if same else second

    return Pair(name, "labels", draw, sizes, 1, tuple(range(size)), None if other is None else tables)


def labels_in_unequal_clusters(right: float, alike: float) -> Pair:
    """Clusters of 2 to 50 rows; each model has a chance to be right there of its own."""
    total = (1 - alike) / alike

    def draw(random: Random, n: int) -> Drawn:
        cluster = unequal_clusters(random, n // UNEQUAL)
        truth = random.integers(0, 2, len(cluster))
        models = []
        for _ in range(2):
            chance = random.beta(right * total, (1 - right) * total, n // UNEQUAL)[cluster]
            models.append(np.where(random.random(len(cluster)) < chance, truth, 1 - truth))
        return Drawn((truth, *models), None, cluster)

    return Pair(f"2 labels, unequal clusters, correlation {alike:g}", "labels", draw, (520, 1040), labels=(0, 1))


def weighted_labels(name: str, slope: float) -> Pair:
    """The log odds of an error of both rise with the logarithm of the weight."""

    def draw(random: Random, n: int) -> Drawn:
        log = 0.7 * random.normal(size=n)
        truth = (random.random(n) < 0.4).astype(np.int64)
        chance = 1 / (1 + np.exp(1.5 - slope * log))
        return Drawn((truth, *(np.where(random.random(n) < chance, 1 - truth, truth) for _ in range(2))), np.exp(log))

    return Pair(name, "labels", draw, (100, 300), labels=(0, 1))


def scores_of_classes(name: str, prior: Any, apart: float, sizes: tuple[int, ...]) -> Pair:
    """Two models with a score for each class."""

    def draw(random: Random, n: int) -> tuple[Any, Any, Any]:
        size = len(prior)
        truth = random.choice(size, n, p=prior)
        common = 0.7 * random.normal(size=(n, size)) + apart * np.eye(size)[truth]
        a, b = (common + 0.7 * random.normal(size=(n, size)) for _ in range(2))
        return truth, a, b

    return Pair(name, "scores of classes", draw, sizes)


def clustered_labels(name: str, rows: int) -> Pair:
    """Errors of both models depend on the cluster."""

    def draw(random: Random, n: int) -> tuple[Any, Any, Any]:
        groups = n // rows
        truth = random.integers(0, 2, n)
        chances = (np.repeat(random.beta(4, 1, groups), rows) for _ in range(2))
        first, second = (np.where(random.random(n) < chance, truth, 1 - truth) for chance in chances)
        return truth, first, second

    return Pair(name, "labels", draw, (150, 600), rows, (0, 1))


def scores(name: str, prevalence: float, shift: float, alike: float, sizes: tuple[int, ...]) -> Pair:
    """Two normal scores with the same distance of the classes and this correlation."""

    def draw(random: Random, n: int) -> tuple[Any, Any, Any]:
        truth = (random.random(n) < prevalence).astype(np.int64)
        common = np.sqrt(alike) * random.normal(size=n)
        first, second = (common + np.sqrt(1 - alike) * random.normal(size=n) + shift * truth for _ in range(2))
        return truth, first, second

    return Pair(name, "scores", draw, sizes)


def probabilities(name: str, prevalence: float) -> Pair:
    """Two noisy views of the same log odds."""

    def draw(random: Random, n: int) -> tuple[Any, Any, Any]:
        logit = np.log(prevalence / (1 - prevalence)) + 1.2 * random.normal(size=n)
        truth = (random.random(n) < 1 / (1 + np.exp(-logit))).astype(np.int64)
        first, second = (1 / (1 + np.exp(-(logit + 0.5 * random.normal(size=n)))) for _ in range(2))
        return truth, first, second

    return Pair(name, "probabilities", draw)


def _ratings(random: Random, n: int) -> tuple[Any, Any, Any]:
    truth = random.normal(size=n)
    first, second = (0.8 * truth + 0.6 * random.normal(size=n) for _ in range(2))
    return truth, first, second


def _rankings(random: Random, n: int) -> tuple[Any, Any, Any]:
    truth = (random.random((n, 6)) < [0.5, 0.4, 0.3, 0.2, 0.2, 0.1]).astype(np.int64)
    truth[np.arange(n), random.integers(0, 6, n)] = 1
    first, second = (random.normal(size=(n, 6)) + 1.2 * truth for _ in range(2))
    return truth, first, second


PAIRS = [
    labels("2 labels, 80 % right", table_of([1, 1], 0.8, 1), 0.3),
    labels("2 labels, prevalence 0.1", [[0.83, 0.07], [0.03, 0.07]], 0.3),
    labels("2 labels, 96 % right", table_of([1, 1], 0.96, 1), 0.3),
    labels("3 labels, 60 % right", table_of([5, 3, 2], 0.6, 0.6), 0.3),
    labels("5 labels, 75 % right", table_of([4, 3, 2, 2, 1], 0.75, 0.4), 0.3),
    clustered_labels("2 labels in clusters of 5", 5),
    scores("AUC 0.76, prevalence 0.3", 0.3, 1.0, 0.5, (100, 300, 1000)),
    scores("AUC 0.92, prevalence 0.1", 0.1, 2.0, 0.5, (300, 1000)),
    scores("AUC 0.86, prevalence 0.05", 0.05, 1.5, 0.5, (300, 1000)),
    scores("AUC 0.99, prevalence 0.2", 0.2, 3.3, 0.5, (100, 300)),
    scores_of_classes("3 classes, one of 1 %", [0.7, 0.29, 0.01], 1.5, (300, 1000)),
    scores_of_classes("3 classes, one of 4 %, well separated", [0.7, 0.26, 0.04], 2.5, (300, 1000)),
    probabilities("probabilities", 0.3),
    labels("7 labels, 85 % in one", one_large(7, 0.85, 0.85, 0.5), 0.3, (100, 300, 1000)),
    labels("10 labels, 95 % in one", one_large(10, 0.95, 0.9, 0.5), 0.3, (300, 1000)),
    labels("prevalence 0.05, recall 0.9", of_rates(0.05, 0.9, 0.95), 0.5, (100, 300)),
    *(
        labels(f"other errors, prevalence {p}", of_rates(p, 0.95, 0.80), sizes=sizes, other=of_rates(p, 0.80, 0.95))
        for p, sizes in ((0.01, (300, 1000)), (0.1, (100, 300)), (0.5, (100, 300)))
    ),
    labels_in_unequal_clusters(0.8, 0.5),
    labels_in_unequal_clusters(0.9, 0.1),
    weighted_labels("heavy rows wrong more often", 1.0),
    Pair("measurements", "measurements", _ratings),
    Pair("rankings", "rankings", _rankings),
]
