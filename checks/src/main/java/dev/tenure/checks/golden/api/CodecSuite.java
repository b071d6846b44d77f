package dev.tenure.checks.golden.api;

import dev.tenure.checks.golden.suite.CaseResult;
import dev.tenure.checks.golden.suite.GoldenDifference;
import dev.tenure.checks.golden.suite.Suite;
import dev.tenure.checks.golden.suite.SuiteResult;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.Decoded;
import dev.tenure.wire.json.decode.JsonDecoder;
import dev.tenure.wire.proto.ProtoCodec;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/// Samples of kinds with every field filled, as JSON and as protobuf: each form must be read without loss
/// and be written as the other. Two cases a kind.
public final class CodecSuite implements Suite {
    private static final String JSON = ".json";
    private static final String PROTOBUF = ".pb";
    /// Number of the field of the envelope that says the type.
    private static final String TYPE_META = "1";

    private static final byte[] ABSENT = new byte[0];

    // a tar archive is made of blocks; a header block tells name and size of the file whose blocks follow
    private static final int TAR_BLOCK = 512;
    private static final int TAR_NAME_LENGTH = 100;
    private static final int TAR_SIZE_AT = 124;
    private static final int TAR_SIZE_LENGTH = 12;

    private final JsonDecoder json = new JsonDecoder(Schema.builtIn()::kind);
    private final ProtoCodec proto = new ProtoCodec(Schema.builtIn()::kind);

    @Override
    public String name() {
        return "codec";
    }

    @Override
    public boolean isIn(Path golden) {
        return Files.exists(golden.resolve("codec.tar.gz")) || Files.isDirectory(golden.resolve("codec"));
    }

    @Override
    public SuiteResult replay(Path golden) throws IOException {
        Map<String, byte[]> files = Files.isDirectory(golden.resolve("codec"))
                ? folder(golden.resolve("codec"))
                : archive(golden.resolve("codec.tar.gz"));
        var results = new ArrayList<CaseResult>();
        for (String file : files.keySet()) {
            if (file.endsWith(JSON)) {
                String sample = file.substring(0, file.length() - JSON.length());
                byte[] text = files.getOrDefault(file, ABSENT);
                byte[] message = files.getOrDefault(sample + PROTOBUF, ABSENT);
                results.add(judge(sample + " json", () -> fromJson(kind(sample), text, message)));
                results.add(judge(sample + " protobuf", () -> fromProtobuf(kind(sample), text, message)));
            }
        }
        return new SuiteResult(name(), results);
    }

    /// One direction of one sample.
    private interface Direction {
        Optional<GoldenDifference> difference();
    }

    private static CaseResult judge(String name, Direction direction) {
        try {
            return direction
                    .difference()
                    .map(found -> CaseResult.failed(name, found.toString()))
                    .orElseGet(() -> CaseResult.passed(name));
        } catch (RuntimeException e) {
            return CaseResult.failed(name, e.toString());
        }
    }

    private Optional<GoldenDifference> fromJson(GroupVersionKind kind, byte[] text, byte[] message) {
        Decoded read = json.decode(text, kind);
        if (!read.strictErrors().isEmpty()) {
            return Optional.of(new GoldenDifference(
                    "strict decoding", "no error", read.strictErrors().toString()));
        }
        JsonNode plain = Json.read(text);
        Optional<GoldenDifference> lost =
                plain.has("kind") ? GoldenDifference.first(plain, read.object(), "json") : Optional.empty();
        byte[] written = proto.encode(kind, read.type(), read.object());
        JsonNode recorded = SchemalessProtobuf.tree(body(message));
        JsonNode actual = SchemalessProtobuf.tree(body(written));
        return lost.or(
                () -> GoldenDifference.first(withoutEmptyType(recorded), withTypeOf(recorded, actual), "protobuf"));
    }

    private Optional<GoldenDifference> fromProtobuf(GroupVersionKind kind, byte[] text, byte[] message) {
        JsonNode read = proto.decode(message, kind).object();
        return GoldenDifference.first(json.decode(text, kind).object(), read, "json");
    }

    /// Samples of messages that are no objects have an envelope that does not say what they are.
    private static JsonNode withoutEmptyType(JsonNode envelope) {
        return hasTypeMeta(envelope) ? envelope : ((ObjectNode) envelope.deepCopy()).without(TYPE_META);
    }

    private static JsonNode withTypeOf(JsonNode recorded, JsonNode actual) {
        return hasTypeMeta(recorded) ? actual : ((ObjectNode) actual.deepCopy()).without(TYPE_META);
    }

    private static boolean hasTypeMeta(JsonNode envelope) {
        return !envelope.isObject()
                || !envelope.path(TYPE_META).path(0).path("1").path(0).asText().isEmpty();
    }

    /// Without the four bytes that say that it is Kubernetes' protobuf.
    private static byte[] body(byte[] message) {
        return Arrays.copyOfRange(message, Math.min(4, message.length), message.length);
    }

    /// `apps.v1.ReplicaSet`, `core.v1.Pod`, `rbac.authorization.k8s.io.v1.Role`.
    private static GroupVersionKind kind(String sample) {
        List<String> parts = List.of(sample.split("\\."));
        int size = parts.size();
        String group = String.join(".", parts.subList(0, size - 2));
        return new GroupVersionKind(group.equals("core") ? "" : group, parts.get(size - 2), parts.get(size - 1));
    }

    private static Map<String, byte[]> folder(Path folder) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> list = Files.list(folder)) {
            for (Path file : list.toList()) {
                files.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    private static Map<String, byte[]> archive(Path archive) throws IOException {
        byte[] tar;
        try (var in = new GZIPInputStream(Files.newInputStream(archive))) {
            tar = in.readAllBytes();
        }
        Map<String, byte[]> files = new TreeMap<>();
        int at = 0;
        while (at + TAR_BLOCK <= tar.length && tar[at] != 0) {
            String path = tarText(tar, at, TAR_NAME_LENGTH);
            int size = Integer.parseInt(tarText(tar, at + TAR_SIZE_AT, TAR_SIZE_LENGTH), 8);
            int begin = at + TAR_BLOCK;
            files.put(path.substring(path.lastIndexOf('/') + 1), Arrays.copyOfRange(tar, begin, begin + size));
            at = begin + (size + TAR_BLOCK - 1) / TAR_BLOCK * TAR_BLOCK;
        }
        return files;
    }

    private static String tarText(byte[] tar, int from, int length) {
        String all = new String(tar, from, length, StandardCharsets.US_ASCII);
        int end = all.indexOf('\0');
        return (end < 0 ? all : all.substring(0, end)).strip();
    }
}
