"""Influence functions: how much one row moves a metric. Standard errors and paired tests follow from them."""
