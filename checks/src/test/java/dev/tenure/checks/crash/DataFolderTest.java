package dev.tenure.checks.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.checks.examples.Launcher;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.cli.kubeconfig.KubeconfigParser;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The files of a data directory beside the store and the keys, of a cluster that runs in the background:
/// nobody else reads them, and whatever becomes of them, all objects are there.
@Timeout(240)
final class DataFolderTest {
    private static final int SEEDS = Boolean.getBoolean("tenure.full") ? 40 : 1;
    private static final int CUT_OF = 3;

    @TempDir
    private Path folder;

    private Path data = Path.of("");

    @BeforeEach
    void name() {
        data = folder.resolve("data");
    }

    @AfterEach
    void stop() throws IOException, InterruptedException {
        run("down", "--data-dir", data.toString());
    }

    /// How a command of Tenure ended that was called with an umask which lets the group write and all others
    /// read.
    private record Ran(int code, String said) {}

    private Ran run(String... words) throws IOException, InterruptedException {
        Path said = folder.resolve("said");
        Path tenure = Launcher.write(folder.resolve("tenure"));
        var all = Stream.concat(
                        Stream.of("bash", "-c", "umask 002; exec \"$@\"", "bash", tenure.toString()), Stream.of(words))
                .toList();
        Process process = new ProcessBuilder(all)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        return new Ran(process.waitFor(), Files.readString(said));
    }

    private void start() throws IOException, InterruptedException {
        Ran ran = run("up", "--detach", "--port", "0", "--nodes", "1", "--data-dir", data.toString());
        assertThat(ran.code()).as(ran.said()).isZero();
    }

    private ClusterClient client(HttpEndpoint endpoint) {
        return new ClusterClient(endpoint, Caller.component("", List.of(), "folder-test"));
    }

    private void make(String name) {
        ObjectNode map = Json.object().put("apiVersion", "v1").put("kind", "ConfigMap");
        map.putObject("metadata").put("name", name);
        try (var endpoint = new HttpEndpoint(KubeconfigParser.read(data.resolve("kubeconfig")))) {
            ApiReply made = client(endpoint).create(ResourceTypes.CONFIG_MAPS, "default", Document.of(map));
            assertThat(made).isInstanceOf(ApiReply.One.class);
        }
    }

    private boolean has(String name) {
        try (var endpoint = new HttpEndpoint(KubeconfigParser.read(data.resolve("kubeconfig")))) {
            return client(endpoint).get(ResourceTypes.CONFIG_MAPS, "default", name) instanceof ApiReply.One;
        }
    }

    private long pid() throws IOException {
        return Long.parseLong(
                Files.readString(new DataDirectory(data).pid()).strip().split("\\s+")[0]);
    }

    private void kill() throws IOException {
        ProcessHandle.of(pid()).ifPresent(process -> {
            process.destroyForcibly();
            process.onExit().join();
        });
    }

    @Test
    void whatIsInTheBackgroundIsItsOwnersAloneAndItsLogGoesOn() throws IOException, InterruptedException {
        start();
        make("kept");
        String first = Files.readString(new DataDirectory(data).log());

        Ran refused = run("up", "--detach", "--port", "0", "--data-dir", data.toString());

        assertThat(refused.code()).as(refused.said()).isNotZero();
        try (Stream<Path> files = Files.walk(data)) {
            assertThat(files)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .as("%s", file)
                            .endsWith("------"));
        }
        for (int seed = 0; seed < SEEDS; seed++) {
            kill();
            List<String> told = damage(new Random(seed));
            start();
            assertThat(has("kept")).as("seed %d: %s", seed, told).isTrue();
        }
        assertThat(new DataDirectory(data).log())
                .content(StandardCharsets.ISO_8859_1)
                .startsWith(first);
    }

    /// Does something to each file that belongs to the last run: all but the store, the keys and the log,
    /// which is only ever added to.
    private List<String> damage(Random random) throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            return files.filter(file -> !Files.isDirectory(file))
                    .filter(file -> !file.equals(new DataDirectory(data).log()))
                    .sorted()
                    .map(file -> damage(file, random))
                    .toList();
        }
    }

    private static String damage(Path file, Random random) {
        try {
            byte[] bytes = Files.isRegularFile(file) ? Files.readAllBytes(file) : new byte[0];
            String done;
            Files.delete(file);
            switch (random.nextInt(4)) {
                case 0 -> {
                    Files.write(file, new byte[0]);
                    done = "emptied";
                }
                case 1 -> {
                    Files.write(file, Arrays.copyOf(bytes, bytes.length / CUT_OF));
                    done = "cut";
                }
                case 2 -> {
                    byte[] other = new byte[Math.max(1, bytes.length)];
                    random.nextBytes(other);
                    Files.write(file, other);
                    done = "overwritten";
                }
                default -> done = "lost";
            }
            return file.getFileName() + " " + done;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
