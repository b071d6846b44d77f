package dev.tenure.controllers.podautoscaler;

import dev.tenure.model.meta.ResourceType;
import java.util.List;
import java.util.Optional;

/// What the API serves, as far as discovery told of it. Immutable.
///
/// @param types each in the version that is preferred
/// @param versions of groups that other servers answer for, as in `apiVersion`, those that are preferred first
record KnownKinds(List<ResourceType> types, List<String> versions) {
    KnownKinds {
        types = List.copyOf(types);
        versions = List.copyOf(versions);
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

    /// The versions of a group.
    List<String> versions(String group) {
        String prefix = group + "/";
        return versions.stream()
                .filter(version -> version.startsWith(prefix))
                .map(version -> version.substring(prefix.length()))
                .toList();
    }
}
