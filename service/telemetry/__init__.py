"""What operators are told: metrics, traces and logs; never tokens, seeds or cards."""
