"""Limits of one value: the methods by name, which one a metric takes by default, and when to doubt them."""
