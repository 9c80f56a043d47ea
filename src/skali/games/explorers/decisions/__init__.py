"""The decisions of Explorers, one file for each or for those that belong together (XN-D02 to XN-D16)."""
