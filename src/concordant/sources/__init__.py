"""
Where rows come from: files, lazy frames and eager ones, and the states that are counted from them.

- `files`, `csv_files`, `ndjson_files`, `parquet_files`: which files a name means, and their batches;
- `batches`, `whole_batches`: columns of files and lazy frames, and their checked rows batch by batch;
- `frames`, `source`: columns, groups and windows of frames through narwhals; scans and the columns of a call;
- `labels`, `label_batches`: pairs and combinations of labels, by one group-by or in batches;
- `scores`, `score_batches`, `buckets`: scores, exact while few, then in buckets;
- `moments`, `panels`, `by_group`: measurements and losses, ratings in long tables, states of groups.
"""
