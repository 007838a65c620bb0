"""Kunugi: watches the structured markup of the sites a company owns."""

VERSION = "0.1.0"
