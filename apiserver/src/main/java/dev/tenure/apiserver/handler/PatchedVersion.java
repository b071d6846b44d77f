package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.handler.body.BodyReader;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.json.decode.Decoded;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a patch of a built-in kind says of the version of its object. Upstream decodes what comes of a JSON
/// or merge patch into the internal form of the kind, from whichever version it names: another one that is
/// served is converted, and no version at all means the internal form itself, whose fields have other
/// names, so that nothing is known. Upstream: apiserver/pkg/endpoints/handlers/patch.go
/// (applyPatchToCurrentObject).
final class PatchedVersion {
    private static final String API_VERSION = "apiVersion";
    private static final String KIND = "kind";

    private final Environment environment;
    private final BodyReader bodies;

    PatchedVersion(Environment environment, BodyReader bodies) {
        this.environment = environment;
        this.bodies = bodies;
    }

    /// Whether an object names the version that was asked for, as nearly all do.
    static boolean isAsAsked(ObjectNode patched, ResourceType type) {
        return patched.path(API_VERSION).asText("").equals(type.apiVersion());
    }

    /// What is unknown in an object that names no version: all its fields, in their order. Empty when it
    /// names one, or a kind that is not the wanted one.
    static Optional<List<String>> unknownOfUnversioned(ObjectNode patched, ResourceType type) {
        String kind = patched.path(KIND).asText("");
        boolean other = !kind.isEmpty() && !kind.equals(type.kind());
        if (other || !patched.path(API_VERSION).asText("").isEmpty()) {
            return Optional.empty();
        }
        List<String> unknown = new ArrayList<>();
        for (var field : patched.properties()) {
            if (!field.getKey().equals(API_VERSION) && !field.getKey().equals(KIND)) {
                unknown.add("unknown field \"" + field.getKey() + "\"");
            }
        }
        return Optional.of(unknown);
    }

    /// The object with such names in front that would count as `kind` or `apiVersion` in a text, where the
    /// last one counts and case does not, and do not where a patch is applied: upstream reads the fields of a
    /// typed one by their names, and of another one a text in which names stand in order.
    static ObjectNode told(ObjectNode patched, boolean typed) {
        List<String> ignored = new ArrayList<>();
        for (String name : patched.members().keySet()) {
            if (isIgnored(name, API_VERSION, typed) || isIgnored(name, KIND, typed)) {
                ignored.add(name);
            }
        }
        if (ignored.isEmpty()) {
            return patched;
        }
        ObjectNode told = Json.object();
        ignored.forEach(name -> told.set(name, patched.path(name)));
        patched.members().forEach(told::putIfAbsent);
        return told;
    }

    private static boolean isIgnored(String name, String field, boolean typed) {
        return name.equalsIgnoreCase(field) && (typed ? !name.equals(field) : name.compareTo(field) < 0);
    }

    /// The object in the wanted version when it names another one of the same kind that is served.
    ///
    /// @throws DecodeException when it is no object of the version that it names
    Optional<Decoded> converted(ObjectNode patched, KindEntry wanted) {
        String version = patched.path(API_VERSION).asText("");
        String kind = patched.path(KIND).asText("");
        if (version.equals(wanted.type().apiVersion())
                || !kind.equals(wanted.type().kind())) {
            return Optional.empty();
        }
        return environment
                .kinds()
                .ofKind(version, kind)
                .filter(other -> other.stored().equals(wanted.stored()))
                .map(other -> converted(patched, other, wanted));
    }

    private Decoded converted(ObjectNode patched, KindEntry other, KindEntry wanted) {
        Decoded read = bodies.normalise(patched, other.type());
        ObjectNode stored = ServedForm.toStored(other, read.object());
        Decoded turned = bodies.normalise(ServedForm.toServed(wanted, stored), wanted.type());
        return new Decoded(turned.kind(), turned.type(), turned.object(), read.strictErrors(), turned.empties());
    }
}
