"""How much memory a call needs beyond its inputs, ours and each peer's, each in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from benchmarks.sweep.points import NUMBER, OURS, Point, Spec
from benchmarks.timing import peak_extra_memory


@dataclass(frozen=True)
class Peak:
    """Bytes beyond the inputs of each call of a point; None where the process fell."""

    point: Point
    bytes: dict[str, int | None]


def prepared(spec: Spec, name: str, gigabytes: float) -> Callable[[], object]:
    """In the child: the call of a point, with all that it imports already there."""
    import warnings

    from benchmarks.sweep.worker import bound_memory
    from benchmarks.sweep.works import job

    warnings.simplefilter("ignore")
    bound_memory(gigabytes)
    small = Spec(spec.work, spec.column, 200, min(spec.labels, 6), spec.weighted)
    for call in job(small).calls.values():
        call()
    return job(spec).calls[name]


def peak(point: Point, gigabytes: float) -> Peak:
    """Our memory, and that of the fastest peer (or of the number beside an interval)."""
    names = [OURS, *sorted(point.rivals, key=lambda name: point.rivals[name])[:1]]
    names += [NUMBER] if NUMBER in point.seconds else []
    found: dict[str, int | None] = {}
    for name in names:
        try:
            found[name] = peak_extra_memory(partial(prepared, point.spec, name, gigabytes))
        except EOFError:
            found[name] = None
    return Peak(point, found)
