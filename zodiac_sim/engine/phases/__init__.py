"""The rules, a chapter a file: small functions of arrays and rolled dice, and the phases that apply them to a batch."""
