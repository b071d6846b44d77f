package dev.tenure.wire.schema;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The structures of all kinds that are built in. Reading it takes a few milliseconds; a kind's fields are
/// worked out when first used. Immutable; safe for use by any thread.
public final class Schema {
    /// Known under any version at all.
    private static final Set<String> UNVERSIONED =
            Set.of("Status", "APIVersions", "APIGroup", "APIGroupList", "APIResourceList");

    private final Map<String, ObjectType> types;
    private final Map<GroupVersionKind, ObjectType> kinds;
    private final Set<String> versions;

    Schema(Map<String, ObjectType> types, Map<GroupVersionKind, ObjectType> kinds) {
        this.types = types;
        this.kinds = kinds;
        this.versions =
                kinds.keySet().stream().map(GroupVersionKind::apiVersion).collect(Collectors.toUnmodifiableSet());
    }

    /// The kinds of Kubernetes 1.36, the options and lists of meta/v1 among them.
    public static Schema builtIn() {
        return BuiltIn.SCHEMA;
    }

    /// The structure of a kind. The kinds of meta/v1 that stand in every group (DeleteOptions, WatchEvent
    /// and so on) are found under each of them.
    public Optional<ObjectType> kind(String apiVersion, String kind) {
        return kind(GroupVersionKind.of(apiVersion, kind));
    }

    /// As [#kind(String, String)].
    public Optional<ObjectType> kind(GroupVersionKind kind) {
        ObjectType exact = kinds.get(kind);
        if (exact != null) {
            return Optional.of(exact);
        }
        ObjectType shared = kinds.get(new GroupVersionKind("", "v1", kind.kind()));
        return Optional.ofNullable(shared)
                .filter(type -> type.name().startsWith(TypeTable.META)
                        && (UNVERSIONED.contains(kind.kind()) || versions.contains(kind.apiVersion())));
    }

    /// The type with this OpenAPI name, for example `io.k8s.api.core.v1.Toleration`.
    public Optional<ObjectType> type(String name) {
        return Optional.ofNullable(types.get(name));
    }

    /// All types, in the order of their names.
    public Collection<ObjectType> types() {
        return types.values();
    }

    private static final class BuiltIn {
        private static final Schema SCHEMA = TypeTable.recorded();
    }
}
