package dev.tenure.apiserver.handler.body;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.WriteOptions.Strictness;
import dev.tenure.apiserver.schema.CustomKind;
import dev.tenure.apiserver.schema.CustomVersion;
import dev.tenure.apiserver.schema.PruningRule;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.WorkingTree;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.json.decode.Decoded;
import dev.tenure.wire.json.decode.Empties;
import dev.tenure.wire.json.decode.MetadataReader;
import dev.tenure.wire.json.decode.UntypedReader;
import dev.tenure.wire.json.go.GoNumbers;
import dev.tenure.wire.patch.Patch;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads bodies of kinds that were defined at run time, along the schema of their definition. Immutable;
/// safe for use by several threads. Upstream: apiserver/customresource_handler.go
/// (unstructuredSchemaCoercer).
final class CustomBodyReader {
    private static final Set<String> FORMATS = Set.of("", "application/json", "application/yaml");
    private static final String UNKNOWN_FORMAT =
            "the body of the request was in an unknown format - accepted media types"
                    + " include: application/json, application/yaml, application/vnd.kubernetes.protobuf";

    private static final String NO_VERSION = "Object 'apiVersion' is missing in 'object has no apiVersion field'";
    private static final String NULL_VERSION =
            ".apiVersion accessor error: <nil> is of the type <nil>, expected string";

    private final KindEntry entry;
    private final CustomKind custom;

    CustomBodyReader(KindEntry entry, CustomKind custom) {
        this.entry = entry;
        this.custom = custom;
    }

    Decoded read(Body body, Strictness strictness, List<String> warnings) {
        List<String> strict = new ArrayList<>();
        byte[] json = json(body, strict);
        ObjectNode object;
        try {
            UntypedReader.Untyped untyped = UntypedReader.read(json, body.bytes());
            strict.addAll(untyped.duplicates());
            object = untyped.object();
            coerce(object, strict);
        } catch (DecodeException e) {
            throw bad(e.answer(entry.type().kind(), body.bytes()));
        } catch (JsonSyntaxException e) {
            throw bad(DecodeException.of(wanted(), String.valueOf(e.getMessage()))
                    .answer(entry.type().kind(), body.bytes()));
        }
        reportStrict(statedKind(object), strict, strictness, warnings);
        String apiVersion = object.path("apiVersion").asText("");
        if (!apiVersion.equals(entry.type().apiVersion())) {
            throw bad("the API version in the data (%s) does not match the expected API version (%s)"
                    .formatted(apiVersion, entry.type().apiVersion()));
        }
        return decoded(object, strict);
    }

    private Decoded decoded(ObjectNode object, List<String> strict) {
        return new Decoded(statedKind(object), custom.structure(), object, strict, Empties.NONE);
    }

    /// @throws RefusedException with 415
    static void checkFormat(Body body) {
        if (!FORMATS.contains(body.contentType())) {
            throw new RefusedException(Statuses.unsupportedMediaType(UNKNOWN_FORMAT));
        }
    }

    private static byte[] json(Body body, List<String> strict) {
        return switch (body.contentType()) {
            case "", "application/json" -> body.bytes();
            case "application/yaml" -> {
                try {
                    Yaml.Document document = Yaml.read(body.bytes());
                    if (!document.duplicates().isEmpty()) {
                        strict.add("yaml: unmarshal errors:\n  " + String.join("\n  ", document.duplicates()));
                    }
                    yield Json.write(document.value());
                } catch (YamlException e) {
                    throw bad(String.valueOf(e.getMessage()));
                }
            }
            default -> throw new RefusedException(Statuses.unsupportedMediaType(UNKNOWN_FORMAT));
        };
    }

