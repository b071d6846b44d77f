package dev.tenure.apiserver.registry;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.Comparator;

/// The order of versions by how much one may rely on them: v2, v1, v1beta2, v1beta1, v1alpha1, then all
/// others by name. Upstream: apimachinery/pkg/version/helpers.go.
public final class VersionOrder {
    private static final Pattern VERSION = Pattern.compile("^v([1-9][0-9]*)(?:(alpha|beta)([1-9][0-9]*))?$");

    /// The most reliable first.
    public static final Comparator<String> BEST_FIRST = Comparator.comparingInt(VersionOrder::stability)
            .thenComparingLong(VersionOrder::major)
            .thenComparingLong(VersionOrder::minor)
            .reversed()
            .thenComparing(Comparator.naturalOrder());

    private VersionOrder() {}

    private static int stability(String version) {
        Matcher parts = VERSION.matcher(version);
        if (!parts.matches()) {
            return 0;
        }
        return parts.group(2) == null ? 3 : parts.group(2).equals("beta") ? 2 : 1;
    }

    private static long major(String version) {
        Matcher parts = VERSION.matcher(version);
        return parts.matches() ? Long.parseLong(parts.group(1)) : 0;
    }

    private static long minor(String version) {
        Matcher parts = VERSION.matcher(version);
        return parts.matches() && parts.group(3) != null ? Long.parseLong(parts.group(3)) : 0;
    }
}
