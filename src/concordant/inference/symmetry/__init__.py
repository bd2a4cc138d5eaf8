"""Tests of one table of labels: symmetry, marginal homogeneity, and agreement beyond chance."""

from concordant.inference.symmetry.bowker import bowker_test
from concordant.inference.symmetry.homogeneity import bhapkar_test, stuart_maxwell_test
from concordant.inference.symmetry.kappa_zero_test import kappa_test
from concordant.inference.symmetry.mcnemar import mcnemar_test

__all__ = ["bhapkar_test", "bowker_test", "kappa_test", "mcnemar_test", "stuart_maxwell_test"]
