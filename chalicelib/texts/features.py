"""Texts of the findings about Google's search features (page/rules.py, room "features")."""

JA: dict[str, str] = {}

EN: dict[str, str] = {}
