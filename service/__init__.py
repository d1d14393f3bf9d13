"""Tapete: a game-state service for three card games."""
