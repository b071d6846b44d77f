package dev.tenure.wire.schema;

import dev.tenure.model.meta.ResourceType;
import org.jspecify.annotations.Nullable;

/// Which kind an object is. `group` is empty for the core group.
public record GroupVersionKind(String group, String version, String kind) {
    /// @param apiVersion `v1` or `group/version`
    public static GroupVersionKind of(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        return slash < 0
                ? new GroupVersionKind("", apiVersion, kind)
                : new GroupVersionKind(apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind);
    }

    public static GroupVersionKind of(ResourceType type) {
        return new GroupVersionKind(type.group(), type.version(), type.kind());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof GroupVersionKind that
                        && kind.equals(that.kind)
                        && group.equals(that.group)
                        && version.equals(that.version));
    }

    @Override
    public int hashCode() {
        return 31 * (31 * kind.hashCode() + group.hashCode()) + version.hashCode();
    }

    /// `v1` or `group/version`.
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }
}
