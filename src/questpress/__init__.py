"""questpress: a print-and-play press for tabletop games, with a rules engine that proves what it prints."""

__version__ = "0.1.0"
