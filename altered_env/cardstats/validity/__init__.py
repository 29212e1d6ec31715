"""External validity: simulated figures compared with the results of people."""
