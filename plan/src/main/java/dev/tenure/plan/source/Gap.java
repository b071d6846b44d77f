package dev.tenure.plan.source;

/// Something that is not known of a cluster.
///
/// @param resource what is missing, as `kubectl get` calls it, for example `poddisruptionbudgets.policy`
/// @param why for example that the caller may not list it
/// @param unknown what nobody can tell without it
public record Gap(String resource, String why, String unknown) {
    /// As one sentence.
    public String text() {
        return "%s: %s; unknown: %s".formatted(resource, why, unknown);
    }
}
