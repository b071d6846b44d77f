package dev.tenure.checks.golden.suite;

import java.nio.file.Path;

/// Where the servers of a replay keep their objects.
public sealed interface Engine {
    /// In memory, gone with the server.
    record Memory() implements Engine {}

    /// In an etcd of the server's own, gone with it.
    ///
    /// @param program of etcd
    record Etcd(Path program) implements Engine {}
}
