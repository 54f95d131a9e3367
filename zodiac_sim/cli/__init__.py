"""The command ``zodiac-sim``."""

from zodiac_sim.cli.app import main

__all__ = ["main"]
