"""Studies as people write them: fighters, policies, matchups and variants."""
