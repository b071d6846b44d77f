package dev.tenure.kinds.custom;

import dev.tenure.apiserver.registry.Conversion;
import dev.tenure.wire.json.ObjectNode;

/// The conversion between versions of one kind that only renames the version. Upstream:
/// conversion/nop_converter.go.
///
/// @param schemas of which the defaults of the version in which an object is stored count in every version
/// @param storedVersion as it stands in objects: `example.com/v1`
/// @param servedVersion the same
record NoneConversion(VersionSchemas schemas, String storedVersion, String servedVersion) implements Conversion {
    @Override
    public ObjectNode toStored(ObjectNode object) {
        ObjectNode stored = object.deepCopy();
        return stored.put("apiVersion", storedVersion);
    }

    @Override
    public ObjectNode fromStored(ObjectNode object) {
        ObjectNode shown = object.deepCopy();
        schemas.settle(shown);
        shown.put("apiVersion", servedVersion);
        schemas.prune(shown);
        return shown;
    }
}
