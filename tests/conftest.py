"""What all tests share: a fixed Hypothesis profile, and one setting of threads that no test leaves changed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from concordant import settings as threads

# The processes that xdist starts inherit this and share the cores: threads of BLAS and OpenMP that wait for a core spin
# (what scikit-learn fits then takes ten times as long).
for library in ("OPENBLAS", "OMP"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

# The same examples in every run, and no deadline: a shared machine may be slow at any moment. Under sanitizers, which
# look at memory and not at numbers, a few are enough; `--hypothesis-profile thorough` looks for new ones.
COMMON: Any = {"deadline": None, "database": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("ci", derandomize=True, max_examples=24, **COMMON)
settings.register_profile("few", derandomize=True, max_examples=4, **COMMON)
settings.register_profile("thorough", derandomize=False, print_blob=True, max_examples=400, **COMMON)
settings.load_profile("ci")


@pytest.fixture
def free_threads(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Let a test set threads and the environment variable; afterwards all is as before."""
    monkeypatch.setattr(threads, "_threads", None)
    monkeypatch.delenv("CONCORDANT_THREADS", raising=False)
    return monkeypatch


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows each collect() of a lazy frame brought home."""
    from narwhals import LazyFrame

    sizes: list[int] = []
    collect = LazyFrame.collect

    def counting(self: Any, *args: Any, **options: Any) -> Any:
        found = collect(self, *args, **options)
        sizes.append(len(found))
        return found

    monkeypatch.setattr(LazyFrame, "collect", counting)
    return sizes


@pytest.fixture(autouse=True)
def _no_figure_is_left_open() -> Iterator[None]:
    """Close what a test drew through pyplot, so that no other test sees it."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
