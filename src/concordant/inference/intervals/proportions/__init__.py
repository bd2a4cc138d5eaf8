"""Intervals of binomial proportions, and of all that is a share of rows or a function of one."""
