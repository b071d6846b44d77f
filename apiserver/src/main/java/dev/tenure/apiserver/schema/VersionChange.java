package dev.tenure.apiserver.schema;

import dev.tenure.wire.json.ObjectNode;

/// How an object of a kind that was defined at run time gets from one version to another. Safe for use by
/// several threads; somebody else may be asked, so that it may take long.
@FunctionalInterface
public interface VersionChange {
    /// Only the name of the version changes.
    VersionChange RENAMING = new VersionChange() {
        @Override
        public ObjectNode to(ObjectNode object, String apiVersion) {
            return object.deepCopy().put("apiVersion", apiVersion);
        }

        @Override
        public boolean onlyRenames() {
            return true;
        }
    };

    /// A new object.
    ///
    /// @param apiVersion as it stands in objects: `example.com/v1`
    /// @throws dev.tenure.apiserver.registry.RefusedException when that is not possible
    ObjectNode to(ObjectNode object, String apiVersion);

    /// Whether fields stay where they are, whatever the version.
    default boolean onlyRenames() {
        return false;
    }
}
