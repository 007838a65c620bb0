"""Pages judged by us and by Adobe's validator, to see where the two differ and who is right."""
