package dev.tenure.node.probe;

import dev.tenure.runtime.io.IoWords;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.channels.UnresolvedAddressException;

/// Why a connection could not be made, in the words of Go's `net` package, which events of probes show.
final class DialWords {
    private DialWords() {}

    /// @param host a name or an address, perhaps in brackets
    static String of(IOException e, String host, int port) {
        return switch (e) {
            case ConnectException refused
            when !(refused.getCause() instanceof UnresolvedAddressException) ->
                "dial tcp %s: connect: connection refused".formatted(joined(host, port));
            case SocketTimeoutException _ -> "dial tcp %s: i/o timeout".formatted(joined(host, port));
            default -> IoWords.of(e);
        };
    }

    /// Host and port as they stand in an address.
    static String joined(String host, int port) {
        boolean bare = host.contains(":") && !host.startsWith("[");
        return (bare ? "[" + host + "]" : host) + ":" + port;
    }
}
