package dev.tenure.apiserver.http;

import dev.tenure.apiserver.audit.AuditedRequest;
import dev.tenure.apiserver.negotiate.Renderer;
import dev.tenure.apiserver.negotiate.Representation;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.Subresource;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.runtime.loop.Published;
import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.ObjectCodec.Format;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.util.Optional;

/// What requests and answers carry, as events of the audit log show it. Safe for use by several threads.
final class AuditedBodies {
    private static final ObjectCodec CODEC = ObjectCodec.builtIn();
    private static final GroupVersionKind DELETE_OPTIONS = new GroupVersionKind("", "v1", "DeleteOptions");

    private final Published<KindTable> kinds;
    private final Renderer renderer;

    AuditedBodies(Published<KindTable> kinds, Renderer renderer) {
        this.kinds = kinds;
        this.renderer = renderer;
    }

    /// What a body says, with the defaults of its kind, as upstream has it when it writes it down.
    Optional<JsonNode> object(Verb verb, Target target, Body body) {
        Optional<GroupVersionKind> kind = kind(verb, target);
        Optional<JsonNode> tree = tree(body, kind);
        Optional<KindEntry> defaulting = kinds.get()
                .find(target.group(), target.version(), target.resource())
                .filter(_ -> verb == Verb.CREATE || verb == Verb.UPDATE)
                .filter(entry -> entry.conversion().isEmpty() && isWhole(entry, target.subresource()));
        if (kind.isEmpty() || defaulting.isEmpty()) {
            return tree;
        }
        return tree.map(read -> {
            if (read instanceof ObjectNode object) {
                defaulting.get().strategy().setDefaults(object);
                return inOrder(object, kind.get());
            }
            return read;
        });
    }

    private static boolean isWhole(KindEntry entry, String subresource) {
        return subresource.isEmpty()
                || entry.subresource(subresource).map(Subresource::ofObject).orElse(false);
    }

    /// What a body is where it does not say; nothing when the schema does not know it, or it is a patch.
    private Optional<GroupVersionKind> kind(Verb verb, Target target) {
        Optional<KindEntry> entry = kinds.get().find(target.group(), target.version(), target.resource());
        if (verb == Verb.PATCH || entry.isEmpty() || entry.get().custom().isPresent()) {
            return Optional.empty();
        }
        if (verb == Verb.DELETE || verb == Verb.DELETE_COLLECTION) {
            return Optional.of(DELETE_OPTIONS);
        }
        String kind = entry.get().type().kind();
        return Optional.of(entry.flatMap(one -> one.subresource(target.subresource()))
                .filter(part -> !part.ofObject())
                .map(part -> new GroupVersionKind(part.bodyGroup(), part.bodyVersion(), part.bodyKind()))
                .orElseGet(() -> new GroupVersionKind(target.group(), target.version(), kind)));
    }

    /// Notes what is answered; a refusal is noted where it is written.
    void answers(AuditedRequest events, ApiReply reply) {
        switch (reply) {
            case ApiReply.Failure _ -> {
                // noted where it is written
            }
            case ApiReply.Document document
            when isStatus(Json.readObject(document.json())) -> events.answers(Json.readObject(document.json()));
            case ApiReply.One _, ApiReply.Many _, ApiReply.Document _ ->
                events.answers(() -> Json.read(
                        renderer.render(reply, Representation.JSON, "").body()));
        }
    }

    /// What a body says; nothing when it cannot be read.
    ///
    /// @param wanted what the body is where it does not say; nothing for a patch, which is no object
    private static Optional<JsonNode> tree(Body body, Optional<GroupVersionKind> wanted) {
        byte[] bytes = body.bytes();
        if (bytes.length == 0) {
            return Optional.empty();
        }
        try {
            Optional<Format> format = Format.of(body.contentType());
            return wanted.isPresent() && format.isPresent()
                    ? Optional.of(
                            CODEC.decode(format.get(), bytes, wanted.get()).object())
                    : plain(bytes);
        } catch (DecodeException _) {
            return plain(bytes);
        }
    }

    /// The same object with its fields as the schema orders them.
    private static JsonNode inOrder(ObjectNode object, GroupVersionKind kind) {
        return CODEC.canonical(object, kind).object();
    }

    /// JSON, or what YAML says.
    private static Optional<JsonNode> plain(byte[] bytes) {
        try {
            return Optional.of(Json.read(bytes));
        } catch (JsonSyntaxException _) {
            try {
                JsonNode value = Yaml.read(bytes).value();
                return value.isContainerNode() ? Optional.of(value) : Optional.empty();
            } catch (YamlException _) {
                return Optional.empty();
            }
        }
    }

    /// Whether a document is a Status, which is written down as such.
    private static boolean isStatus(ObjectNode document) {
        return document.path("kind").asText("").equals("Status");
    }
}
