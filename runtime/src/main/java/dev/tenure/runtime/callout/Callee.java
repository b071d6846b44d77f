package dev.tenure.runtime.callout;

import java.net.URI;
import java.util.Optional;

/// Who is called.
///
/// @param address where, with a host and a port that can be dialled
/// @param host what the header `Host` says, when that is not what is dialled; else empty
/// @param name the host name or IP address that the server's certificate has to be for
/// @param authorities PEM certificates, one of which has to vouch for the server; empty: those that this
///     machine knows
/// @param streams whether HTTP/2 may be spoken
public record Callee(URI address, String host, String name, String authorities, boolean streams) {
    /// The host and port that are dialled.
    String dialled() {
        return address.getRawAuthority();
    }

    /// How it is spoken to.
    Peer peer() {
        return new Peer(name, new Peer.Trust.Authorities(authorities), streams, Optional.empty());
    }
}
