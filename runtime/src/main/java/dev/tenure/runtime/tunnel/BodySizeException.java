package dev.tenure.runtime.tunnel;

import java.io.IOException;

/// A body is larger than what is held of one.
public final class BodySizeException extends IOException {
    private static final long serialVersionUID = 1L;

    BodySizeException(String message) {
        super(message);
    }
}
