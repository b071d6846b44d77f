package dev.tenure.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.wire.json.DecodeException;
import dev.tenure.wire.json.Decoded;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonDecoder;
import dev.tenure.wire.proto.ProtoCodec;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.Schema;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// Bodies, right and wrong, and what upstream's own modules made of them.
class VectorsTest {
    private final JsonDecoder json = new JsonDecoder(Schema.builtIn()::kind);
    private final ProtoCodec proto = new ProtoCodec(Schema.builtIn()::kind);

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
                : vector.path("base64").binaryValue();
        String shown = new String(body, StandardCharsets.UTF_8);
        String[] kind = vector.path("kind").asText().split(",");
        GroupVersionKind wanted = GroupVersionKind.of(kind[0], kind[1]);
        String error = vector.path("error").asText("");
        try {
            boolean isJson = vector.path("format").asText().equals("json");
            Decoded decoded = isJson ? json.decode(body, wanted) : proto.decode(body, wanted);
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
        ObjectNode wanted = vector.path("json").deepCopy();
        ObjectNode got = (ObjectNode) Json.read(Json.write(decoded.object()));
        wanted.remove(List.of("kind", "apiVersion"));
        got.remove(List.of("kind", "apiVersion"));
        String place = firstDifference("", wanted, got);
        if (!place.isEmpty() || !vector.has("proto")) {
            return place;
        }
        byte[] message = proto.encode(kind, decoded.type(), decoded.object());
        byte[] recorded = vector.path("proto").binaryValue();
        // What is no UTF-8, and the blanks in raw JSON, upstream carries along; only then may bytes differ.
        boolean same = Arrays.equals(message, recorded)
                || proto.decode(message, kind)
                        .object()
                        .equals(proto.decode(recorded, kind).object());
        return same
                ? ""
                : "encoded as " + HexFormat.of().formatHex(message) + "\n wanted "
                        + HexFormat.of().formatHex(recorded);
    }

    private static String firstDifference(String path, JsonNode wanted, JsonNode got) {
        if (wanted.equals(got)) {
            return "";
        }
        if (!wanted.isContainerNode() || wanted.getNodeType() != got.getNodeType() || wanted.size() != got.size()) {
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
