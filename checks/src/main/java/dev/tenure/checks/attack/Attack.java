package dev.tenure.checks.attack;

import java.io.IOException;

/// Something a stranger, or a client that is broken, does to a server.
interface Attack {
    /// A few words for the table.
    String name();

    /// Begins it.
    ///
    /// @throws IOException when the server does not even let it begin
    Siege begin(Victim victim) throws IOException;

    /// An attack that goes on until it is closed.
    interface Siege extends AutoCloseable {
        /// What the server did about it, asked before the end.
        Held held();

        @Override
        void close();
    }

    /// @param good whether the server did what it should
    record Held(boolean good, String how) {}
}
