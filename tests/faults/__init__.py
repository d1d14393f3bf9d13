"""Faults on purpose: cut connections, killed workers, lost scripts; nothing is lost."""
