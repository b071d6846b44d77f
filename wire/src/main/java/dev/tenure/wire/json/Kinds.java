package dev.tenure.wire.json;

import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.KindLookup;
import dev.tenure.wire.schema.ObjectType;
import java.util.function.Supplier;

/// What is said when a text names no kind, or one that is not known.
public final class Kinds {
    /// Messages name the place where upstream's table of kinds is made; its line is of no meaning.
    private static final String SCHEME = "pkg/runtime/scheme.go:111";

    private Kinds() {}

    /// @param shown the object, for the message
    /// @throws DecodeException when the kind is not complete or not known
    public static ObjectType require(KindLookup kinds, GroupVersionKind kind, Supplier<String> shown) {
        if (kind.kind().isEmpty()) {
            throw DecodeException.unrecognized("Object 'Kind' is missing in '" + shown.get() + "'");
        }
        if (kind.version().isEmpty()) {
            throw DecodeException.of(kind, "Object 'apiVersion' is missing in '" + shown.get() + "'");
        }
        return kinds.find(kind)
                .orElseThrow(() -> DecodeException.of(
                        kind,
                        "no kind " + Quoted.of(kind.kind()) + " is registered for version "
                                + Quoted.of(kind.apiVersion()) + " in scheme " + Quoted.of(SCHEME)));
    }

    /// An object is of one known kind, and another is wanted.
    public static DecodeException otherKind(ObjectType actualType, GroupVersionKind actual, GroupVersionKind wanted) {
        boolean sameKind = actual.kind().equals(wanted.kind());
        if (sameKind && internalPackage(actual.group()).equals(internalPackage(wanted.group()))) {
            return DecodeException.otherVersion(actual, wanted);
        }
        return DecodeException.of(
                actual,
                "converting (" + actualType.goName() + ") to (" + internalPackage(wanted.group()) + "." + wanted.kind()
                        + "): unknown conversion");
    }

    private static String internalPackage(String group) {
        if (group.isEmpty() || group.equals("events.k8s.io")) {
            return "core";
        }
        int dot = group.indexOf('.');
        return dot < 0 ? group : group.substring(0, dot);
    }
}
