package dev.tenure.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.ObjectCodec.Format;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.json.decode.Decoded;
import dev.tenure.wire.schema.GroupVersionKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// Bodies, right and wrong, and what upstream's own modules made of them.
class VectorsTest {
    private final ObjectCodec codec = ObjectCodec.builtIn();

    @Test
    void everyRecordedBodyIsReadAndWrittenAsUpstreamDoes() throws IOException {
        List<String> wrong = new ArrayList<>();
        List<JsonNode> vectors = vectors();
        for (int i = 0; i < vectors.size(); i++) {
            String found = difference(vectors.get(i));
            if (!found.isEmpty()) {
                wrong.add("vector " + i + ": " + found);
            }
        }
        assertThat(vectors).hasSizeGreaterThan(500);
        assertThat(wrong).as("%d of %d differ", wrong.size(), vectors.size()).isEmpty();
    }

    private String difference(JsonNode vector) throws IOException {
        byte[] body = vector.has("text")
                ? vector.path("text").asText().getBytes(StandardCharsets.UTF_8)
                : Base64.getDecoder().decode(vector.path("base64").asText());
        String shown = new String(body, StandardCharsets.UTF_8);
        String[] kind = vector.path("kind").asText().split(",");
        GroupVersionKind wanted = GroupVersionKind.of(kind[0], kind[1]);
        String error = vector.path("error").asText("");
        try {
            Decoded decoded = codec.decode(format(vector), body, wanted);
            String found = error.isEmpty() ? difference(vector, decoded, wanted) : "accepted, wanted: " + error;
            return found.isEmpty() ? "" : found + "\n" + shown;
        } catch (DecodeException e) {
            return error.equals(e.getMessage())
                    ? ""
                    : "refused: " + e.getMessage() + "\n wanted: " + error + "\n" + shown;
        }
    }

    private String difference(JsonNode vector, Decoded decoded, GroupVersionKind kind) throws IOException {
        List<String> strict = new ArrayList<>();
        vector.path("strict").forEach(text -> strict.add(text.asText()));
        if (!strict.equals(decoded.strictErrors())) {
            return "strict " + decoded.strictErrors() + "\n wanted " + strict;
        }
        ObjectNode wanted = (ObjectNode) vector.path("json").deepCopy();
        ObjectNode got = (ObjectNode) Json.read(Json.write(decoded.object()));
        wanted.remove(List.of("kind", "apiVersion"));
        got.remove(List.of("kind", "apiVersion"));
        String place = firstDifference("", wanted, got);
        if (!place.isEmpty() || !vector.has("proto")) {
            return place;
        }
        if (vector.has("yaml")) {
            String yaml = new String(codec.encode(Format.YAML, bare(decoded.object(), vector)), StandardCharsets.UTF_8);
            if (!yaml.equals(vector.path("yaml").asText())) {
                return "YAML\n" + yaml + " wanted\n" + vector.path("yaml").asText();
            }
        }
        byte[] message = codec.encode(Format.PROTOBUF, decoded.object());
        byte[] recorded = Base64.getDecoder().decode(vector.path("proto").asText());
        // What is no UTF-8, and the blanks in raw JSON, upstream carries along; only then may bytes differ.
        boolean same = Arrays.equals(message, recorded)
                || codec.decode(Format.PROTOBUF, message, kind)
                        .object()
                        .equals(codec.decode(Format.PROTOBUF, recorded, kind).object());
        return same
                ? ""
                : "encoded as " + HexFormat.of().formatHex(message) + "\n wanted "
                        + HexFormat.of().formatHex(recorded);
    }

    private static Format format(JsonNode vector) {
        return switch (vector.path("format").asText()) {
            case "json" -> Format.JSON;
            case "yaml" -> Format.YAML;
            default -> Format.PROTOBUF;
        };
    }

    /// Without the kind, where upstream's tool did not know it either.
    private static ObjectNode bare(ObjectNode object, JsonNode vector) {
        ObjectNode copy = object.deepCopy();
        for (String name : List.of("kind", "apiVersion")) {
            if (!vector.path("json").has(name)) {
                copy.remove(name);
            }
        }
        return copy;
    }

    private static String firstDifference(String path, JsonNode wanted, JsonNode got) {
        if (wanted.equals(got)) {
            return "";
        }
        if (!wanted.isContainerNode() || wanted.type() != got.type() || wanted.size() != got.size()) {
            return path + " is " + got + "\n wanted " + wanted;
        }
        for (int i = 0; i < wanted.size() && wanted.isArray(); i++) {
            if (!wanted.get(i).equals(got.get(i))) {
                return firstDifference(path + "/" + i, wanted.get(i), got.get(i));
            }
        }
        for (Map.Entry<String, JsonNode> field : wanted.properties()) {
            if (!field.getValue().equals(got.path(field.getKey()))) {
                return firstDifference(path + "/" + field.getKey(), field.getValue(), got.path(field.getKey()));
            }
        }
        return path;
    }

    private static List<JsonNode> vectors() throws IOException {
        String other = System.getProperty("tenure.vectors", "");
        List<JsonNode> all = new ArrayList<>();
        try (InputStream in = other.isEmpty()
                        ? new GZIPInputStream(VectorsTest.class.getResourceAsStream("vectors.jsonl.gz"))
                        : Files.newInputStream(Path.of(other));
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                all.add(Json.read(line.getBytes(StandardCharsets.UTF_8)));
            }
        }
        return all;
    }
}
