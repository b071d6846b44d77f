package dev.tenure.simnodes.usage;

/// A text that declares no usage. The message says what was expected.
final class UsageException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
