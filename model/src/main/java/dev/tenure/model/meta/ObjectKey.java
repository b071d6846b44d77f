package dev.tenure.model.meta;

import org.jspecify.annotations.Nullable;

/// Identifies an object in the store: group, resource, namespace, name, without a version. Ordered by these
/// four, in this order, as bytes.
///
/// @param group empty for the core group
/// @param namespace empty for objects of the whole cluster
public record ObjectKey(String group, String resource, String namespace, String name) implements Comparable<ObjectKey> {
    /// `/<group>/<resource>/<namespace>/<name>`, the form written to disk.
    public String path() {
        return "/" + group + "/" + resource + "/" + namespace + "/" + name;
    }

    /// The key written by [#path()].
    ///
    /// @throws IllegalArgumentException when `path` has another form
    public static ObjectKey ofPath(String path) {
        String[] parts = path.split("/", 5);
        if (parts.length != 5 || !parts[0].isEmpty()) {
            throw new IllegalArgumentException(
                    "key \"%s\" is not of the form /<group>/<resource>/<namespace>/<name>".formatted(path));
        }
        return new ObjectKey(parts[1], parts[2], parts[3], parts[4]);
    }

    /// `namespace/name`, or the bare name for an object of the whole cluster.
    public String qualifiedName() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }

    /// As a record's, but the names, which differ most, come first; written out, for it is asked for all the
    /// time.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof ObjectKey key
                        && name.equals(key.name)
                        && namespace.equals(key.namespace)
                        && resource.equals(key.resource)
                        && group.equals(key.group));
    }

    @Override
    public int hashCode() {
        return ((group.hashCode() * 31 + resource.hashCode()) * 31 + namespace.hashCode()) * 31 + name.hashCode();
    }

    @Override
    public int compareTo(ObjectKey other) {
        int order = group.compareTo(other.group);
        order = order != 0 ? order : resource.compareTo(other.resource);
        order = order != 0 ? order : namespace.compareTo(other.namespace);
        return order != 0 ? order : name.compareTo(other.name);
    }
}
