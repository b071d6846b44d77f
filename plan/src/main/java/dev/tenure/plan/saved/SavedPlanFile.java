package dev.tenure.plan.saved;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.plan.report.PlanDocument;
import dev.tenure.plan.saved.Basis.Entry;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.PrivateFiles;
import dev.tenure.runtime.io.Sha256;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// The file of a saved plan: one line that says its version, checksum and length, then one JSON object of the
/// kind SavedPlan, compressed with gzip. It is written whole or not at all, and for its owner alone, for
/// manifests stand in it. Stateless.
public final class SavedPlanFile {
    private static final int VERSION = 1;
    private static final String MAGIC = "tenure-plan/";
    private static final Pattern HEAD =
            Pattern.compile("tenure-plan/(\\d{1,6}) sha256=([0-9a-f]{64}) bytes=(\\d{1,18})");
    private static final int HEAD_BYTES_MAX = 200;
    private static final long JSON_BYTES_MAX = 1L << 30;
    private static final String ANEW = "make the plan anew with `tenure plan … --out`";

    private SavedPlanFile() {}

    /// @throws SavedPlanException when the file cannot be written
    public static void write(Path file, SavedPlan plan) {
        byte[] content = bytes(plan);
        try {
            PrivateFiles.replace(file.toAbsolutePath(), content);
        } catch (IOException e) {
            throw new SavedPlanException("plan %s cannot be written: %s".formatted(file, words(e)), e);
        }
    }

    /// What the file of a plan holds.
    public static byte[] bytes(SavedPlan plan) {
        byte[] body = packed(Json.write(document(plan)));
        byte[] head = "%s%d sha256=%s bytes=%d\n"
                .formatted(MAGIC, VERSION, Sha256.hex(body), body.length)
                .getBytes(StandardCharsets.US_ASCII);
        byte[] whole = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, whole, head.length, body.length);
        return whole;
    }

    private static String words(IOException e) {
        return e instanceof NoSuchFileException ? "its folder does not exist" : IoWords.briefly(e);
    }

    private static ObjectNode document(SavedPlan plan) {
        ObjectNode out =
                Json.object().put("apiVersion", PlanDocument.API_VERSION).put("kind", "SavedPlan");
        out.put("cluster", plan.cluster());
        out.set("change", ChangeDocument.of(plan.change()));
        out.set("plan", PlanDocument.of(plan.plan()));
        ObjectNode basis = out.putObject("basis");
        plan.basis().nodes().forEach(basis.putArray("nodes")::add);
        plan.basis().namespaces().forEach(basis.putArray("namespaces")::add);
        ArrayNode objects = basis.putArray("objects");
        plan.basis()
                .entries()
                .forEach(entry -> objects.addObject()
                        .put("key", entry.key().path())
                        .put("uid", entry.uid())
                        .put("revision", entry.revision())
                        .set("counts", entry.counts()));
        return out;
    }

    /// @throws SavedPlanException when it is no saved plan, of another version, cut off or changed
    public static SavedPlan read(Path file) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new SavedPlanException("plan %s does not exist".formatted(file), e);
        } catch (IOException e) {
            throw new SavedPlanException("plan %s cannot be read: %s".formatted(file, IoWords.briefly(e)), e);
        }
        byte[] body = body(file, bytes);
        try {
            return plan(Json.readObject(unpacked(body)));
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            throw new SavedPlanException(
                    "plan %s is whole but holds something that is no plan (%s): %s"
                            .formatted(file, e.getMessage(), ANEW),
                    e);
        }
    }

    private static byte[] body(Path file, byte[] bytes) {
        int end = 0;
        while (end < bytes.length && end < HEAD_BYTES_MAX && bytes[end] != '\n') {
            end++;
        }
        String line = new String(bytes, 0, end, StandardCharsets.US_ASCII);
        if (!line.startsWith(MAGIC)) {
            throw new SavedPlanException(
                    "file %s is no saved plan: one is made with `tenure plan … --out FILE`".formatted(file));
        }
        Matcher head = HEAD.matcher(line);
        if (!head.matches()) {
            throw new SavedPlanException("plan %s is cut off or changed in its first line: %s".formatted(file, ANEW));
        }
        int version = Integer.parseInt(head.group(1));
        if (version != VERSION) {
            throw new SavedPlanException("plan %s is of version %d, and this tenure reads version %d: %s"
                    .formatted(file, version, VERSION, ANEW));
        }
        byte[] body = Arrays.copyOfRange(bytes, Math.min(end + 1, bytes.length), bytes.length);
        long length = Long.parseLong(head.group(3));
        if (body.length < length) {
            throw new SavedPlanException("plan %s is cut off: %d of %d bytes are there; copy it again, or %s"
                    .formatted(file, body.length, length, ANEW));
        }
        if (body.length > length || !Sha256.hex(body).equals(head.group(2))) {
            throw new SavedPlanException(
                    "plan %s was changed after it was written, its checksum does not fit: %s".formatted(file, ANEW));
        }
        return body;
    }

    private static SavedPlan plan(ObjectNode in) {
        var entries = new ArrayList<Entry>();
        for (JsonNode object : in.at("/basis/objects")) {
            ObjectNode counts = object.path("counts") instanceof ObjectNode known ? known : Json.object();
            entries.add(new Entry(
                    ObjectKey.ofPath(object.path("key").asText()),
                    object.path("uid").asText(),
                    object.path("revision").asLong(),
                    counts));
        }
        return new SavedPlan(
                in.path("cluster").asText(),
                ChangeDocument.read(in.path("change")),
                PlanReader.read(in.path("plan")),
                new Basis(texts(in.at("/basis/nodes")), texts(in.at("/basis/namespaces")), entries));
    }

    private static List<String> texts(JsonNode in) {
        return in.valueStream().map(JsonNode::asText).toList();
    }

    private static byte[] packed(byte[] json) {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(json);
        } catch (IOException e) {
            throw new IllegalStateException("memory cannot be written to", e);
        }
        return out.toByteArray();
    }

    private static byte[] unpacked(byte[] body) throws IOException {
        try (var gzip = new GZIPInputStream(new ByteArrayInputStream(body))) {
            byte[] json = gzip.readNBytes((int) JSON_BYTES_MAX);
            if (gzip.read() >= 0) {
                throw new IOException("it holds more than 1 GiB");
            }
            return json;
        }
    }
}
