package dev.tenure.plan.source;

/// Something that is not known of a cluster.
///
/// @param resource what is missing, as `kubectl get` calls it, for example `poddisruptionbudgets.policy`
/// @param why for example that the caller may not list it
/// @param unknown what nobody can tell without it
/// @param absent whether there just are none, which may be all there is to know; otherwise they could not be read
public record Gap(String resource, String why, String unknown, boolean absent) {
    /// Something that could not be read.
    public Gap(String resource, String why, String unknown) {
        this(resource, why, unknown, false);
    }

    /// As one sentence.
    public String text() {
        return "%s: %s; unknown: %s".formatted(resource, why, unknown);
    }
}
