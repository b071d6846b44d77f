package dev.tenure.checks.golden;

import java.nio.file.Path;

/// Where the servers of a replay keep their objects.
sealed interface Engine {
    /// In memory, gone with the server.
    record Memory() implements Engine {}

    /// In an etcd of the server's own, gone with it.
    ///
    /// @param program of etcd
    record Etcd(Path program) implements Engine {}
}
