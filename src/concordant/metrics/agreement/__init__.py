"""Agreement of two raters or many, beyond chance: kappas, alpha, intraclass correlation; weights of disagreement."""

from __future__ import annotations
