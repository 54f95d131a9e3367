"""Exact laws of what is small enough to be counted: no dice are rolled here."""
