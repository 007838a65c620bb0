"""Texts of the room `fetch`."""

JA: dict[str, str] = {}

EN: dict[str, str] = {}
