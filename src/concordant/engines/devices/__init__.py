"""
States of tensors that lie on a device: of PyTorch, CuPy and JAX.

Rows stay there. What comes to the host is groups: each pair of labels, or each score of a class, with how often it
occurs, which the same checks and kernels then read as they read the groups of a lazy frame. So a state of a device is
that of the same rows in memory.

- `device_rows`: the columns of a call, and what is wrong with them;
- `operations`: what differs between the libraries, and nothing else;
- `groups`: equal rows together; `exact_sums`: sums of weights in no order at all;
- `counts`, `indicators`, `curves`, `losses`: the states; `ranks`: what needs none.

They are imported where they are needed, so that a program without tensors does not wait for them.
"""
