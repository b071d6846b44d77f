package dev.tenure.kinds;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.apiserver.table.Column;
import dev.tenure.kinds.metrics.UsageKinds;
import dev.tenure.kinds.table.KindColumns;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.wire.view.Views;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The one list of all kinds that are built in. Pure.
public final class KindList {
    /// The order in which discovery names the groups.
    private static final List<String> GROUP_ORDER = List.of(
            "",
            "apiregistration.k8s.io",
            "apps",
            "events.k8s.io",
            "authentication.k8s.io",
            "authorization.k8s.io",
            "autoscaling",
            "batch",
            "certificates.k8s.io",
            "networking.k8s.io",
            "policy",
            "rbac.authorization.k8s.io",
            "storage.k8s.io",
            "admissionregistration.k8s.io",
            "apiextensions.k8s.io",
            "scheduling.k8s.io",
            "coordination.k8s.io",
            "node.k8s.io",
            "discovery.k8s.io",
            "resource.k8s.io",
            "flowcontrol.apiserver.k8s.io");

    private KindList() {}

    /// Every kind of this room, with the features that are on by default.
    public static KindTable standard() {
        return standard(FeatureGates.STANDARD);
    }

    /// Every kind of this room.
    ///
    /// @param gates features that are switched on or off
    public static KindTable standard(FeatureGates gates) {
        var strategies = new KindStrategies(gates);
        return new KindTable(Stream.of(CoreKinds.ALL, WorkloadKinds.ALL, AccessKinds.ALL, PlatformKinds.ALL)
                .flatMap(List::stream)
                .map(strategies::apply)
                .map(KindList::completed)
                .sorted(Comparator.comparingInt(
                        e -> GROUP_ORDER.indexOf(e.type().group())))
                .toList());
    }

    /// These kinds, and those that tell what pods and nodes use.
    static KindTable measured(KindTable standard) {
        return new KindTable(Stream.concat(
                        standard.entries().stream(), UsageKinds.ALL.stream().map(KindList::viewed))
                .toList());
    }

    private static KindEntry viewed(KindEntry entry) {
        return entry.withView(Views.reader(entry.stored())).withStrategy(PlainKind.INSTANCE);
    }

    /// What an entry leaves unsaid.
    private static KindEntry completed(KindEntry entry) {
        KindEntry viewed = entry.withView(Views.reader(entry.stored())).withColumns(columns(entry));
        return entry.strategy().equals(KindStrategy.PLAIN) ? viewed.withStrategy(PlainKind.INSTANCE) : viewed;
    }

    /// Columns read the stored form.
    private static List<Column> columns(KindEntry entry) {
        List<Column> columns = KindColumns.of(entry.stored().qualifiedResource());
        return entry.conversion()
                .map(conversion -> columns.stream()
                        .map(column -> column.reading(conversion::toStored))
                        .toList())
                .orElse(columns);
    }
}
