package dev.tenure.launch.process;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/// What this machine is called.
public final class HostName {
    private static final Path OF_LINUX = Path.of("/proc/sys/kernel/hostname");

    private HostName() {}

    /// Its own name, or `unknown`. Linux is asked itself: the JDK would also look for an address, for seconds
    /// where no name server answers.
    public static String own() {
        try {
            return Files.isReadable(OF_LINUX)
                    ? Files.readString(OF_LINUX).strip()
                    : InetAddress.getLocalHost().getHostName();
        } catch (IOException _) {
            return "unknown";
        }
    }
}
