package dev.tenure.kubelet.image;

/// Credentials of registries that cannot be read. The message holds nothing of them.
public final class LoginFormatException extends Exception {
    private static final long serialVersionUID = 1L;

    LoginFormatException(String message) {
        super(message);
    }
}
