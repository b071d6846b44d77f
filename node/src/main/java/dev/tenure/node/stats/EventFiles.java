package dev.tenure.node.stats;

import java.io.IOException;

/// Files by which the kernel tells of something, as C knows them: by number. Safe for use by several threads.
interface EventFiles {
    /// @return a file descriptor
    int open(String path, int flags) throws IOException;

    /// Writes a text with the zero byte that ends it in C.
    ///
    /// @throws IOException when the kernel does not take it
    void write(int descriptor, String text) throws IOException;

    /// A descriptor that the kernel counts events with.
    int events() throws IOException;

    /// Takes the count of an event descriptor, which starts anew.
    void drain(int descriptor);

    /// Waits for one descriptor.
    ///
    /// @param wanted [Libc#READABLE] or [Libc#URGENT]
    /// @return what happened; 0 when nothing did in that time
    short poll(int descriptor, short wanted, int millis);

    void close(int descriptor);
}
