package dev.tenure.wire.proto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.decode.Decoded;
import dev.tenure.wire.json.decode.JsonDecoder;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// One object of each kind with every field filled goes from JSON to protobuf and back without any loss, in
/// both directions.
class CodecSamplesTest {
    private static final Path SAMPLES = Path.of("../checks/golden/codec.tar.gz");
    private static final int BLOCK = 512;

    private final JsonDecoder json = new JsonDecoder(Schema.builtIn()::kind);
    private final ProtoCodec proto = new ProtoCodec(Schema.builtIn()::kind);

    @Test
    void everyKindRoundTripsBothWays() throws IOException {
        Map<String, byte[]> files = samples();
        Map<String, String> wrong = new TreeMap<>();
        int count = 0;
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            if (file.getKey().endsWith(".json")) {
                count++;
                String name = file.getKey().substring(0, file.getKey().length() - ".json".length());
                String found = difference(name, file.getValue(), files.getOrDefault(name + ".pb", new byte[0]));
                if (!found.isEmpty()) {
                    wrong.put(name, found);
                }
            }
        }
        assertThat(count).isEqualTo(89);
        assertThat(wrong).as("%d of %d differ", wrong.size(), count).isEmpty();
    }

    private String difference(String name, byte[] text, byte[] message) {
        String[] parts = name.substring(name.lastIndexOf('/') + 1).split("\\.");
        String group = String.join(".", Arrays.copyOf(parts, parts.length - 2));
        GroupVersionKind kind = new GroupVersionKind(
                group.equals("core") ? "" : group, parts[parts.length - 2], parts[parts.length - 1]);
        Decoded fromJson = json.decode(text, kind);
        Decoded fromProto = proto.decode(message, kind);
        JsonNode plain = Json.read(text);
        byte[] encoded = proto.encode(kind, fromJson.type(), fromJson.object());
        if (!fromJson.strictErrors().isEmpty()) {
            return "strict errors " + fromJson.strictErrors();
        }
        if (!fromProto.object().equals(fromJson.object())) {
            return "protobuf is read as " + fromProto.object() + "\n JSON as " + fromJson.object();
        }
        if (plain.has("kind") && !plain.equals(fromJson.object())) {
            return "JSON is read as " + fromJson.object() + "\n is " + plain;
        }
        return proto.decode(encoded, kind).object().equals(fromProto.object())
                ? ""
                : "JSON is written as other protobuf";
    }

    /// The files of a tar archive without links or long names.
    private static Map<String, byte[]> samples() throws IOException {
        byte[] tar;
        try (InputStream in = new GZIPInputStream(Files.newInputStream(SAMPLES))) {
            tar = in.readAllBytes();
        }
        Map<String, byte[]> files = new TreeMap<>();
        int at = 0;
        while (at + BLOCK <= tar.length && tar[at] != 0) {
            int size = Integer.parseInt(text(tar, at + 124, 12), 8);
            files.put(text(tar, at, 100), Arrays.copyOfRange(tar, at + BLOCK, at + BLOCK + size));
            at += BLOCK + (size + BLOCK - 1) / BLOCK * BLOCK;
        }
        return files;
    }

    private static String text(byte[] tar, int from, int length) {
        String all = new String(tar, from, length, StandardCharsets.US_ASCII);
        int end = all.indexOf('\0');
        return (end < 0 ? all : all.substring(0, end)).strip();
    }
}
