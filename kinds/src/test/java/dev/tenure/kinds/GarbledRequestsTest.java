package dev.tenure.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Status;
import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.BooleanNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Bodies that were recorded as requests, garbled at random from a fixed seed: whatever comes in, the answer
/// is the client's fault or success, never the server's fault.
class GarbledRequestsTest {
    private static final Path RECORDED = Path.of("../checks/golden/api");
    private static final long SEED = 20_261_121;
    private static final int EACH = 4;
    private final RunningServer server = new RunningServer();
    private final Random random = new Random(SEED);
    private final List<String> faults = new ArrayList<>();

    private record Recorded(Target collection, ObjectNode object) {}

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void garbledJsonIsRefused() throws IOException {
        for (Recorded one : recorded()) {
            for (int i = 0; i < EACH; i++) {
                send(Verb.CREATE, one.collection(), "application/json", Json.write(garbled(one.object())));
                send(Verb.CREATE, one.collection(), "application/json", garbled(Json.write(one.object())));
            }
        }
        assertThat(faults).as("faults with seed %d", SEED).isEmpty();
    }

    @Test
    void garbledYamlIsRefused() throws IOException {
        var codec = ObjectCodec.builtIn();
        for (Recorded one : recorded()) {
            byte[] yaml = codec.encode(ObjectCodec.Format.YAML, one.object());
            for (int i = 0; i < EACH / 2; i++) {
                send(Verb.CREATE, one.collection(), "application/yaml", garbled(yaml));
            }
        }
        assertThat(faults).as("faults with seed %d", SEED).isEmpty();
    }

    @Test
    void garbledProtobufIsRefused() throws IOException {
        var codec = ObjectCodec.builtIn();
        for (Recorded one : recorded()) {
            byte[] bytes;
            try {
                bytes = codec.encode(ObjectCodec.Format.PROTOBUF, one.object());
            } catch (RuntimeException _) {
                continue; // recorded to be refused, and without a form in protobuf
            }
            for (int i = 0; i < EACH; i++) {
                send(Verb.CREATE, one.collection(), "application/vnd.kubernetes.protobuf", garbled(bytes));
            }
        }
        assertThat(faults).as("faults with seed %d", SEED).isEmpty();
    }

    @Test
    void garbledPatchesAndUpdatesAreRefused() throws IOException {
        for (Recorded one : recorded()) {
            String name = one.object().path("metadata").path("name").asText("");
            Target c = one.collection();
            if (name.isEmpty() || !c.subresource().isEmpty()) {
                continue;
            }
            send(Verb.CREATE, c, "application/json", Json.write(one.object()));
            Target named = new Target(c.group(), c.version(), c.resource(), c.namespace(), name, "");
            for (String type : List.of(Body.MERGE_PATCH, Body.STRATEGIC_MERGE_PATCH, Body.APPLY_PATCH)) {
                send(Verb.PATCH, named, type, Json.write(garbled(one.object())));
            }
            send(Verb.PATCH, named, Body.JSON_PATCH, Json.write(operations(one.object())));
            send(Verb.UPDATE, named, "application/json", Json.write(garbled(one.object())));
        }
        assertThat(faults).as("faults with seed %d", SEED).isEmpty();
    }

