package dev.tenure.runtime.http;

/// Why a connection was ended without an answer, besides that its client wanted it so or asked for nothing
/// for long.
public enum ConnectionEnding {
    /// It said nothing before TLS was agreed on.
    SILENCE("silence"),
    /// TLS was not agreed on in time.
    HANDSHAKE("handshake"),
    /// The head of a request was not here in time.
    HEAD("head"),
    /// There were too many, and others came.
    FOR_ROOM("room");

    private final String word;

    ConnectionEnding(String word) {
        this.word = word;
    }

    /// As metrics call it.
    public String word() {
        return word;
    }
}
