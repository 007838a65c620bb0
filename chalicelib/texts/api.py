"""Texts of the room `api`."""

JA: dict[str, str] = {}

EN: dict[str, str] = {}
