package dev.tenure.apiserver.kinds;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.apiserver.table.Column;
import dev.tenure.apiserver.table.KindColumns;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// All kinds that are served, in the order in which discovery names their groups. Immutable.
public final class KindTable {
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

    private record Id(String group, String version, String resource) {}

    /// One version of a group with its kinds in order of resource.
    public record GroupVersion(String group, String version, List<KindEntry> kinds) {
        public GroupVersion {
            kinds = List.copyOf(kinds);
        }
    }

    private final List<KindEntry> builtIn;
    private final List<KindEntry> entries;
    private final Map<Id, KindEntry> byId = new HashMap<>();

    public KindTable(List<KindEntry> entries) {
        this(entries, List.of());
    }

    private KindTable(List<KindEntry> builtIn, List<KindEntry> defined) {
        this.builtIn = List.copyOf(builtIn);
        this.entries = Stream.concat(builtIn.stream(), defined.stream())
                .sorted(Comparator.comparingInt(KindTable::groupRank))
                .toList();
        this.entries.forEach(e -> byId.putIfAbsent(
                new Id(e.type().group(), e.type().version(), e.type().resource()), e));
    }

    /// Every kind of this server, with the features that are on by default.
    public static KindTable standard() {
        return standard(false);
    }

    /// Every kind of this server.
    ///
    /// @param comparisonOperators whether tolerations may use Lt and Gt
    public static KindTable standard(boolean comparisonOperators) {
        KindStrategies strategies = new KindStrategies(comparisonOperators);
        return new KindTable(Stream.of(CoreKinds.ALL, WorkloadKinds.ALL, AccessKinds.ALL, PlatformKinds.ALL)
                .flatMap(List::stream)
                .map(strategies::apply)
                .map(KindTable::completed)
                .toList());
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

    /// The built-in kinds of this table and those that were defined at run time, in the order in which discovery is to
    /// name them. A kind that is built in cannot be defined.
    public KindTable with(List<KindEntry> defined) {
        return new KindTable(builtIn, defined);
    }

    private static int groupRank(KindEntry entry) {
        int rank = GROUP_ORDER.indexOf(entry.type().group());
        return rank < 0 ? GROUP_ORDER.size() : rank;
    }

    public List<KindEntry> entries() {
        return entries;
    }

    /// Only those that were defined at run time.
    public List<KindEntry> defined() {
        return entries.stream().filter(e -> e.custom().isPresent()).toList();
    }

    /// Whether any kind of this group is built in.
    public boolean hasBuiltIn(String group) {
        return builtIn.stream().anyMatch(e -> e.type().group().equals(group));
    }

    public Optional<KindEntry> find(String group, String version, String resource) {
        return Optional.ofNullable(byId.get(new Id(group, version, resource)));
    }

    /// The entry under which objects of a group and resource are stored.
    public Optional<KindEntry> stored(String group, String resource) {
        return first(e -> e.conversion().isEmpty()
                && e.type().group().equals(group)
                && e.type().resource().equals(resource));
    }

    /// The entry of a kind by the name that stands in its objects.
    public Optional<KindEntry> ofKind(String apiVersion, String kind) {
        return first(e -> e.type().kind().equals(kind) && e.type().apiVersion().equals(apiVersion));
    }

    private Optional<KindEntry> first(Predicate<KindEntry> wanted) {
        return entries.stream().filter(wanted).findFirst();
    }

    /// Groups in order, each with its versions, the preferred one first.
    public Map<String, List<GroupVersion>> groups() {
        var groups = new LinkedHashMap<String, Map<String, List<KindEntry>>>();
        for (KindEntry e : entries) {
            groups.computeIfAbsent(e.type().group(), _ -> new LinkedHashMap<>())
                    .computeIfAbsent(e.type().version(), _ -> new ArrayList<>())
                    .add(e);
        }
        var result = new LinkedHashMap<String, List<GroupVersion>>();
        groups.forEach((group, versions) -> result.put(
                group,
                versions.entrySet().stream()
                        .map(v -> new GroupVersion(group, v.getKey(), v.getValue()))
                        .toList()));
        return result;
    }
}
