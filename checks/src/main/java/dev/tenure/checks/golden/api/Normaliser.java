package dev.tenure.checks.golden.api;

import dev.tenure.checks.golden.suite.PythonJson;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.json.ValueNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Replaces in JSON what differs between two correct servers. One for each run of a scenario, because
/// identity is kept.
final class Normaliser {
    private static final Pattern AGE = Pattern.compile("^(\\d+(ms|[smhdy]))+( ago)?$|^<invalid>$");
    private static final Pattern GENERATED = Pattern.compile("[%s]{5}".formatted(TextNormaliser.ALPHABET));
    private static final Set<String> PORTS = Set.of("nodePort", "healthCheckNodePort");
    private static final Set<String> VOLATILE_CLAIMS = Set.of("exp", "iat", "nbf", "jti");
    private static final long NODE_PORT_MIN = 30_000;
    private static final int SUFFIX_LENGTH = 5;

    private final GoldenIdentities identities;
    private final boolean managedFields;
    private final TextNormaliser texts;

    /// @param managedFields whether `metadata.managedFields` is kept
    /// @param now when the run began
    Normaliser(GoldenIdentities identities, boolean managedFields, Instant now) {
        this.identities = identities;
        this.managedFields = managedFields;
        this.texts = new TextNormaliser(identities, now, this::claims);
    }

    GoldenIdentities identities() {
        return identities;
    }

    String text(String text) {
        return texts.text(text);
    }

    String uid(String uid, String name) {
        return identities.uid(uid, name, texts::text);
    }

    String revision(String revision, String uid) {
        return identities.revision(revision, uid);
    }

    /// First pass over an answer: generated names, which may be quoted before the object that bears them.
    void learn(JsonNode value) {
        JsonNode meta = value.path("metadata");
        if (meta.path("generateName").isTextual() && meta.path("name").isTextual()) {
            String base = meta.path("generateName").asText();
            String name = meta.path("name").asText();
            int stem = name.length() - SUFFIX_LENGTH;
            if (stem > 0
                    && GENERATED.matcher(name.substring(stem)).matches()
                    && base.startsWith(name.substring(0, stem))) {
                identities.generated(name, name.substring(0, stem));
            }
        }
        value.forEach(this::learn);
    }

    JsonNode value(JsonNode value) {
        return switch (value) {
            case ObjectNode object -> object(object);
            case ArrayNode list -> list(list);
            case TextNode text -> TextNode.valueOf(text(text.textValue()));
            case ValueNode _ -> value;
        };
    }

    private ArrayNode list(JsonNode list) {
        ArrayNode out = Json.array();
        list.forEach(item -> out.add(value(item)));
        return out;
    }

    private ObjectNode object(ObjectNode object) {
        JsonNode meta = object.path("metadata");
        String uid = meta.path("uid").isTextual() ? meta.path("uid").asText() : "";
        if (!uid.isEmpty()) {
            uid(uid, meta.path("name").asText());
        }
        ObjectNode out = Json.object();
        object.properties().forEach(entry -> member(entry.getKey(), entry.getValue(), out));
        return out;
    }

    private void member(String key, JsonNode item, ObjectNode out) {
        if (key.equals("metadata") && item.isObject()) {
            out.set(key, meta((ObjectNode) item));
        } else if (key.equals("columnDefinitions")) {
            out.set(key, value(JsonPaths.withoutProse(item)));
        } else if (key.equals("cells") && item.isArray()) {
            out.set(key, cells(item));
        } else if (PORTS.contains(key) && item.isIntegralNumber() && item.longValue() >= NODE_PORT_MIN) {
            out.put(key, identities.port(item.longValue()));
        } else if (key.equals("serverAddress")) {
            out.put(key, "<server>");
        } else if (key.equals("token") && item.isTextual()) {
            out.put(key, token(item.asText()));
        } else {
            out.set(text(key), value(item));
        }
    }

    private String token(String token) {
        return TextNormaliser.isJwt(token) ? text(token) : token.isEmpty() ? "" : "<token>";
    }

    private ArrayNode cells(JsonNode cells) {
        ArrayNode out = Json.array();
        for (JsonNode cell : cells) {
            boolean age = cell.isTextual() && AGE.matcher(cell.textValue()).find();
            out.add(age ? TextNode.valueOf("<age>") : value(cell));
        }
        return out;
    }

    private ObjectNode meta(ObjectNode meta) {
        String uid = meta.path("uid").isTextual() ? meta.path("uid").asText() : "";
        ObjectNode out = Json.object();
        meta.properties().forEach(entry -> {
            JsonNode item = entry.getValue();
            switch (entry.getKey()) {
                case "managedFields" -> {
                    if (managedFields) {
                        out.set("managedFields", item.isArray() ? managers(item) : value(item));
                    }
                }
                case "resourceVersion" ->
                    out.set(
                            "resourceVersion",
                            item.isTextual() ? TextNode.valueOf(revision(item.asText(), uid)) : value(item));
                case "continue" ->
                    out.set(
                            "continue",
                            item.isTextual() && !item.asText().isEmpty()
                                    ? TextNode.valueOf("<continue>")
                                    : value(item));
                default -> out.set(entry.getKey(), value(item));
            }
        });
        return out;
    }

    /// Their real order depends on the second of writing, so they are put in order of who wrote how.
    private ArrayNode managers(JsonNode entries) {
        List<JsonNode> sorted = new ArrayList<>();
        list(entries).forEach(sorted::add);
        sorted.sort(Comparator.comparing(Normaliser::manager));
        return Json.array().addAll(sorted);
    }

    private static String manager(JsonNode entry) {
        ArrayNode key = Json.array();
        for (String part : List.of("manager", "operation", "subresource", "apiVersion")) {
            JsonNode found = entry.get(part);
            key.add(found == null ? NullNode.INSTANCE : found);
        }
        return PythonJson.plain(key);
    }

    private String claims(JsonNode token) {
        ObjectNode kept = (ObjectNode) token.deepCopy();
        long lifetime = token.path("exp").longValue() - token.path("iat").longValue();
        kept.set("lifetime", NumberNode.valueOf(lifetime));
        kept.remove(VOLATILE_CLAIMS);
        return PythonJson.sorted(value(kept));
    }
}
