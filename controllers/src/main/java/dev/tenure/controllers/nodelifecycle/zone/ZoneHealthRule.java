package dev.tenure.controllers.nodelifecycle.zone;

import dev.tenure.model.core.WellKnownLabels;
import java.util.Map;

/// Decides how a zone is, and how fast its sick nodes may be tainted. Upstream: ComputeZoneState,
/// setLimiterInZone.
public final class ZoneHealthRule {
    private static final int PARTIAL_NOT_READY_MIN = 3;

    /// The settings of zones, by upstream's flags.
    ///
    /// @param evictionRate nodes per second in a healthy zone
    /// @param secondaryEvictionRate nodes per second in a large zone that is partially disrupted
    /// @param unhealthyThreshold share of sick nodes from which a zone is partially disrupted
    /// @param largeSizeThreshold a zone with more nodes than this is large
    public record Settings(
            float evictionRate, float secondaryEvictionRate, float unhealthyThreshold, int largeSizeThreshold) {}

    private ZoneHealthRule() {}

    /// Computed in 32-bit floats, as upstream's.
    public static ZoneHealth health(ZoneCount count, Settings settings) {
        if (count.ready() == 0 && count.notReady() > 0) {
            return ZoneHealth.FULL_DISRUPTION;
        }
        boolean partial = count.notReady() >= PARTIAL_NOT_READY_MIN
                && (float) count.notReady() / (float) count.size() >= settings.unhealthyThreshold();
        return partial ? ZoneHealth.PARTIAL_DISRUPTION : ZoneHealth.NORMAL;
    }

    /// Nodes per second for a zone, as long as not all zones are fully disrupted.
    public static double rate(ZoneHealth health, ZoneCount count, Settings settings) {
        return switch (health) {
            case INITIAL, NORMAL, FULL_DISRUPTION -> settings.evictionRate();
            case PARTIAL_DISRUPTION ->
                count.size() > settings.largeSizeThreshold() ? settings.secondaryEvictionRate() : 0;
        };
    }

    /// The key of the zone that a node's labels name; empty when they name none. The older labels win.
    /// Upstream: component-helpers GetZoneKey.
    public static String zoneKey(Map<String, String> labels) {
        String zone = labels.getOrDefault(WellKnownLabels.BETA_ZONE, labels.getOrDefault(WellKnownLabels.ZONE, ""));
        String region =
                labels.getOrDefault(WellKnownLabels.BETA_REGION, labels.getOrDefault(WellKnownLabels.REGION, ""));
        return zone.isEmpty() && region.isEmpty() ? "" : region + ":\0:" + zone;
    }
}
