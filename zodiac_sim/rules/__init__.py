"""The rules as data: rulesets, their tables, and the clauses in words."""
