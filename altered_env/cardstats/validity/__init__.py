"""External validity: simulated figures beside the results of people."""
