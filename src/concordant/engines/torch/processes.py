"""What the processes of a group share: whether there is one, on which device it talks, and its objects."""

from __future__ import annotations

from typing import Any

import torch
from torch import distributed


def in_processes() -> bool:
    """Whether this process is one of an initialised group."""
    return distributed.is_available() and distributed.is_initialized()


def collective_device(group: Any, device: torch.device) -> torch.device:
    """The device on which the processes exchange tensors: NCCL knows GPUs alone, gloo and MPI the CPU."""
    if "nccl" in distributed.get_backend(group):
        return device if device.type == "cuda" else torch.device("cuda", torch.cuda.current_device())
    return torch.device("cpu")


def gathered_objects(mine: Any, group: Any) -> list[Any]:
    """One object of each process, by rank."""
    found: list[Any] = [None] * distributed.get_world_size(group)
    distributed.all_gather_object(found, mine, group=group)
    return found
