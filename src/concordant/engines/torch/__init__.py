"""States of tensors: labels are counted on their device, and everything else through the arrays of the host."""
