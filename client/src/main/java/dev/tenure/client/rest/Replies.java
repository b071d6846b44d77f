package dev.tenure.client.rest;

import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.ObjectCodec.Format;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.json.decode.Listing;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.view.Views;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Turns answers of a server into replies.
final class Replies {
    /// Repeated possessively, without which the stack would have to be as deep as the text is long.
    private static final Pattern WARNING = Pattern.compile("299 \\S+ \"((?:[^\"\\\\]|\\\\.)*+)\"");
    private static final String LIST = "List";
    private static final ObjectCodec CODEC = ObjectCodec.builtIn();
    private static final GroupVersionKind STATUS = GroupVersionKind.of("v1", "Status");

    private Replies() {}

    /// The form of which a header speaks; JSON where it does not.
    static Format format(HttpHeaders headers) {
        return headers.firstValue("Content-Type")
                .map(type -> type.replaceFirst(";.*", "").strip())
                .flatMap(Format::of)
                .orElse(Format.JSON);
    }

    /// A list of which the objects are opened one by one.
    static Listing listing(Format format, byte[] body) {
        return parse(body, bytes -> CODEC.list(format, bytes));
    }

    /// An answer in JSON.
    static ApiReply reply(ApiRequest request, int code, byte[] body, List<String> warnings) {
        if (request.verb() == Verb.LIST) {
            return many(request.target(), listing(Format.JSON, body), warnings);
        }
        ObjectNode answer = parse(body, Json::readObject);
        String kind = answer.path("kind").asText();
        boolean plain = request.target().subresource().isEmpty()
                || request.target().subresource().equals("status");
        if (!plain || kind.equals("Status") || kind.endsWith(LIST)) {
            return new ApiReply.Document(code, body, warnings);
        }
        return new ApiReply.One(code, stored(request.target(), answer), warnings);
    }

    private static ApiReply many(Target target, Listing objects, List<String> warnings) {
        ObjectNode list = objects.head();
        String kind = list.path("kind").asText();
        String itemKind = kind.endsWith(LIST) ? kind.substring(0, kind.length() - LIST.length()) : kind;
        String apiVersion = list.path("apiVersion").asText();
        var items = new ArrayList<StoredObject>(objects.size());
        for (int at = 0; at < objects.size(); at++) {
            if (objects.item(at) instanceof ObjectNode object) {
                object.put("kind", itemKind).put("apiVersion", apiVersion);
                items.add(stored(target, object));
            }
        }
        JsonNode meta = list.path("metadata");
        String next = meta.path("continue").asText("");
        JsonNode remaining = meta.path("remainingItemCount");
        return new ApiReply.Many(
                type(target, itemKind),
                meta.path("resourceVersion").asLong(),
                items,
                next.isEmpty() ? Optional.empty() : Optional.of(next),
                remaining.isIntegralNumber() ? Optional.of(remaining.longValue()) : Optional.empty(),
                warnings);
    }

    /// The type that a target names; the scope is told by its namespace.
    static ResourceType type(Target target, String kind) {
        var scope = target.namespace().isEmpty() ? ResourceType.Scope.CLUSTER : ResourceType.Scope.NAMESPACED;
        return new ResourceType(target.group(), target.version(), target.resource(), kind, scope);
    }

    /// An object of an answer, which shares the parts that others have too; takes its revision out of the
    /// tree.
    static StoredObject stored(Target target, ObjectNode object) {
        long revision = 0;
        if (object.path("metadata") instanceof ObjectNode meta) {
            JsonNode text = meta.remove("resourceVersion");
            revision = text == null ? 0 : text.asLong();
        }
        ObjectMeta meta = Views.meta(object);
        var key = new ObjectKey(target.group(), target.resource(), meta.namespace(), meta.name());
        var header = new StoredObject.Header(
                key,
                meta.uid(),
                meta.labels(),
                meta.ownerReferences().stream().map(OwnerReference::uid).toList(),
                Map.of(),
                meta.deleting());
        return new StoredObject(
                header,
                Document.of(object).packed(),
                revision,
                Views.reader(target.group(), object.path("kind").asText()));
    }

    /// The Status in the body of a refusal; one made up from the code when the body holds none.
    static Status status(int code, Format format, byte[] body) {
        ObjectNode answer;
        try {
            answer = format == Format.PROTOBUF
                    ? CODEC.decode(format, body, STATUS).object()
                    : Json.readObject(body);
        } catch (JsonSyntaxException | DecodeException _) {
            return new Status(code, "", new String(body, StandardCharsets.UTF_8).strip(), Optional.empty());
        }
        return new Status(
                answer.path("code").asInt(code),
                answer.path("reason").asText(""),
                answer.path("message").asText(""),
                answer.has("details") ? Optional.of(details(answer.path("details"))) : Optional.empty());
    }

    private static Status.Details details(JsonNode details) {
        var causes = new ArrayList<Status.Cause>();
        for (JsonNode cause : details.path("causes")) {
            causes.add(new Status.Cause(
                    cause.path("reason").asText(""),
                    cause.path("message").asText(""),
                    cause.path("field").asText("")));
        }
        return new Status.Details(
                details.path("name").asText(""),
                details.path("group").asText(""),
                details.path("kind").asText(""),
                details.path("uid").asText(""),
                causes,
                details.path("retryAfterSeconds").asInt(0));
    }

    static List<String> warnings(HttpHeaders headers) {
        var warnings = new ArrayList<String>();
        for (String header : headers.allValues("Warning")) {
            Matcher warning = WARNING.matcher(header);
            while (warning.find()) {
                warnings.add(warning.group(1).replaceAll("\\\\(.)", "$1"));
            }
        }
        return warnings;
    }

    private static <T> T parse(byte[] body, Function<byte[], T> reader) {
        try {
            return reader.apply(body);
        } catch (JsonSyntaxException e) {
            throw new ConnectionException("the server answered something that is no JSON object", e);
        } catch (DecodeException e) {
            throw new ConnectionException("the server answered something that is no list of objects", e);
        }
    }
}
