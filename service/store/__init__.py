"""Keeps matches in Redis; the only place where a match outlives a request."""
