package dev.tenure.controllers.nodelifecycle;

import dev.tenure.controllers.nodelifecycle.zone.ZoneHealthRule;
import dev.tenure.controllers.nodelifecycle.zone.ZonePauseRule;
import dev.tenure.controllers.nodelifecycle.zone.ZonesState.ZoneView;
import dev.tenure.model.quantity.GoDuration;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.Comparator;
import java.util.List;

/// What `/tenure/v1/node-lifecycle` shows: the flags of the controller, and every zone with its state, its
/// counts, how fast its nodes are tainted NoExecute, how many wait for that, and why it is not at the usual
/// rate.
final class NodeLifecyclePage {
    private static final String BETWEEN = ":\0:";

    private NodeLifecyclePage() {}

    static ObjectNode of(List<ZoneView> zones, NodeLifecycleLoop.Configuration configuration) {
        ObjectNode page = Json.object();
        page.set("flags", flags(configuration));
        ArrayNode list = page.putArray("zones");
        for (ZoneView zone : inOrder(zones)) {
            int between = zone.key().indexOf(BETWEEN);
            ObjectNode entry = list.addObject()
                    .put("region", between < 0 ? "" : zone.key().substring(0, between))
                    .put("zone", between < 0 ? "" : zone.key().substring(between + BETWEEN.length()))
                    .put("state", zone.health().word())
                    .put("ready", zone.count().ready())
                    .put("notReady", zone.count().notReady())
                    .put("nodesPerSecond", asSet(zone.rate()))
                    .put("waiting", zone.waiting());
            ZonePauseRule.reason(zone, zones, configuration.zones()).ifPresent(reason -> entry.put("message", reason));
        }
        return page;
    }

    /// Rates are worked out in 32 bits, as upstream's; with 64 more digits would be told than anybody set.
    private static double asSet(double rate) {
        return Double.parseDouble(Float.toString((float) rate));
    }

    /// As they would be written on the command line.
    private static ObjectNode flags(NodeLifecycleLoop.Configuration configuration) {
        ZoneHealthRule.Settings zones = configuration.zones();
        return Json.object()
                .put("node-monitor-period", GoDuration.text(configuration.monitorPeriod()))
                .put("node-monitor-grace-period", GoDuration.text(configuration.gracePeriod()))
                .put("node-eviction-rate", Float.toString(zones.evictionRate()))
                .put("secondary-node-eviction-rate", Float.toString(zones.secondaryEvictionRate()))
                .put("unhealthy-zone-threshold", Float.toString(zones.unhealthyThreshold()))
                .put("large-cluster-size-threshold", Integer.toString(zones.largeSizeThreshold()));
    }

    /// By region and zone, whichever was seen first.
    private static List<ZoneView> inOrder(List<ZoneView> zones) {
        return zones.stream().sorted(Comparator.comparing(ZoneView::key)).toList();
    }
}
