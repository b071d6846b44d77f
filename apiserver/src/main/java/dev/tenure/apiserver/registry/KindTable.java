package dev.tenure.apiserver.registry;

import dev.tenure.model.meta.ResourceType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// All kinds that are served, in the order in which discovery names their groups. Immutable.
public final class KindTable {
    private record Id(String group, String version, String resource) {}

    private record Stored(String group, String resource) {}

    private record Named(String apiVersion, String kind) {}

    /// One version of a group with its kinds in order of resource.
    public record GroupVersion(String group, String version, List<KindEntry> kinds) {
        public GroupVersion {
            kinds = List.copyOf(kinds);
        }
    }

    private final List<KindEntry> builtIn;
    private final List<KindEntry> entries;
    private final Map<Id, KindEntry> byId = new HashMap<>();
    private final Map<Stored, KindEntry> stored = new HashMap<>();
    private final Map<Named, KindEntry> byKind = new HashMap<>();

    /// @param builtIn the kinds that are always there, in the order in which discovery is to name their
    ///     groups
    public KindTable(List<KindEntry> builtIn) {
        this(builtIn, List.of());
    }

    private KindTable(List<KindEntry> builtIn, List<KindEntry> defined) {
        this.builtIn = List.copyOf(builtIn);
        Map<String, Integer> order = new HashMap<>();
        builtIn.forEach(e -> order.putIfAbsent(e.type().group(), order.size()));
        this.entries = Stream.concat(builtIn.stream(), defined.stream())
                .sorted(Comparator.comparingInt(e -> order.getOrDefault(e.type().group(), order.size())))
                .toList();
        this.entries.forEach(this::note);
    }

    private void note(KindEntry entry) {
        ResourceType type = entry.type();
        byId.putIfAbsent(new Id(type.group(), type.version(), type.resource()), entry);
        byKind.putIfAbsent(new Named(type.apiVersion(), type.kind()), entry);
        if (type.equals(entry.stored())) {
            stored.putIfAbsent(new Stored(type.group(), type.resource()), entry);
        }
    }

    /// The built-in kinds of this table and those that were defined at run time, in the order in which
    /// discovery is to name them. A kind that is built in cannot be defined.
    public KindTable with(List<KindEntry> defined) {
        return new KindTable(builtIn, defined);
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
        return Optional.ofNullable(stored.get(new Stored(group, resource)));
    }

    /// The entry of a kind by the name that stands in its objects.
    public Optional<KindEntry> ofKind(String apiVersion, String kind) {
        return Optional.ofNullable(byKind.get(new Named(apiVersion, kind)));
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
