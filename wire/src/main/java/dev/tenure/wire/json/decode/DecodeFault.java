package dev.tenure.wire.json.decode;

/// A value that ends the decoding at once, unlike a wrong type, which is noted while decoding goes on. Never
/// leaves this package.
final class DecodeFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DecodeFault(String message) {
        super(message, null, false, false);
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
