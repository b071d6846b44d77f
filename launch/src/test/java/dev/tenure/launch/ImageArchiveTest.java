package dev.tenure.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The archive of an image that `build/image` has written. That containerd takes it, `checks/image/run`
/// tries.
final class ImageArchiveTest {
    private static final Path PROGRAM = Path.of("..", "build", "ImageArchive.java");
    private static final int BLOCK = 512;
    private static final String LONG = "a-folder-with-a-name-that-is-long/".repeat(4);

    @TempDir
    private Path folder;

    /// What a tar says of an entry, in octal digits as it stands there.
    private record Entry(String mode, String owner, char type, String link, byte[] bytes) {}

    @BeforeEach
    void makeALayer() throws IOException {
        Path layer = Files.createDirectories(folder.resolve("layer"));
        Files.createDirectory(layer.resolve("data"));
        Files.createDirectory(layer.resolve("tmp"));
        Files.createDirectories(layer.resolve(LONG));
        Files.writeString(layer.resolve(LONG).resolve("file"), "content\n");
        Path program = Files.writeString(layer.resolve("program"), "x".repeat(BLOCK));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Files.createSymbolicLink(layer.resolve("link"), Path.of("program"));
        Files.writeString(folder.resolve("config"), "{\"User\":\"65532\"}");
    }

    private Path write(String out, String base) throws IOException, InterruptedException {
        assertThat(run(out, base)).isEmpty();
        return folder.resolve(out);
    }

    /// Writes an archive, and returns what is printed.
    private String run(String out, String base) throws IOException, InterruptedException {
        Path archive = folder.resolve(out);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        PROGRAM.toString(),
                        archive.toString(),
                        "tenure",
                        "1",
                        "1000000000",
                        folder.resolve("config").toString(),
                        base,
                        folder.resolve("layer").toString())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor() == 0).as(printed).isEqualTo(printed.isEmpty());
        return printed;
    }

    private static Map<String, Entry> entries(byte[] tar) throws IOException {
        var entries = new TreeMap<String, Entry>();
        var in = new ByteArrayInputStream(tar);
        for (byte[] head = in.readNBytes(BLOCK); head.length == BLOCK && head[0] != 0; head = in.readNBytes(BLOCK)) {
            String prefix = text(head, 345, 155);
            int size = Integer.parseInt(text(head, 124, 12), 8);
            byte[] bytes = in.readNBytes(size);
            in.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
            entries.put(
                    (prefix.isEmpty() ? "" : prefix + "/") + text(head, 0, 100),
                    new Entry(text(head, 100, 8), text(head, 108, 8), (char) head[156], text(head, 157, 100), bytes));
        }
        return entries;
    }

    private static String text(byte[] head, int at, int length) {
        return new String(head, at, length, StandardCharsets.UTF_8).replaceFirst("\0.*", "");
    }

    private static Entry at(Map<String, Entry> entries, String name) {
        return Objects.requireNonNull(entries.get(name), name);
    }

    private static Entry blob(Map<String, Entry> archive, JsonNode descriptor) throws Exception {
        String digest = descriptor.path("digest").asText();
        Entry blob = at(archive, "blobs/" + digest.replace(':', '/'));
        assertThat(digest).isEqualTo(digest(blob.bytes()));
        assertThat(descriptor.path("size").asLong()).isEqualTo(blob.bytes().length);
        return blob;
    }

    private static String digest(byte[] bytes) throws Exception {
        return "sha256:"
                + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    private static byte[] unpacked(byte[] bytes) throws IOException {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return in.readAllBytes();
        }
    }

    /// The layers of an image, each held against its digests.
    private static List<Map<String, Entry>> layers(Path file) throws Exception {
        Map<String, Entry> archive = entries(Files.readAllBytes(file));
        JsonNode index = Json.read(at(archive, "index.json").bytes());
        JsonNode manifest = Json.read(blob(archive, index.at("/manifests/0")).bytes());
        JsonNode config = Json.read(blob(archive, manifest.path("config")).bytes());
        assertThat(config.at("/config/User").asText()).isEqualTo("65532");
        var layers = new ArrayList<Map<String, Entry>>();
        for (JsonNode layer : manifest.path("layers")) {
            byte[] tar = unpacked(blob(archive, layer).bytes());
            assertThat(digest(tar))
                    .isEqualTo(config.at("/rootfs/diff_ids/" + layers.size()).asText());
            layers.add(entries(tar));
        }
        return layers;
    }

    @Test
    void whatIsInAFolderIsInItsLayerAndItsBytesDependOnNothingElse() throws Exception {
        Path first = write("first", "");
        try (Stream<Path> all = Files.walk(folder.resolve("layer"))) {
            for (Path each : all.filter(path -> !Files.isSymbolicLink(path)).toList()) {
                Files.setLastModifiedTime(each, FileTime.fromMillis(1));
            }
        }
        assertThat(Files.mismatch(first, write("second", ""))).isEqualTo(-1);
        Map<String, Entry> layer = layers(first).getFirst();
        assertThat(at(layer, "data/"))
                .extracting(Entry::mode, Entry::owner, Entry::type)
                .containsExactly("0000755", "0177774", '5');
        assertThat(at(layer, "tmp/"))
                .extracting(Entry::mode, Entry::owner, Entry::type)
                .containsExactly("0001777", "0000000", '5');
        assertThat(at(layer, "program"))
                .extracting(Entry::mode, Entry::owner, Entry::type)
                .containsExactly("0000755", "0000000", '0');
        assertThat(at(layer, "link")).extracting(Entry::type, Entry::link).containsExactly('2', "program");
        assertThat(at(layer, LONG + "file").bytes()).asString().isEqualTo("content\n");
        assertThat(at(layer, LONG + "file").mode()).isEqualTo("0000644");
    }

    @Test
    void onABaseItsLayersComeFirst() throws Exception {
        Path base = write("base", "");
        Files.writeString(folder.resolve("layer/more"), "more");
        List<Map<String, Entry>> layers = layers(write("both", base.toString()));
        assertThat(layers).hasSize(2);
        assertThat(layers.get(0)).doesNotContainKey("more").containsKey("program");
        assertThat(layers.get(1)).containsKeys("more", "program");
    }

    /// What Docker asks for is called otherwise, so that only the layout is left.
    @Test
    void aBaseMayBeALayoutAloneAndHasToBeWhole() throws Exception {
        byte[] bytes = Files.readAllBytes(write("base", ""));
        byte[] name = "manifest.json\0".getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < bytes.length; at += BLOCK) {
            if (Arrays.mismatch(bytes, at, at + name.length, name, 0, name.length) < 0) {
                bytes[at] = 'x';
            }
        }
        Path layout = Files.write(folder.resolve("layout"), bytes);
        assertThat(layers(write("both", layout.toString()))).hasSize(2);
        // the layer takes one block, behind which two of zeros end the archive
        int within = bytes.length - 3 * BLOCK + 20;
        bytes[within] = (byte) ~bytes[within];
        Path damaged = Files.write(folder.resolve("damaged"), bytes);
        assertThat(run("none", damaged.toString())).contains("is damaged");
        assertThat(run("none", folder.resolve("config").toString())).contains("no archive of an image");
    }
}
