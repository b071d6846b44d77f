package dev.tenure.kinds.custom;

import dev.tenure.apiserver.registry.Conversion;
import dev.tenure.apiserver.schema.CustomKind;
import dev.tenure.wire.json.ObjectNode;

/// The conversion between versions of one kind that only renames the version. Upstream: conversion/nop_converter.go.
///
/// @param storedVersion as it stands in objects: `example.com/v1`
/// @param servedVersion the same
/// @param served what the served version knows
record NoneConversion(String storedVersion, String servedVersion, CustomKind served) implements Conversion {
    @Override
    public ObjectNode toStored(ObjectNode object) {
        ObjectNode stored = object.deepCopy();
        return stored.put("apiVersion", storedVersion);
    }

    @Override
    public ObjectNode fromStored(ObjectNode object) {
        ObjectNode shown = object.deepCopy();
        shown.put("apiVersion", servedVersion);
        served.coerce(shown);
        return shown;
    }
}
