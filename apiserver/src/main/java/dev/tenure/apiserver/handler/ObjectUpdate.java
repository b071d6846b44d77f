package dev.tenure.apiserver.handler;

import dev.tenure.wire.json.ObjectNode;

/// An object after and before a write. Both are trees of the same version, and mean nothing when they are
/// mixed up: whoever hands on the two together hands on this.
///
/// @param next what the write makes of it; belongs to the request, which may still change it in place
/// @param old what is stored, with its revision; to be read only
record ObjectUpdate(ObjectNode next, ObjectNode old) {}
