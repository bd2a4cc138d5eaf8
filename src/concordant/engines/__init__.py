"""
Engines: how states are made where the rows live.

Each engine has the same functions, `counts`, `sample_counts`, `curve`, `moments`, as far as its rows allow, and each of
them gives back a state.

- `arrays`: checked rows in memory, read by the kernels;
- `devices`: tensors of PyTorch, CuPy and JAX, grouped on their device; only groups come back;
- `workers`: an aggregator for Beam, Dask, Ray Data and Spark.

Frames and files are read by `concordant.sources`, batches of a training loop by `concordant.learning.torch`.
"""
