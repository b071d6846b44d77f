package dev.tenure.apiserver.handler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.WriteOptions.Strictness;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.json.DecodeException;
import dev.tenure.wire.json.Decoded;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.Schema;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.util.List;

/// Reads bodies along the schema.
public final class WireBodyReader implements BodyReader {
    private static final String UNKNOWN_FORMAT =
            "the body of the request was in an unknown format - accepted media types"
                    + " include: application/json, application/yaml, application/vnd.kubernetes.protobuf";

    private final ObjectCodec codec;

    public WireBodyReader(Schema schema) {
        this.codec = new ObjectCodec(schema::kind);
    }

    @Override
    public ObjectNode read(Body body, ResourceType expected, Strictness strictness, List<String> warnings) {
        var wanted = new GroupVersionKind(expected.group(), expected.version(), expected.kind());
        Decoded decoded = decode(body, wanted, expected.kind());
        tell(decoded, strictness, warnings, expected.kind());
        return decoded.object();
    }

    private Decoded decode(Body body, GroupVersionKind wanted, String kind) {
        ObjectCodec.Format format = ObjectCodec.Format.of(body.contentType())
                .orElseThrow(() -> new RefusedException(Statuses.unsupportedMediaType(UNKNOWN_FORMAT)));
        try {
            return codec.decodeAs(format, body.bytes(), wanted);
        } catch (DecodeException e) {
            throw bad(e.answer(kind, body.bytes()));
        }
    }

    private static void tell(Decoded decoded, Strictness strictness, List<String> warnings, String kind) {
        if (decoded.strictErrors().isEmpty()) {
            return;
        }
        switch (strictness) {
            case STRICT -> throw bad(DecodeException.strictAnswer(decoded.kind(), kind, decoded.strictErrors()));
            case WARN -> warnings.addAll(decoded.strictErrors());
            case IGNORE -> {}
        }
    }

    @Override
    public ObjectNode normalise(ObjectNode patched, ResourceType type, Strictness strictness, List<String> warnings) {
        var wanted = new GroupVersionKind(type.group(), type.version(), type.kind());
        Decoded decoded = codec.canonical(patched, wanted);
        tell(decoded, strictness, warnings, type.kind());
        return decoded.object();
    }

    @Override
    public ObjectNode configuration(Body body, Strictness strictness, List<String> warnings) {
        try {
            Yaml.Document document = Yaml.read(body.bytes());
            if (document.value() instanceof ObjectNode object) {
                return object;
            }
            throw bad("error decoding YAML: expected an object");
        } catch (YamlException e) {
            throw bad("error decoding YAML: " + e.getMessage());
        }
    }

    private static RefusedException bad(String message) {
        return new RefusedException(Statuses.badRequest(message));
    }
}
