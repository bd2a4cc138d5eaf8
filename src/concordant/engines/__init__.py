"""
Engines: how states are made where the rows live.

Each engine has the same functions, `counts`, `sample_counts`, `curve`, `moments`, as far as its rows allow, and each of
them gives back a state.

- `arrays`: checked rows in memory, read by the kernels;
- `frames`: columns of eager and lazy frames; a lazy one is grouped by its own engine, and only groups come back;
- `files`: batches of files, each of which becomes a state and is forgotten;
- `devices`: tensors of PyTorch, CuPy and JAX, grouped on their device; only groups come back;
- `torch`: batches of tensors of a training loop, counted on their device without waiting for it.
"""
