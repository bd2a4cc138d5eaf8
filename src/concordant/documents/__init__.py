"""Documents of blocks: a page as data, and its three writers."""
