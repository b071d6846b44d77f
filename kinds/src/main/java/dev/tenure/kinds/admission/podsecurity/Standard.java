package dev.tenure.kinds.admission.podsecurity;

/// A standard as of one version of Kubernetes.
///
/// @param minor of version 1; [#LATEST] follows the server
record Standard(Level level, int minor) {
    static final int LATEST = Integer.MAX_VALUE;

    boolean restricts() {
        return level != Level.PRIVILEGED;
    }

    /// As in messages, for example `baseline:latest` or `restricted:v1.25`.
    @Override
    public String toString() {
        return level.word() + ":" + (minor == LATEST ? "latest" : "v1." + minor);
    }
}
