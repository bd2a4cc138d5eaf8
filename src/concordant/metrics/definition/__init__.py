"""The object that every metric is: its kinds, its facts, the decorator that makes it, the registry that finds it."""

from __future__ import annotations
