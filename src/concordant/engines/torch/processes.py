"""What the processes of a group share: whether there is one, on which device it talks, and its objects."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import torch
from torch import distributed

from concordant.errors import ConcordantError, MergeError, ProcessError


def in_processes() -> bool:
    """Whether this process is one of an initialised group."""
    return distributed.is_available() and distributed.is_initialized()


def collective_device(group: Any, device: torch.device) -> torch.device:
    """The device on which the processes exchange tensors: NCCL knows GPUs alone, gloo and MPI the CPU."""
    if "nccl" in distributed.get_backend(group):
        return device if device.type == "cuda" else torch.device("cuda", torch.cuda.current_device())
    return torch.device("cpu")


def agree(prepare: Callable[[], None], key: str, group: Any, device: torch.device) -> None:
    """
    Prepare the own rows, and raise in all processes unless all of them could, and have the same key.

    Tensors of other sizes would be added up to nonsense, or never arrive.

    Raises
    ------
    MergeError
        If one has another key.
    ProcessError
        If another one failed; that one raises what went wrong.
    """
    failure: Exception | None = None
    try:
        prepare()
    except Exception as error:  # noqa: BLE001  (whatever it is, the others must not wait)
        failure = error
    digest = int.from_bytes(blake2b(key.encode(), digest_size=7).digest())
    told = torch.tensor([digest, -digest, int(failure is not None)], device=device)
    distributed.all_reduce(told, distributed.ReduceOp.MAX, group=group)
    greatest, least, failed = told.tolist()
    if failure is not None:
        raise failure
    if failed:
        msg = "another process of the group failed while it summed its rows: its own error says why."
        raise ProcessError(msg)
    if greatest != -least:
        msg = f"the processes of the group count different things, so that they cannot be added; this one {key}."
        raise MergeError(msg)


def gathered_states(make: Callable[[], Any], group: Any) -> list[Any]:
    """
    Return the state of each process, by rank, None of one without rows.

    A process whose own state cannot be made says so to all others, so that none of them waits for it: all raise.

    Raises
    ------
    ConcordantError
        What is wrong with rows of the first process that has such; `ProcessError` where one failed otherwise.
    """
    own: Exception | None = None
    try:
        mine = make()
    except Exception as error:  # noqa: BLE001  (whatever it is, the others must not wait)
        own = error
        said = f"process {distributed.get_rank(group)} failed: {type(error).__name__}: {error}"
        mine = error if isinstance(error, ConcordantError) else ProcessError(said)
    found: list[Any] = [None] * distributed.get_world_size(group)
    distributed.all_gather_object(found, mine, group=group)
    if own is not None and not isinstance(own, ConcordantError):
        raise own
    for state in found:
        if isinstance(state, ConcordantError):  # all processes raise, or none does
            raise state
    return [state for state in found if state is not None]
