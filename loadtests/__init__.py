"""Load tests: users who play whole matches and check each answer, and a load curve."""
