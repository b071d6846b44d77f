package dev.tenure.wire.json.decode;

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

    /// @param wanted what it should be
    /// @param shown the object, for the message
    /// @throws DecodeException when the kind is not complete or not known
    public static ObjectType require(
            KindLookup kinds, GroupVersionKind kind, GroupVersionKind wanted, Supplier<String> shown) {
        if (kind.kind().isEmpty()) {
            throw DecodeException.unrecognized("Object 'Kind' is missing in '" + shown.get() + "'");
        }
        if (kind.version().isEmpty()) {
            throw DecodeException.of(kind, "Object 'apiVersion' is missing in '" + shown.get() + "'");
        }
        return kinds.find(kind)
                .orElseThrow(() -> OldVersions.groupNow(kind)
                        .filter(_ -> !kind.equals(wanted))
                        .map(group -> otherKind(kind.version() + "." + kind.kind(), group, kind, wanted))
                        .orElseGet(() -> DecodeException.of(
                                kind,
                                "no kind " + Quoted.of(kind.kind()) + " is registered for version "
                                        + Quoted.of(kind.apiVersion()) + " in scheme " + Quoted.of(SCHEME))));
    }

    /// An object is of one known kind, and another is wanted.
    public static DecodeException otherKind(ObjectType actualType, GroupVersionKind actual, GroupVersionKind wanted) {
        return otherKind(actualType.goName(), actual.group(), actual, wanted);
    }

    /// Whether two kinds are one to upstream: objects of it can be converted, but not every path takes them.
    public static boolean areVersionsOfOne(GroupVersionKind one, GroupVersionKind other) {
        return areOne(one.group(), one, other);
    }

    private static boolean areOne(String group, GroupVersionKind one, GroupVersionKind other) {
        return one.kind().equals(other.kind()) && internalPackage(group).equals(internalPackage(other.group()));
    }

    private static DecodeException otherKind(
            String goName, String group, GroupVersionKind actual, GroupVersionKind wanted) {
        if (areOne(group, actual, wanted)) {
            return DecodeException.otherVersion(actual, wanted);
        }
        return DecodeException.of(
                actual,
                "converting (" + goName + ") to (" + internalPackage(wanted.group()) + "." + wanted.kind()
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
