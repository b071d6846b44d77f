package dev.tenure.wire.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Recorded requests to patch an object, each with the object as the request before left it.
public final class Recorded {
    private static final Path GOLDEN = Path.of("../checks/golden/api");
    /// What the server sets, and owners, whose identifiers are masked in the recordings.
    private static final Set<String> SERVER_KEEPS =
            Set.of("resourceVersion", "generation", "managedFields", "uid", "creationTimestamp", "ownerReferences");

    private Recorded() {}

    /// One recorded patch.
    ///
    /// @param query of the path, empty when there is none
    public record Step(
            String place,
            String path,
            String mediaType,
            String query,
            String subresource,
            Before before,
            JsonNode patch,
            Answer answer) {}

    /// The object as it stood; empty when there was none yet.
    public record Before(ObjectNode object) {}

    public record Answer(int status, JsonNode body) {}

    public static List<Step> patches(String scenario) {
        Map<String, ObjectNode> objects = new HashMap<>();
        Set<String> unseen = new HashSet<>();
        List<Step> patches = new ArrayList<>();
        ArrayNode steps = (ArrayNode) read(scenario).path("steps");
        for (int i = 0; i < steps.size(); i++) {
            JsonNode request = steps.get(i).path("request");
            JsonNode expect = steps.get(i).path("expect");
            String[] parts = request.path("path").asText().split("\\?", 2);
            boolean status = parts[0].endsWith("/status");
            if (parts[0].endsWith("/scale") && expect.path("status").asInt() < 300) {
                // The answer is no Deployment: what becomes of that is not seen.
                objects.remove(parts[0].substring(0, parts[0].length() - "/scale".length()));
                unseen.add(parts[0].substring(0, parts[0].length() - "/scale".length()));
            }
            String path = status ? parts[0].substring(0, parts[0].length() - "/status".length()) : parts[0];
            if (request.path("method").asText().equals("PATCH") && request.has("body") && !unseen.contains(path)) {
                patches.add(new Step(
                        scenario + " step " + i,
                        path,
                        request.path("headers").path("Content-Type").asText(),
                        parts.length == 2 ? parts[1] : "",
                        status ? "status" : "",
                        new Before(objects.getOrDefault(path, Json.object())),
                        request.path("body"),
                        new Answer(expect.path("status").asInt(), expect.path("body"))));
            }
            boolean changed = !parts[0].endsWith("/scale")
                    && expect.path("status").asInt() < 300
                    && expect.path("body") instanceof ObjectNode;
            if (changed && expect.path("body").path("metadata").has("name")) {
                String name =
                        "/" + expect.path("body").path("metadata").path("name").asText();
                objects.put(path.endsWith(name) ? path : path + name, (ObjectNode) expect.path("body"));
                unseen.remove(path);
            }
        }
        return patches;
    }

    public static ObjectType type(ObjectNode object) {
        return type(GroupVersionKind.of(
                object.path("apiVersion").asText(), object.path("kind").asText()));
    }

    public static ObjectType type(GroupVersionKind kind) {
        return Schema.builtIn().kind(kind).orElseThrow();
    }

    /// What we made is what was answered, but for defaults and for fields that the kind does not have.
    public static void assertMade(String where, ObjectNode before, JsonNode made, JsonNode answered) {
        switch (answered) {
            case ObjectNode map -> {
                for (Map.Entry<String, JsonNode> field : map.properties()) {
                    String path = where + "." + field.getKey();
                    if (SERVER_KEEPS.contains(field.getKey())
                            || field.getValue().isNull()) {
                        continue;
                    }
                    if (made.has(field.getKey())) {
                        ObjectNode old =
                                before.path(field.getKey()) instanceof ObjectNode inner ? inner : Json.object();
                        assertMade(path, old, made.path(field.getKey()), field.getValue());
                    } else {
                        assertThat(before.has(field.getKey()))
                                .as(path + " is left")
                                .isFalse();
                    }
                }
            }
            case ArrayNode list -> {
                assertThat(made.size()).as(where + ": " + made).isEqualTo(list.size());
                for (int i = 0; i < list.size(); i++) {
                    assertMade(where + "[" + i + "]", Json.object(), made.path(i), list.get(i));
                }
            }
            default -> assertThat(made.asText()).as(where).isEqualTo(answered.asText());
        }
    }

    private static JsonNode read(String scenario) {
        try {
            return Json.read(Files.readAllBytes(GOLDEN.resolve(scenario + ".json")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
