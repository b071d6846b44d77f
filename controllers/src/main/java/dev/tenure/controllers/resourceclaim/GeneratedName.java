package dev.tenure.controllers.resourceclaim;

/// From what the names of claims are generated that are made for pods.
final class GeneratedName {
    /// With a hyphen and five characters it is the longest name that a label can have.
    private static final int BASE_LENGTH_MAX = 57;

    private GeneratedName() {}

    /// Names that are too long are both shortened, each by its share, so that something is left of the
    /// second.
    static String of(String pod, String podClaim) {
        String base = pod + "-" + podClaim + "-";
        return base.length() <= BASE_LENGTH_MAX
                ? base
                : shortened(pod, base.length()) + "-" + shortened(podClaim, base.length());
    }

    private static String shortened(String name, int length) {
        return name.substring(0, name.length() * BASE_LENGTH_MAX / length);
    }
}
