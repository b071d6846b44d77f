package dev.tenure.apiserver.registry;

import dev.tenure.model.meta.Frozen;
import java.util.Set;

/// A part or an action of an object that has a path of its own.
///
/// @param bodyGroup group of the kind that is read and written there; for `status` that of the object itself
/// @param verbs as in discovery: get, patch, update, create, delete
public record Subresource(String name, String bodyGroup, String bodyVersion, String bodyKind, Set<String> verbs) {
    public Subresource {
        verbs = Frozen.set(verbs);
    }

    /// A part that is read and written as the whole object, for example `status`.
    public static Subresource ofObject(String name, String... verbs) {
        return new Subresource(name, "", "", "", Set.of(verbs));
    }

    public static Subresource status() {
        return ofObject("status", "get", "patch", "update");
    }

    public static Subresource scale() {
        return new Subresource("scale", "autoscaling", "v1", "Scale", Set.of("get", "patch", "update"));
    }

    /// Whether its body is the object itself.
    public boolean ofObject() {
        return bodyKind.isEmpty();
    }
}
