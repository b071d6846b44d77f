package dev.tenure.launch.process;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// What this machine is called.
public final class HostName {
    private HostName() {}

    /// Its own name, or `unknown`.
    public static String own() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "unknown";
        }
    }
}
