"""The decisions of Eketorp, one file for each or for two that belong together (EK-D1 to EK-D9)."""
