"""Texts of the findings about Google's search features (page/rules.py, room "features"), their names and notes."""

from chalicelib.texts import features_en, features_ja

JA: dict[str, str] = features_ja.TEXTS

EN: dict[str, str] = features_en.TEXTS
