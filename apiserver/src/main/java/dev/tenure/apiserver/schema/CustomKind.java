package dev.tenure.apiserver.schema;

import dev.tenure.model.meta.Frozen;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.ObjectType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the server knows of one version of a kind that was defined at run time, beyond what it knows of all
/// kinds. Immutable.
///
/// @param schema absent only for versions that store everything as it is
/// @param structure the same as server-side apply sees it
/// @param versions all versions of the kind, served or not, as they stand in objects: `example.com/v1`
/// @param change how objects get from one version to another
/// @param warnings sent with every answer
/// @param definition the state of the definition that this was made of
public record CustomKind(
        String listKind,
        Optional<Structural> schema,
        ObjectType structure,
        Map<String, CustomVersion> versions,
        VersionChange change,
        Optional<ScalePaths> scale,
        List<String> warnings,
        Definition definition) {
    public CustomKind {
        versions = Frozen.map(versions);
        warnings = List.copyOf(warnings);
    }

    /// Tells states of definitions apart.
    ///
    /// @param uid of the definition
    /// @param generation counts its changes
    /// @param terminating whether it is being deleted
    public record Definition(String uid, long generation, boolean terminating) {
        /// Whether all is as it was in an earlier state, but for the deletion, which also counts as a change.
        boolean continues(Definition earlier) {
            return uid.equals(earlier.uid) && (generation == earlier.generation || terminating);
        }
    }

    /// Whether a watch that began with the kind as it was can go on. Upstream: updateCustomResourceDefinition
    /// in apiserver/customresource_handler.go.
    public boolean continues(CustomKind earlier) {
        return definition.continues(earlier.definition);
    }

    /// Whether the definition is being deleted, so that no object can be created any more.
    public boolean terminating() {
        return definition.terminating();
    }

    /// Takes out of an object what the schema does not know and fills in defaults, in place.
    ///
    /// @return the paths of what was taken out, in order
    public List<String> coerce(ObjectNode object) {
        List<String> unknown = PruningRule.object(object, schema);
        schema.ifPresent(known -> DefaultingRule.fill(object, known));
        return unknown;
    }
}
