package dev.tenure.model.meta;

import org.jspecify.annotations.Nullable;

/// A kind of object as it is addressed: `apps/v1 deployments` of kind `Deployment`, in a namespace or not.
///
/// @param group empty for the core group
public record ResourceType(String group, String version, String resource, String kind, Scope scope) {
    /// Whether names are unique in a namespace or in the whole cluster.
    public enum Scope {
        NAMESPACED,
        CLUSTER
    }

    /// `v1` or `apps/v1`, as in the field `apiVersion`.
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /// `pods` or `deployments.apps`, as in error messages.
    public String qualifiedResource() {
        return group.isEmpty() ? resource : resource + "." + group;
    }

    public boolean namespaced() {
        return scope == Scope.NAMESPACED;
    }

    /// As a record's, the names first; written out, for it is asked for all the time.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof ResourceType type
                        && resource.equals(type.resource)
                        && group.equals(type.group)
                        && version.equals(type.version)
                        && kind.equals(type.kind)
                        && scope == type.scope);
    }

    @Override
    public int hashCode() {
        return (resource.hashCode() * 31 + group.hashCode()) * 31 + version.hashCode();
    }

    /// The key under which an object of this type is stored; the version is no part of it.
    public ObjectKey key(String namespace, String name) {
        return new ObjectKey(group, resource, namespaced() ? namespace : "", name);
    }
}
