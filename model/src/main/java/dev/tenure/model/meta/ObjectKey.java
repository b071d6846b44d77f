package dev.tenure.model.meta;

import java.util.Comparator;

/// Identifies an object in the store: group, resource, namespace, name, without a version. Ordered by these four, in
/// this order, as bytes.
///
/// @param group empty for the core group
/// @param namespace empty for objects of the whole cluster
public record ObjectKey(String group, String resource, String namespace, String name) implements Comparable<ObjectKey> {
    private static final Comparator<ObjectKey> ORDER = Comparator.comparing(ObjectKey::group)
            .thenComparing(ObjectKey::resource)
            .thenComparing(ObjectKey::namespace)
            .thenComparing(ObjectKey::name);

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

    @Override
    public int compareTo(ObjectKey other) {
        return ORDER.compare(this, other);
    }
}
