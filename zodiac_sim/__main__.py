"""``python -m zodiac_sim`` is the command ``zodiac-sim``."""

import sys

from zodiac_sim.cli import main

sys.exit(main())
