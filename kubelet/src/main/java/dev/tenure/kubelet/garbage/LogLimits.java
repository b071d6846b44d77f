package dev.tenure.kubelet.garbage;

/// How much of a container's log stays on the node.
///
/// @param bytesMax from which size a file is set aside; zero or less: never
/// @param filesMax files of one container, the one written to included; at least 2
public record LogLimits(long bytesMax, int filesMax) {
    public static final LogLimits STANDARD = new LogLimits(10L << 20, 5);
}
