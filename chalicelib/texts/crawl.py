"""Texts of the room `crawl`."""

JA: dict[str, str] = {}

EN: dict[str, str] = {}
