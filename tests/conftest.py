"""Settings of every test: no window for plots, and hypothesis without time limits on a busy machine."""

import os

from hypothesis import settings

os.environ["MPLBACKEND"] = "Agg"

# In CI the drawn examples are always the same, so that a red build speaks of the change.
settings.register_profile("zodiac", deadline=None, print_blob=True, derandomize="CI" in os.environ)
settings.load_profile("zodiac")
