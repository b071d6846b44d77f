package dev.tenure.node.cri;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// A container runtime that did not do what it was asked; the message is its own.
public final class RuntimeUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean absent;

    /// It did something else than it said.
    public RuntimeUnavailableException(String message) {
        super(message);
        this.absent = false;
    }

    RuntimeUnavailableException(String message, Throwable cause) {
        this(message, cause, false);
    }

    /// @param absent whether the thing asked for does not exist
    RuntimeUnavailableException(String message, Throwable cause, boolean absent) {
        super(message, cause);
        this.absent = absent;
    }

    /// The message as a kubelet tells it of a pull: with the code that gRPC gives, unless that says nothing.
    /// Upstream: cri-client/pkg/remote_image.go (PullImage).
    public String withCode() {
        String message = String.valueOf(getMessage());
        if (!(getCause() instanceof StatusRuntimeException told)) {
            return message;
        }
        Status.Code code = told.getStatus().getCode();
        return switch (code) {
            case UNKNOWN -> message;
            case CANCELLED -> "rpc error: code = Canceled desc = " + message;
            default -> "rpc error: code = " + words(code) + " desc = " + message;
        };
    }

    /// `NotFound` for `NOT_FOUND`.
    private static String words(Status.Code code) {
        return Arrays.stream(code.name().split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }

    /// Whether the sandbox, container or image asked for does not exist.
    public boolean absent() {
        return absent;
    }
}
