package dev.tenure.wire.json.decode;

import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.ObjectType;
import java.util.List;

/// An object that was read.
///
/// @param kind what it is; `apiVersion` and `kind` of `object` say the same
/// @param object in canonical form: what Go would serialise, fields in the order of the schema
/// @param strictErrors `unknown field "spec.x"`, `duplicate field "spec.y"`, in the order of the text, at
///     most 100; whether they are errors, warnings or nothing is for the request to say
/// @param empties what stood in the text and was empty
public record Decoded(
        GroupVersionKind kind, ObjectType type, ObjectNode object, List<String> strictErrors, Empties empties) {
    public Decoded {
        strictErrors = List.copyOf(strictErrors);
    }
}
