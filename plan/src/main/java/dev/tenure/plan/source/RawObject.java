package dev.tenure.plan.source;

import dev.tenure.wire.schema.GroupVersionKind;

/// An object that was found and not yet read.
///
/// @param json of the object, perhaps without `apiVersion` and `kind`
record RawObject(byte[] json, GroupVersionKind kind, Place place) {}
