package dev.tenure.apiserver.schema;

import dev.tenure.wire.schema.ObjectType;
import java.util.Optional;

/// What field management has to know of a version of a kind that was defined at run time. Immutable.
///
/// @param structure its objects, as server-side apply sees them
/// @param status whether it has the sub-resource of this name
/// @param scale where its objects keep the number of replicas, if it has that sub-resource
public record CustomVersion(ObjectType structure, boolean status, Optional<ScalePaths> scale) {}
