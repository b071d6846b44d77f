package dev.tenure.controllers.podautoscaler;

import dev.tenure.client.informer.DiscoveredKinds;
import dev.tenure.model.meta.ResourceType;
import java.util.List;
import java.util.Optional;

/// What the API serves, as far as discovery told of it. Immutable.
///
/// @param types each in the version that is preferred
/// @param elsewhere what other servers answer for
record KnownKinds(List<ResourceType> types, DiscoveredKinds elsewhere) {
    KnownKinds {
        types = List.copyOf(types);
    }

    Optional<ResourceType> find(String group, String kind) {
        return types.stream()
                .filter(type -> type.group().equals(group) && type.kind().equals(kind))
                .findFirst();
    }

    /// Upstream: meta.NoKindMatchError.
    static String noMatch(String group, String kind) {
        return "no matches for kind \"%s\" in group \"%s\"".formatted(kind, group);
    }

    /// The versions of a group that another server answers for, those that are preferred first.
    List<String> versions(String group) {
        String prefix = group + "/";
        return elsewhere.versions().stream()
                .filter(version -> version.startsWith(prefix))
                .map(version -> version.substring(prefix.length()))
                .toList();
    }

    /// Whether somebody answers for a group, though perhaps not now.
    boolean isRegistered(String group) {
        return !versions(group).isEmpty() || elsewhere.isUnsureOf(group);
    }
}
