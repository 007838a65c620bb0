"""Texts of the findings that the vocabulary of schema.org gives (page/rules.py, room "vocabulary")."""

JA: dict[str, str] = {}

EN: dict[str, str] = {}
