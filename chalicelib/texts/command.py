"""Texts of the room `command`."""

JA: dict[str, str] = {}

EN: dict[str, str] = {}
