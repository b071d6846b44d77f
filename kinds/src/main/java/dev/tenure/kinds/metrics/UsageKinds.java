package dev.tenure.kinds.metrics;

import dev.tenure.apiserver.handler.SpecialHandler;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.table.CellText;
import dev.tenure.apiserver.table.Column;
import dev.tenure.model.metrics.ResourceUsage;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// NodeMetrics and PodMetrics: their entries in the table of kinds, and who answers for them.
public final class UsageKinds {
    private static final String VERSION = "metrics.k8s.io/v1beta1";

    /// Their entries.
    public static final List<KindEntry> ALL = List.of(
            KindEntry.cluster(VERSION, "nodes", "NodeMetrics")
                    .withVerbs("get", "list")
                    .with(KindEntry.Flag.VIRTUAL, KindEntry.Flag.TEXT_ONLY)
                    .withColumns(columns()),
            KindEntry.namespaced(VERSION, "pods", "PodMetrics")
                    .withVerbs("get", "list")
                    .with(KindEntry.Flag.VIRTUAL, KindEntry.Flag.TEXT_ONLY)
                    .withColumns(columns()));

    private UsageKinds() {}

    /// Who answers, by resource.
    ///
    /// @param usage tells what is used now; may wait
    public static Map<String, SpecialHandler> handlers(Supplier<ResourceUsage> usage) {
        return Map.of(
                "metrics.k8s.io/nodes", new UsageHandler(UsageHandler.Part.NODES, usage),
                "metrics.k8s.io/pods", new UsageHandler(UsageHandler.Part.PODS, usage));
    }

    private static List<Column> columns() {
        return List.of(
                CellText.name(),
                amount("CPU", "cpu"),
                amount("Memory", "memory"),
                CellText.text("Window", object -> object.path("window").asText("")));
    }

    private static Column amount(String title, String resource) {
        return CellText.text(title, object -> total(object, resource));
    }

    private static String total(JsonNode object, String resource) {
        return UsageHandler.total(object, resource);
    }
}
