"""The games in other people's tools: PettingZoo, Gymnasium, batches for numpy, and the Model Context Protocol.

Every registered game that offers an observation is there by being registered. Each module needs a library that Skáli alone does
not: ``pip install 'skali[rl]'`` for the environments, ``pip install 'skali[mcp]'`` for ``skali mcp``.
"""
