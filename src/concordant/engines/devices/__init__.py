"""
States of tensors that lie on a device: of PyTorch, CuPy and JAX.

Rows stay there. What comes to the host is groups: each pair of labels, or each score of a class, with how often it
occurs, which the same checks and kernels then read as they read the groups of a lazy frame. So a state of a device is
that of the same rows in memory.

- `device_rows`: the columns of a call, and what is wrong with them; `rows_on_host`: the same on the host;
- `operations`: what differs between the libraries, and nothing else;
- `groups`: equal rows together; `one_hot`: tables of few labels; `exact_sums`: sums of weights in no order at all;
- `counts`, `indicators`, `curves`, `panels`: the states of groups; `ranks`: what needs none;
- `losses`, `class_losses`, `rankings`: moments of a quantity of each row;
- `probability_rows`, `probability_curves`: probabilities, for measures of calibration.

They are imported where they are needed, so that a program without tensors does not wait for them.
"""
