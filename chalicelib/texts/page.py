"""Texts of the room `page`."""

JA: dict[str, str] = {}

EN: dict[str, str] = {}