    private static List<Recorded> recorded() throws IOException {
        var all = new ArrayList<Recorded>();
        try (Stream<Path> files = Files.walk(RECORDED)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
                for (JsonNode step : Json.read(Files.readAllBytes(file)).path("steps")) {
                    JsonNode request = step.path("request");
                    if (request.path("method").asText().equals("POST")
                            && request.get("body") instanceof ObjectNode body) {
                        add(all, request.path("path").asText(), filled(body));
                    }
                }
            }
        }
        return all.stream().distinct().toList();
    }

    private static ObjectNode filled(ObjectNode body) {
        String text = body.toString().replace("{{ns}}", "default").replaceAll("\\{\\{\\w+}}", "x1");
        return Json.readObject(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void add(List<Recorded> all, String path, ObjectNode body) {
        List<String> parts = List.of(path.replaceAll("\\?.*", "")
                .replace("{{ns}}", "default")
                .replaceAll("\\{\\{\\w+}}", "x1")
                .substring(1)
                .split("/"));
        boolean core = parts.getFirst().equals("api");
        if (parts.size() < 3 || (!core && parts.size() < 4)) {
            return;
        }
        List<String> rest = parts.subList(core ? 2 : 3, parts.size());
        boolean namespaced = rest.size() > 2 && rest.getFirst().equals("namespaces");
        List<String> own = namespaced ? rest.subList(2, rest.size()) : rest;
        all.add(new Recorded(
                new Target(
                        core ? "" : parts.get(1),
                        core ? parts.get(1) : parts.get(2),
                        own.getFirst(),
                        namespaced ? rest.get(1) : "",
                        own.size() > 1 ? own.get(1) : "",
                        own.size() > 2 ? own.get(2) : ""),
                body));
    }

    private void send(Verb verb, Target target, String type, byte[] body) {
        Map<String, List<String>> query =
                type.equals(Body.APPLY_PATCH) ? Map.of("fieldManager", List.of("fuzz")) : Map.of();
        var request = new ApiRequest(verb, target, query, new Body(type, body), RunningServer.ADMIN);
        if (server.api().call(request) instanceof ApiReply.Failure(Status status, var _) && isFault(status)) {
            String shown = new String(body, StandardCharsets.ISO_8859_1);
            faults.add("%s %s: %s <- %s"
                    .formatted(verb, target, status.message(), shown.substring(0, Math.min(300, shown.length()))));
        }
    }

    /// Some refusals come as 500 from upstream too; these have no reason.
    private static boolean isFault(Status status) {
        return status.code() >= 500 && !(status.code() == 500 && status.reason().isEmpty());
    }

    private ArrayNode operations(ObjectNode object) {
        ArrayNode operations = Json.array();
        List<String> pointers = new ArrayList<>();
        pointers(object, "", pointers);
        for (int i = 0; i < 3; i++) {
            ObjectNode operation = operations.addObject();
            operation.put(
                    "op",
                    List.of("add", "remove", "replace", "copy", "move", "test").get(random.nextInt(6)));
            operation.put("path", pointers.get(random.nextInt(pointers.size())));
            operation.put("from", pointers.get(random.nextInt(pointers.size())));
            operation.set("value", strange());
        }
        return operations;
    }

    private static void pointers(JsonNode node, String at, List<String> all) {
        all.add(at);
        node.properties().forEach(field -> pointers(field.getValue(), at + "/" + field.getKey(), all));
        for (int i = 0; i < node.size() && node.isArray(); i++) {
            pointers(node.get(i), at + "/" + i, all);
        }
    }

    /// A copy with one to three strange values somewhere.
    private ObjectNode garbled(ObjectNode object) {
        ObjectNode copy = object.deepCopy();
        for (int i = 0; i <= random.nextInt(3); i++) {
            garble(copy);
        }
        return copy;
    }

    private void garble(JsonNode node) {
        if (node instanceof ObjectNode map && !map.isEmpty()) {
            List<String> names = new ArrayList<>();
            map.fieldNames().forEachRemaining(names::add);
            String name = names.get(random.nextInt(names.size()));
            if (map.path(name).isContainerNode() && random.nextInt(4) > 0) {
                garble(map.path(name));
            } else if (random.nextInt(5) == 0) {
                map.remove(name);
            } else {
                map.set(name, strange());
            }
        } else if (node instanceof ArrayNode list && !list.isEmpty()) {
            int at = random.nextInt(list.size());
            if (list.get(at).isContainerNode() && random.nextInt(4) > 0) {
                garble(list.get(at));
            } else {
                list.set(at, strange());
            }
        }
    }

    private JsonNode strange() {
        return switch (random.nextInt(14)) {
            case 0 -> NullNode.INSTANCE;
            case 1 -> NumberNode.valueOf(-1);
            case 2 -> NumberNode.valueOf(Long.MAX_VALUE);
            case 3 -> NumberNode.valueOf(1.5);
            case 4 -> TextNode.valueOf("");
            case 5 -> TextNode.valueOf("\u0000\uD83D\uDE00 ${x} %s");
            case 6 -> BooleanNode.valueOf(true);
            case 7 -> Json.array();
            case 8 -> Json.array().addNull().add(1).add("x");
            case 9 -> Json.object();
            case 10 -> Json.object().put("", "x").put("a/b", 1).putNull("n");
            case 11 -> deep();
            case 12 -> TextNode.valueOf("-9999999999999999999Ei");
            default -> TextNode.valueOf("x".repeat(300));
        };
    }

    private static JsonNode deep() {
        JsonNode node = Json.object();
        for (int i = 0; i < 200; i++) {
            node = i % 2 == 0 ? Json.array().add(node) : Json.object().set("a", node);
        }
        return node;
    }

    /// A copy with a few bytes changed, taken out or put in, or cut short.
    private byte[] garbled(byte[] bytes) {
        byte[] copy = bytes.clone();
        if (copy.length == 0) {
            return copy;
        }
        for (int i = 0; i <= random.nextInt(4); i++) {
            copy[random.nextInt(copy.length)] = (byte) random.nextInt(256);
        }
        return random.nextInt(5) == 0 ? Arrays.copyOf(copy, random.nextInt(copy.length)) : copy;
    }
}
