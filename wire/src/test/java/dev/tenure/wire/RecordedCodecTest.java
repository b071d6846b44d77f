package dev.tenure.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.ObjectCodec.Format;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.json.decode.Decoded;
import dev.tenure.wire.schema.GroupVersionKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Bodies of recorded requests that create objects are accepted or refused as a real API server did, with its
/// words.
class RecordedCodecTest {
    private static final Path RECORDED = Path.of("../checks/golden/api");
    private static final Map<String, GroupVersionKind> KINDS = Map.of(
            "pods", new GroupVersionKind("", "v1", "Pod"),
            "nodes", new GroupVersionKind("", "v1", "Node"),
            "configmaps", new GroupVersionKind("", "v1", "ConfigMap"),
            "deployments", new GroupVersionKind("apps", "v1", "Deployment"),
            "selfsubjectaccessreviews", new GroupVersionKind("authorization.k8s.io", "v1", "SelfSubjectAccessReview"));

    private final ObjectCodec codec = ObjectCodec.builtIn();
    private int compared;

    @Test
    void everyRecordedBodyIsAcceptedOrRefusedAsRecorded() throws IOException {
        List<String> wrong = new ArrayList<>();
        try (Stream<Path> files = Files.walk(RECORDED)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".json")).toList()) {
                for (JsonNode step : Json.read(Files.readAllBytes(file)).path("steps")) {
                    String found = difference(step);
                    if (!found.isEmpty()) {
                        wrong.add(file.getFileName() + ": " + found);
                    }
                }
            }
        }
        assertThat(compared).isGreaterThan(300);
        assertThat(wrong).as("%d of %d differ", wrong.size(), compared).isEmpty();
    }

    private String difference(JsonNode step) throws IOException {
        JsonNode request = step.path("request");
        String path = request.path("path").asText().replaceFirst("\\?.*", "");
        GroupVersionKind kind = KINDS.get(path.substring(path.lastIndexOf('/') + 1));
        Format format = Format.of(request.path("headers").path("Content-Type").asText(""))
                .orElse(Format.JSON);
        boolean hasBody = request.has("body") || request.has("bodyText") || request.has("bodyBase64");
        if (kind == null || !hasBody || !request.path("method").asText().equals("POST")) {
            return "";
        }
        compared++;
        String message =
                step.path("expect").path("body").path("message").asText("").replace("<line>", "111");
        boolean refused = message.contains(" cannot be handled as a ") || message.startsWith("the object provided is");
        boolean strict = request.path("path").asText().contains("fieldValidation=Strict");
        String answer = answer(format, body(request), kind, strict);
        return answer.equals(refused ? message : "") ? "" : "answer " + answer + "\n wanted " + message;
    }

    private static byte[] body(JsonNode request) throws IOException {
        if (request.has("body")) {
            // As the recorder printed it: the answer may quote how a body begins.
            return spaced(request.path("body")).getBytes(StandardCharsets.UTF_8);
        }
        return request.has("bodyText")
                ? request.path("bodyText").asText().getBytes(StandardCharsets.UTF_8)
                : Base64.getDecoder().decode(request.path("bodyBase64").asText());
    }

    private static String spaced(JsonNode value) {
        if (value.isObject()) {
            return value.propertyStream()
                    .map(member -> "\"" + member.getKey() + "\": " + spaced(member.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return value.isArray()
                ? value.valueStream().map(RecordedCodecTest::spaced).collect(Collectors.joining(", ", "[", "]"))
                : new String(Json.write(value), StandardCharsets.UTF_8);
    }

    private String answer(Format format, byte[] body, GroupVersionKind kind, boolean strict) {
        try {
            Decoded decoded = codec.decodeAs(format, body, kind);
            return strict && !decoded.strictErrors().isEmpty()
                    ? DecodeException.strictAnswer(decoded.kind(), kind.kind(), decoded.strictErrors())
                    : "";
        } catch (DecodeException e) {
            return e.answer(kind.kind(), body);
        }
    }
}
