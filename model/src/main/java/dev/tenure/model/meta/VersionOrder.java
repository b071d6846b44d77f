package dev.tenure.model.meta;

import java.util.Comparator;
import java.util.OptionalLong;

/// The order of versions by how much one may rely on them: v2, v1, v1beta2, v1beta1, v1alpha1, then all
/// others by name. Upstream: apimachinery/pkg/version/helpers.go.
public final class VersionOrder {
    /// The most reliable first.
    public static final Comparator<String> BEST_FIRST = Comparator.<String, Parsed>comparing(VersionOrder::parse)
            .reversed()
            .thenComparing(Comparator.naturalOrder());

    private static final int STABLE = 3;
    private static final int BETA = 2;
    private static final int ALPHA = 1;
    private static final Parsed OTHER = new Parsed(0, 0, 0);

    private record Parsed(int stability, long major, long minor) implements Comparable<Parsed> {
        private static final Comparator<Parsed> ORDER = Comparator.comparingInt(Parsed::stability)
                .thenComparingLong(Parsed::major)
                .thenComparingLong(Parsed::minor);

        @Override
        public int compareTo(Parsed other) {
            return ORDER.compare(this, other);
        }
    }

    private VersionOrder() {}

    private static Parsed parse(String version) {
        if (!version.startsWith("v")) {
            return OTHER;
        }
        String rest = version.substring(1);
        int beta = rest.indexOf("beta");
        int alpha = rest.indexOf("alpha");
        if (beta >= 0) {
            return parsed(BETA, rest.substring(0, beta), rest.substring(beta + "beta".length()));
        }
        return alpha >= 0
                ? parsed(ALPHA, rest.substring(0, alpha), rest.substring(alpha + "alpha".length()))
                : parsed(STABLE, rest, "0");
    }

    private static Parsed parsed(int stability, String major, String minor) {
        OptionalLong first = number(major);
        OptionalLong second = number(minor);
        return first.isPresent() && second.isPresent()
                ? new Parsed(stability, first.getAsLong(), second.getAsLong())
                : OTHER;
    }

    /// Digits that fit, as upstream's: other words are no numbers.
    private static OptionalLong number(String digits) {
        if (digits.isEmpty() || !digits.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(digits));
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }
}
