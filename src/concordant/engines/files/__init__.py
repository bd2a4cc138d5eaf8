"""States of files: a batch is read, what it says is added to what is known, and the batch is forgotten."""
