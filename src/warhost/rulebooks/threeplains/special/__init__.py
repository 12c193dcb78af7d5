"""Special rules: where they hook in, and the traits."""
