package dev.tenure.controllers.nodelifecycle.zone;

/// How a zone is.
public enum ZoneHealth {
    /// Not looked at yet.
    INITIAL("Initial"),
    NORMAL("Normal"),
    PARTIAL_DISRUPTION("PartialDisruption"),
    FULL_DISRUPTION("FullDisruption");

    private final String word;

    ZoneHealth(String word) {
        this.word = word;
    }

    /// Upstream's word.
    public String word() {
        return word;
    }
}
