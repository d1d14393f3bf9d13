"""`tapete doctor`: looks a deployment over, and says what to type."""
