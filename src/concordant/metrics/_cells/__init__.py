"""What metrics of counts share: quotients of cells, wrong rows, costs, information."""
