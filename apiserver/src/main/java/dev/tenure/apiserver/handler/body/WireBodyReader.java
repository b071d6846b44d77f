package dev.tenure.apiserver.handler.body;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.WriteOptions.Strictness;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.json.decode.Decoded;
import dev.tenure.wire.json.decode.Kinds;
import dev.tenure.wire.json.go.GoNumbers;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.Schema;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.util.List;
import java.util.Optional;

/// Reads bodies along the schema.
public final class WireBodyReader implements BodyReader {
    private static final String UNKNOWN_FORMAT =
            "the body of the request was in an unknown format - accepted media types"
                    + " include: application/json, application/yaml, application/vnd.kubernetes.protobuf";

    private static final GroupVersionKind EVICTION = new GroupVersionKind("policy", "v1", "Eviction");
    /// The one kind of a version that is not served any more but still taken as a body.
    private static final GroupVersionKind OLD_EVICTION = new GroupVersionKind("policy", "v1beta1", "Eviction");

    private static final GroupVersionKind DELETE_OPTIONS = new GroupVersionKind("", "v1", "DeleteOptions");

    private final ObjectCodec codec;
    private final ObjectCodec deletions;

    public WireBodyReader(Schema schema) {
        this.codec = new ObjectCodec(kind -> schema.kind(kind.equals(OLD_EVICTION) ? EVICTION : kind));
        this.deletions = new ObjectCodec(
                kind -> kind.kind().equals(DELETE_OPTIONS.kind()) ? schema.kind(DELETE_OPTIONS) : Optional.empty());
    }

    @Override
    public Decoded read(Body body, ResourceType expected, Strictness strictness, List<String> warnings) {
        var wanted = GroupVersionKind.of(expected);
        Decoded decoded = decode(body, wanted);
        boolean other = !decoded.kind().equals(wanted);
        // As upstream: of another version of the kind it is said what is unknown in it before it is refused.
        if (!other || Kinds.areVersionsOfOne(decoded.kind(), wanted)) {
            reportStrict(decoded, strictness, warnings, expected.kind());
        }
        if (other) {
            throw bad(Kinds.otherKind(decoded.type(), decoded.kind(), wanted).answer(expected.kind(), body.bytes()));
        }
        return decoded;
    }

    private Decoded decode(Body body, GroupVersionKind wanted) {
        try {
            return codec.decode(format(body), body.content(), wanted);
        } catch (DecodeException e) {
            throw bad(e.answer(wanted.kind(), body.bytes()));
        }
    }

    private static ObjectCodec.Format format(Body body) {
        return ObjectCodec.Format.of(body.contentType())
                .orElseThrow(() -> new RefusedException(Statuses.unsupportedMediaType(UNKNOWN_FORMAT)));
    }

    @Override
    public void checkFormat(Body body, ResourceType expected) {
        format(body);
    }

    @Override
    public ObjectNode deleteOptions(Body body) {
        try {
            return deletions
                    .decode(format(body), body.content(), DELETE_OPTIONS)
                    .object();
        } catch (DecodeException e) {
            throw bad(String.valueOf(e.getMessage()));
        }
    }

    private static void reportStrict(Decoded decoded, Strictness strictness, List<String> warnings, String kind) {
        if (decoded.strictErrors().isEmpty()) {
            return;
        }
        switch (strictness) {
            case STRICT -> throw bad(DecodeException.strictAnswer(decoded.kind(), kind, decoded.strictErrors()));
            case WARN -> warnings.addAll(DecodeException.warnings(decoded.strictErrors()));
            case IGNORE -> {}
        }
    }

    @Override
    public Decoded normalise(ObjectNode patched, ResourceType type) {
        return codec.canonical(patched, GroupVersionKind.of(type));
    }

    @Override
    public Decoded merged(ObjectNode merged, ResourceType type) {
        return normalise(merged, type);
    }

    @Override
    public Decoded normalise(ObjectNode patched, ObjectNode old, ResourceType type) {
        return codec.canonical(patched, old, GroupVersionKind.of(type));
    }

    @Override
    public Configuration configuration(Body body) {
        Yaml.Document document;
        try {
            document = Yaml.read(body.bytes());
        } catch (YamlException e) {
            throw bad("error decoding YAML: error converting YAML to JSON: " + e.getMessage());
        }
        ObjectNode configuration = switch (document.value()) {
            case ObjectNode object -> object;
            case NullNode _ -> Json.object();
            case JsonNode other ->
                throw bad("error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal "
                        + Json.goKind(other) + " into Go value of type map[string]interface {}");
        };
        GoNumbers.read(configuration);
        return new Configuration(configuration, document.duplicates());
    }

    private static RefusedException bad(String message) {
        return new RefusedException(Statuses.badRequest(message));
    }
}
