"""Ports of loopback for processes that are told where to listen."""
import random
import socket


def free_port():
    """One of those that the system gives to no connection, so that it is free still when a process is started again."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as free:
            try:
                free.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
