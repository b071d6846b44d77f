package dev.tenure.controllers.nodelifecycle.zone;

import dev.tenure.controllers.nodelifecycle.zone.ZonesState.ZoneView;
import java.util.List;
import java.util.Optional;

/// Why the nodes of a zone are not tainted NoExecute at the usual rate, in words.
public final class ZonePauseRule {
    private ZonePauseRule() {}

    /// Empty when they are.
    ///
    /// @param all every zone
    public static Optional<String> reason(ZoneView zone, List<ZoneView> all, ZoneHealthRule.Settings settings) {
        return switch (zone.health()) {
            case INITIAL, NORMAL -> Optional.empty();
            case FULL_DISRUPTION ->
                all.stream().allMatch(other -> other.health() == ZoneHealth.FULL_DISRUPTION || unknown(other))
                        ? Optional.of("eviction is paused because no node of any zone is ready: the fault is taken to"
                                + " lie with the control plane")
                        : Optional.empty();
            case PARTIAL_DISRUPTION -> Optional.of(partly(zone, settings));
        };
    }

    /// A zone without a node that counts says nothing.
    private static boolean unknown(ZoneView zone) {
        return zone.count().size() == 0;
    }

    private static String partly(ZoneView zone, ZoneHealthRule.Settings settings) {
        ZoneCount count = zone.count();
        String down = "%d of %d nodes of the zone are not ready".formatted(count.notReady(), count.size());
        return count.size() > settings.largeSizeThreshold()
                ? "eviction is slowed down to %s nodes/s because %s".formatted((float) zone.rate(), down)
                : "eviction is paused because %s, and a zone of at most %d nodes is small"
                        .formatted(down, settings.largeSizeThreshold());
    }
}
