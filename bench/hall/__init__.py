"""The hall under load, beside boardgame.io's server: players over WebSocket on loopback."""
