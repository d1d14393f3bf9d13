"""The rules a second time, slow and literal, sharing no code with the service."""
