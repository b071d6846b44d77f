package dev.tenure.runtime.callout;

import java.io.IOException;

/// A call to which there is no answer. Its message says why in Go's words, for example `context deadline
/// exceeded`.
public final class CallFailedException extends IOException {
    private static final long serialVersionUID = 1L;

    CallFailedException(String why) {
        super(why);
    }
}
