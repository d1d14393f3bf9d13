"""Any bytes for the borders of the service: what must hold, and how to vary inputs."""
