"""How often the default interval of a metric holds the true value: measured in a simulation, kept beside the facts."""

from __future__ import annotations

from dataclasses import dataclass

from concordant.metrics._object.beside_module import read_facts

_FILE = "coverage.json"  # beside this module; made by benchmarks/coverage/summary.py


@dataclass(frozen=True, slots=True)
class Coverage:
    """
    Measured coverage of the default intervals with a nominal 95 %, in samples of 100 rows or more.

    Attributes
    ----------
    method : str
        The method that was taken most often.
    low, high : float
        The least and the greatest coverage among the designs in which most intervals have no warning.
    designs, runs : int
        How many populations and sizes; samples of each, at least.
    """

    method: str
    low: float
    high: float
    designs: int
    runs: int

    def __str__(self) -> str:
        """In words."""
        return (
            f"{self.method}; {self.low:.1%} to {self.high:.1%} of nominal 95 % intervals held the true value "
            f"({self.designs} designs of {self.runs:,} samples or more)"
        )


def coverage_of(name: str) -> Coverage | None:
    """What was measured for a metric; None if it has no interval by default."""
    found = read_facts(_FILE).get(name)
    return None if found is None else Coverage(**found)