    /// Prunes, brings metadata into form, and says what was unknown.
    private void coerce(ObjectNode object, List<String> strict) {
        if (object.path("apiVersion").isNull()) {
            throw DecodeException.of(statedKind(object), NULL_VERSION);
        }
        GroupVersionKind given = statedKind(object);
        GoNumbers.read(object);
        Optional<ObjectNode> metadata = Optional.empty();
        if (object.has("metadata")) {
            MetadataReader.Metadata read = MetadataReader.read(object.path("metadata"), "metadata");
            if (!read.typeError().isEmpty()) {
                throw DecodeException.of(given, read.typeError());
            }
            strict.addAll(read.strictErrors());
            metadata = Optional.of(read.object());
        }
        boolean own = given.group().equals(entry.type().group())
                && given.kind().equals(entry.type().kind());
        if (own) {
            // along the version that it states, which need not be the one that is asked for
            Optional<Structural> schema = Optional.ofNullable(
                            custom.versions().get(object.path("apiVersion").asText()))
                    .flatMap(CustomVersion::schema);
            PruningRule.object(object, schema).forEach(path -> strict.add("unknown field " + Quoted.of(path)));
            schema.ifPresent(known -> embedded(object, known, strict));
        }
        metadata.ifPresent(form -> object.set("metadata", form));
    }

    private static void embedded(ObjectNode object, Structural schema, List<String> strict) {
        EmbeddedForm.Found found = EmbeddedForm.bring(object, schema);
        if (!found.fault().isEmpty()) {
            throw DecodeException.of(statedKind(object), found.fault());
        }
        strict.addAll(found.unknown());
    }

    private static GroupVersionKind statedKind(ObjectNode object) {
        return GroupVersionKind.of(
                object.path("apiVersion").asText(""), object.path("kind").asText(""));
    }

    private GroupVersionKind wanted() {
        return new GroupVersionKind(
                entry.type().group(), entry.type().version(), entry.type().kind());
    }

    private void reportStrict(
            GroupVersionKind given, List<String> strict, Strictness strictness, List<String> warnings) {
        if (strict.isEmpty()) {
            return;
        }
        switch (strictness) {
            case STRICT ->
                throw bad(DecodeException.strictAnswer(given, entry.type().kind(), strict));
            case WARN -> warnings.addAll(DecodeException.warnings(strict));
            case IGNORE -> {}
        }
    }

    /// An object that was made by a patch, a tree of its own.
    ///
    /// @throws DecodeException when it does not say of which kind it is, or its metadata is malformed
    /// @throws RefusedException with 500, as upstream, when it names no version
    Decoded normalise(ObjectNode patched) {
        requireKind(patched);
        String version = patched.path("apiVersion").asText("");
        if (version.indexOf('/') != version.lastIndexOf('/')) {
            throw DecodeException.unrecognized("unexpected GroupVersion string: " + version);
        }
        List<String> strict = new ArrayList<>();
        ObjectNode object = WorkingTree.copy(patched);
        coerce(object, strict);
        if (version.isEmpty()) {
            throw new RefusedException(Statuses.internal(NO_VERSION));
        }
        return decoded(object, strict);
    }

    /// Both are looked at as Go takes them from the text, which is written for those alone that are no good.
    private static void requireKind(ObjectNode patched) {
        boolean versioned =
                !patched.has("apiVersion") || patched.path("apiVersion").isTextual();
        if (!versioned
                || patched.path("kind").asText("").isEmpty()
                || !patched.path("kind").isTextual()) {
            byte[] text = Json.write(Patch.sorted(patched));
            UntypedReader.read(text, text);
        }
    }

    /// An object that a configuration was merged into, a tree of its own. Upstream does not prune it: the
    /// configuration fits the type, or it would have been refused.
    ///
    /// @throws DecodeException when its metadata is malformed
    Decoded merged(ObjectNode merged) {
        ObjectNode object = WorkingTree.copy(merged);
        GoNumbers.read(object);
        MetadataReader.Metadata metadata = MetadataReader.read(object.path("metadata"), "metadata");
        if (!metadata.typeError().isEmpty()) {
            throw DecodeException.of(statedKind(object), metadata.typeError());
        }
        object.set("metadata", metadata.object());
        return decoded(object, List.of());
    }

    private static RefusedException bad(String message) {
        return new RefusedException(Statuses.badRequest(message));
    }
}
