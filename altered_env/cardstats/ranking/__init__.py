"""Every card ranked: a randomised experiment that many cards share, and what follows from it."""
