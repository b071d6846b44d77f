package dev.tenure.kinds.custom;

import dev.tenure.apiserver.registry.Conversion;
import dev.tenure.apiserver.schema.DefaultingRule;
import dev.tenure.apiserver.schema.PruningRule;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.wire.json.ObjectNode;
import java.util.Optional;

/// The conversion between versions of one kind that only renames the version. Upstream: conversion/nop_converter.go.
///
/// @param storedVersion as it stands in objects: `example.com/v1`
/// @param servedVersion the same
/// @param stored what the stored version knows; its defaults count in every version
/// @param served what the served version knows
record NoneConversion(
        String storedVersion, String servedVersion, Optional<Structural> stored, Optional<Structural> served)
        implements Conversion {
    @Override
    public ObjectNode toStored(ObjectNode object) {
        ObjectNode stored = object.deepCopy();
        return stored.put("apiVersion", storedVersion);
    }

    @Override
    public ObjectNode fromStored(ObjectNode object) {
        ObjectNode shown = object.deepCopy();
        PruningRule.object(shown, stored);
        stored.ifPresent(known -> DefaultingRule.fill(shown, known));
        shown.put("apiVersion", servedVersion);
        PruningRule.object(shown, served);
        return shown;
    }
}
