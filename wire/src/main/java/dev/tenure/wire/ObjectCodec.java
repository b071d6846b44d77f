package dev.tenure.wire;

import dev.tenure.model.meta.Content;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.json.decode.Decoded;
import dev.tenure.wire.json.decode.JsonDecoder;
import dev.tenure.wire.json.decode.Kinds;
import dev.tenure.wire.json.decode.Listing;
import dev.tenure.wire.json.decode.ObjectList;
import dev.tenure.wire.proto.ProtoCodec;
import dev.tenure.wire.proto.ProtoList;
import dev.tenure.wire.proto.ProtoListing;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.KindLookup;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.Schema;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Objects ⇄ bytes, in every format that is spoken, along the schema. What is read is a tree in canonical
/// form: exactly what Go would serialise, fields in the order of the schema, quantities and times in
/// canonical text, nothing that the schema does not know. Errors have the messages of Kubernetes. Immutable;
/// safe for use by any thread.
public final class ObjectCodec {
    private final KindLookup kinds;
    private final JsonDecoder json;
    private final ProtoCodec proto;

    /// A format of bodies, with its media type.
    public enum Format {
        JSON("application/json"),
        YAML("application/yaml"),
        PROTOBUF("application/vnd.kubernetes.protobuf");

        private final String mediaType;

        Format(String mediaType) {
            this.mediaType = mediaType;
        }

        public String mediaType() {
            return mediaType;
        }

        /// @param mediaType without parameters; an empty one means JSON
        public static Optional<Format> of(String mediaType) {
            return switch (mediaType) {
                case "", "application/json" -> Optional.of(JSON);
                case "application/yaml" -> Optional.of(YAML);
                case "application/vnd.kubernetes.protobuf" -> Optional.of(PROTOBUF);
                default -> Optional.empty();
            };
        }
    }

    public ObjectCodec(KindLookup kinds) {
        this.kinds = kinds;
        this.json = new JsonDecoder(kinds);
        this.proto = new ProtoCodec(kinds);
    }

    /// A codec for the kinds that are built in.
    public static ObjectCodec builtIn() {
        return new ObjectCodec(Schema.builtIn()::kind);
    }

    /// Reads an object of any known kind.
    ///
    /// @param wanted what the object is where it does not say
    /// @throws DecodeException when the bytes are no valid object
    public Decoded decode(Format format, byte[] body, GroupVersionKind wanted) {
        return switch (format) {
            case JSON -> json.decode(body, wanted);
            case YAML -> decodeYaml(body, wanted);
            case PROTOBUF -> proto.decode(body, wanted);
        };
    }

    /// As [#decode] of its bytes; a document is not written for it.
    public Decoded decode(Format format, Content body, GroupVersionKind wanted) {
        return format == Format.JSON && body instanceof Document sent
                ? json.decode(sent, wanted)
                : decode(format, body.bytes(), wanted);
    }

    /// As [#decode], for an object of one kind only.
    public Decoded decodeAs(Format format, byte[] body, GroupVersionKind wanted) {
        return ofKind(decode(format, body, wanted), wanted);
    }

    /// As [#decode], for an object of one kind only.
    public Decoded decodeAs(Format format, Content body, GroupVersionKind wanted) {
        return ofKind(decode(format, body, wanted), wanted);
    }

    private static Decoded ofKind(Decoded decoded, GroupVersionKind wanted) {
        if (!decoded.kind().equals(wanted)) {
            throw Kinds.otherKind(decoded.type(), decoded.kind(), wanted);
        }
        return decoded;
    }

    /// Brings a tree that was edited (by a patch, by a plug-in) into canonical form.
    ///
    /// @throws DecodeException when it says that it is of another kind, or a value has a wrong type
    public Decoded canonical(ObjectNode tree, GroupVersionKind wanted) {
        return decodeAs(Format.JSON, Json.write(tree), wanted);
    }

    /// As [#canonical], for a tree that was made from another one and may share parts with it. What is new is
    /// a tree of its own.
    ///
    /// @param base in canonical form, of the kind `wanted`
    public Decoded canonical(ObjectNode tree, ObjectNode base, GroupVersionKind wanted) {
        return ofKind(json.decode(tree, base, wanted), wanted);
    }

    private Decoded decodeYaml(byte[] body, GroupVersionKind wanted) {
        Yaml.Document document;
        try {
            document = Yaml.read(body);
        } catch (YamlException e) {
            throw DecodeException.unrecognized(String.valueOf(e.getMessage()));
        }
        Decoded decoded = json.decode(Json.write(document.value()), wanted);
        if (document.duplicates().isEmpty()) {
            return decoded;
        }
        List<String> strict = new ArrayList<>();
        strict.add("yaml: unmarshal errors:\n  " + String.join("\n  ", document.duplicates()));
        strict.addAll(decoded.strictErrors());
        return new Decoded(decoded.kind(), decoded.type(), decoded.object(), strict, decoded.empties());
    }

    /// @param object in canonical form, with `apiVersion` and `kind`
    /// @throws IllegalArgumentException when protobuf is asked for and does not know the kind
    public byte[] encode(Format format, ObjectNode object) {
        return switch (format) {
            case JSON -> Json.write(object);
            case YAML -> Yaml.write(object);
            case PROTOBUF -> encodeProto(object);
        };
    }

    private byte[] encodeProto(ObjectNode object) {
        GroupVersionKind kind = GroupVersionKind.of(
                object.path("apiVersion").asText(""), object.path("kind").asText(""));
        ObjectType type = kinds.find(kind)
                .orElseThrow(() -> new IllegalArgumentException("kind " + kind.kind() + " of " + kind.apiVersion()
                        + " has no protobuf form; ask for application/json"));
        return proto.encode(kind, type, object);
    }

    /// Reads a list of objects.
    ///
    /// @param format JSON or protobuf
    /// @param body not to be changed any more
    /// @throws dev.tenure.wire.json.JsonSyntaxException when it is no JSON object
    /// @throws DecodeException when it is no list of a kind that protobuf knows
    public Listing list(Format format, byte[] body) {
        return format == Format.PROTOBUF ? ProtoListing.of(body, kinds) : ObjectList.of(body);
    }

    /// Writes lists of a kind in protobuf item by item.
    ///
    /// @param apiVersion of the list, as it stands in it
    /// @param kind of the list
    /// @return empty when protobuf does not know the kind
    public Optional<ProtoList> protoList(String apiVersion, String kind) {
        GroupVersionKind list = GroupVersionKind.of(apiVersion, kind);
        return kinds.find(list).flatMap(type -> ProtoList.of(list, type));
    }

    /// One event of a watch as a frame of `application/vnd.kubernetes.protobuf;stream=watch`.
    ///
    /// @param type ADDED, MODIFIED, DELETED, BOOKMARK or ERROR
    /// @param object in protobuf, as [#encode] wrote it
    public static byte[] watchFrame(String type, byte[] object) {
        return ProtoCodec.watchFrame(type, object);
    }
}
