"""What metrics of counts share: quotients of cells, wrong rows, costs, information."""

from __future__ import annotations
