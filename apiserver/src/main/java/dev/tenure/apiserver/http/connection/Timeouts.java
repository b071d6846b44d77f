package dev.tenure.apiserver.http.connection;

import java.time.Duration;

/// How long a client may take, and how many connections there may be.
///
/// @param silence for how long a client may say nothing while TLS is agreed on; upstream: only the next
/// @param handshake within which TLS is to be agreed on; upstream: as for a head (tlsHandshakeTimeout)
/// @param head within which the head of a request is to be here once it has begun; upstream: 32 s
/// @param idle after which a connection without a request is closed; upstream: 90 s
/// @param body within which a body is to be here; upstream: `--request-timeout`
/// @param stall for how long a client may take nothing of an answer
/// @param watch how long a watch lasts at least when the client does not say; upstream:
///     `--min-request-timeout`
/// @param connections at a time
public record Timeouts(
        Duration silence,
        Duration handshake,
        Duration head,
        Duration idle,
        Duration body,
        Duration stall,
        Duration watch,
        int connections) {
    private static final Duration SILENCE = Duration.ofSeconds(10);
    private static final Duration HANDSHAKE = Duration.ofSeconds(32);
    private static final Duration HEAD = Duration.ofSeconds(32);
    private static final Duration IDLE = Duration.ofSeconds(90);
    private static final Duration BODY = Duration.ofSeconds(60);
    private static final Duration STALL = Duration.ofSeconds(15);
    private static final Duration WATCH = Duration.ofMinutes(30);

    /// With upstream's times where it has some, and as many connections as the machine allows.
    public static Timeouts standard() {
        return new Timeouts(SILENCE, HANDSHAKE, HEAD, IDLE, BODY, STALL, WATCH, ConnectionLimit.connections());
    }

    /// As upstream's flags `--request-timeout` and `--min-request-timeout` have it.
    public Timeouts lasting(Duration request, Duration watchAtLeast) {
        return new Timeouts(silence, handshake, head, idle, request, stall, watchAtLeast, connections);
    }
}
