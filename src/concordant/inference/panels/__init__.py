"""What stays here goes to other chapters."""
