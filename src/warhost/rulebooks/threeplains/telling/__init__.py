"""What people see, read and type."""
