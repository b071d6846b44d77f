package dev.tenure.wire.proto;

/// Bytes that are no valid message. Never leaves this package.
final class ProtoFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ProtoFault(String message) {
        super(message, null, false, false);
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
