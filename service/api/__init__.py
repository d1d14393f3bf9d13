"""HTTP only: routes, shapes of requests and answers, problem documents, tokens."""
