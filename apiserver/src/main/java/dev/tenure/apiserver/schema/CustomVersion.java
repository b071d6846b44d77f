package dev.tenure.apiserver.schema;

import dev.tenure.wire.schema.ObjectType;
import java.util.Optional;

/// What is known of each version of a kind that was defined at run time, whichever of them is asked for.
/// Immutable.
///
/// @param schema absent only for versions that store everything as it is
/// @param structure its objects, as server-side apply sees them
/// @param status whether it has the sub-resource of this name
/// @param scale where its objects keep the number of replicas, if it has that sub-resource
public record CustomVersion(
        Optional<Structural> schema, ObjectType structure, boolean status, Optional<ScalePaths> scale) {}
