"""Populations of a truth and two models that are equally good: whoever says that one is better is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from populations import Random, table_of


@dataclass(frozen=True)
class Pair:
    """`draw` takes random numbers and n and gives truth, first and second model; exchangeable given the truth."""

    name: str
    kind: str
    draw: Callable[[Random, int], tuple[Any, Any, Any]]
    sizes: tuple[int, ...] = (100, 300, 1000)
    cluster: int = 1
    labels: tuple[int, ...] = ()


def labels(name: str, table: Any, same: float, sizes: tuple[int, ...] = (100, 300, 1000)) -> Pair:
    """Two predictions from the same table of errors; in a share `same` of the rows they are one and the same."""
    table = np.asarray(table)
    given = (table / table.sum(1, keepdims=True)).cumsum(1)
    size = len(table)

    def draw(random: Random, n: int) -> tuple[Any, Any, Any]:
        truth = random.choice(size, n, p=table.sum(1))
        first, second = (np.minimum((given[truth] < random.random(n)[:, None]).sum(1), size - 1) for _ in range(2))
        return truth, first, np.where(random.random(n) < same, first, second)

    return Pair(name, "labels", draw, sizes, 1, tuple(range(size)))


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
    probabilities("probabilities", 0.3),
    Pair("ratings", "ratings", _ratings),
    Pair("rankings", "rankings", _rankings),
]
