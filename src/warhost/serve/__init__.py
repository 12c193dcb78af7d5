"""Tables on the net: games, seats and watchers behind HTTP and web sockets."""
