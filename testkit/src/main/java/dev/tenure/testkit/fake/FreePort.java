package dev.tenure.testkit.fake;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/// Ports for programs that are told where to listen. A port that the system names for a listener on port 0 is
/// one of those it also gives to whoever connects: by the time a program listens there, a connection of
/// somebody else may have it. Those named here are below all that Linux and macOS give to connections.
public final class FreePort {
    /// Of the ports that are tried, the first.
    static final int FIRST = 20_000;

    /// Of the ports that are tried, the first above them.
    static final int END = 30_000;

    private static final int TRIES = 1_000;

    private FreePort() {}

    /// A port of loopback at which nobody listens now, chosen by chance so that tests in other processes
    /// hardly choose it too.
    ///
    /// @throws IllegalStateException when all that were tried are taken
    public static int next() {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port from %d to %d".formatted(FIRST, END - 1));
    }

    private static boolean isFree(int port) {
        try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
