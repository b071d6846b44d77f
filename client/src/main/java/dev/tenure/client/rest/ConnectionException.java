package dev.tenure.client.rest;

/// A cluster that cannot be reached, or a kubeconfig that cannot be used; the message says which and why.
public final class ConnectionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ConnectionException(String message) {
        super(message);
    }

    public ConnectionException(String message, Throwable cause) {
        super(message, cause);
    }
}
