"""
States of tensors that lie on a device: of PyTorch, CuPy and JAX.

Rows stay there. What comes to the host is groups: each pair of labels, or each score of a class, with how often it
occurs, which the same checks and kernels then read as they read the groups of a lazy frame. So a state of a device is
that of the same rows in memory.

- `operations`, `torch_operations`: what differs between the libraries, and nothing else;
- `rows`: the columns of a call, and what is wrong with them; the same on the host;
- `groups`: equal rows together, and the states of such groups; sums of weights in no order at all;
- `sums`: what needs no groups: ROC AUC of two classes by two sorts, and moments of losses.

They are imported where they are needed, so that a program without tensors does not wait for them.
"""
