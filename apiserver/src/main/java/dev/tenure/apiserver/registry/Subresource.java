package dev.tenure.apiserver.registry;

import dev.tenure.model.meta.Frozen;
import java.util.Set;

/// A part or an action of an object that has a path of its own.
///
/// @param bodyGroup group of the kind that is read and written there; for `status` that of the object itself
/// @param verbs as in discovery: get, patch, update, create, delete
/// @param rows whether it can be had as a table, as most of what is read with a status
public record Subresource(
        String name, String bodyGroup, String bodyVersion, String bodyKind, Set<String> verbs, boolean rows) {
    public Subresource {
        verbs = Frozen.set(verbs);
    }

    /// One that there is no table of.
    public Subresource(String name, String bodyGroup, String bodyVersion, String bodyKind, Set<String> verbs) {
        this(name, bodyGroup, bodyVersion, bodyKind, verbs, false);
    }

    /// A part that is read and written as the whole object, for example `status`.
    public static Subresource ofObject(String name, String... verbs) {
        return new Subresource(name, "", "", "", Set.of(verbs));
    }

    public static Subresource status() {
        return new Subresource("status", "", "", "", Set.of("get", "patch", "update"), true);
    }

    public Subresource withoutRows() {
        return new Subresource(name, bodyGroup, bodyVersion, bodyKind, verbs, false);
    }

    public static Subresource scale() {
        return new Subresource("scale", "autoscaling", "v1", "Scale", Set.of("get", "patch", "update"), true);
    }

    /// Whether its body is the object itself.
    public boolean ofObject() {
        return bodyKind.isEmpty();
    }
}
