package dev.tenure.launch.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.client.ClusterClient;
import dev.tenure.launch.TenureMain;
import dev.tenure.launch.apiserver.ApiConfig;
import dev.tenure.launch.apiserver.ApiProcess;
import dev.tenure.launch.process.DirectoryLock;
import dev.tenure.launch.process.Trouble;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.io.SizeWords;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an operator does with the files of a cluster, by the commands themselves.
class StoreCommandsTest {
    @TempDir
    private Path folder = Path.of("");

    private record Ran(int code, String out, String err) {}

    private static Ran run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = TenureMain.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new Ran(code, out.toString(), err.toString());
    }

    private static ApiProcess start(Path directory) throws IOException {
        ApiConfig config =
                ApiConfig.standard(new DataDirectory(directory), false, new ApiConfig.Listen("127.0.0.1", 0));
        return ApiProcess.start(config, new SystemTime(), new Trouble(new LoggedFaults(), () -> {}));
    }

    private static ClusterClient client(ApiProcess process) {
        return new ClusterClient(process.server(), Caller.component("test", List.of(Caller.SYSTEM_MASTERS), "test"));
    }

    private static void make(ApiProcess process, String name) {
        var map = Json.object();
        map.put("kind", "ConfigMap")
                .put("apiVersion", "v1")
                .putObject("metadata")
                .put("name", name);
        assertThat(client(process).create(ResourceTypes.CONFIG_MAPS, "default", Document.of(map)))
                .isInstanceOf(ApiReply.One.class);
    }

    private static boolean has(ApiProcess process, String name) {
        return client(process).get(ResourceTypes.CONFIG_MAPS, "default", name) instanceof ApiReply.One;
    }

    @Test
    void aBackupOfAStoppedClusterIsRestoredWithItsCertificatesAndHigherRevisions() throws IOException {
        Path data = folder.resolve("data");
        try (ApiProcess process = start(data)) {
            make(process, "kept");
        }
        Path file = folder.resolve("cluster.backup");
        Ran saved = run("backup", file.toString(), "--data-dir", data.toString());
        assertThat(saved.code()).as(saved.err()).isZero();
        assertThat(saved.out().strip()).endsWith(", " + SizeWords.of(Files.size(file)));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(run("backup", file.toString(), "--data-dir", data.toString()).err())
                .contains("is there already");

        Path other = folder.resolve("other");
        Ran restored = run("restore", file.toString(), "--data-dir", other.toString());
        assertThat(restored.code()).as(restored.err()).isZero();
        assertThat(restored.out()).contains("it goes on at revision 10000");
        assertThat(Files.readString(other.resolve("pki/ca.crt")))
                .isEqualTo(Files.readString(data.resolve("pki/ca.crt")));
        try (ApiProcess process = start(other)) {
            assertThat(has(process, "kept")).isTrue();
            make(process, "later");
        }
        assertThat(run("restore", file.toString(), "--data-dir", other.toString())
                        .err())
                .contains("there is a cluster in");
    }

    @Test
    void aRunningServerIsCopiedAsOfOneRevision() throws IOException {
        try (ApiProcess process = start(folder.resolve("data"))) {
            make(process, "before");
            Path copy = Files.createDirectory(folder.resolve("copy"));
            assertThat(process.copyStore(copy)).isEqualTo("ok");
            make(process, "after");
            Path file = folder.resolve("cluster.backup");
            Backup.write(new DataDirectory(folder.resolve("data")), copy.resolve("store.db"), file);
            Path other = folder.resolve("other");
            assertThat(run("restore", file.toString(), "--data-dir", other.toString())
                            .code())
                    .isZero();
            try (ApiProcess again = start(other)) {
                assertThat(has(again, "before")).isTrue();
                assertThat(has(again, "after")).isFalse();
            }
        }
    }

    @Test
    void aBackupThatFailsLeavesNoPartOfItself() throws IOException {
        DataDirectory data = new DataDirectory(folder.resolve("data"));
        start(folder.resolve("data")).close();
        Path taken = Files.writeString(folder.resolve("cluster.backup"), "somebody else's");
        assertThatThrownBy(() -> Backup.write(data, data.store().resolve("store.db"), taken))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(taken).hasContent("somebody else's");
        assertThat(folder.resolve("cluster.backup.partial")).doesNotExist();
    }

    @Test
    void aDamagedBackupIsRefusedAndSaysWhy() throws IOException {
        Path data = folder.resolve("data");
        start(data).close();
        Path file = folder.resolve("cluster.backup");
        assertThat(run("backup", file.toString(), "--data-dir", data.toString()).code())
                .isZero();
        byte[] bytes = Files.readAllBytes(file);
        for (int at : new int[] {0, bytes.length / 3, bytes.length / 2, bytes.length - 30}) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 0x55;
            Path broken = Files.write(folder.resolve("broken-" + at), damaged);
            Ran ran = run(
                    "restore",
                    broken.toString(),
                    "--data-dir",
                    folder.resolve("r" + at).toString());
            assertThat(ran.code()).as("byte %d: %s", at, ran.out()).isEqualTo(1);
            assertThat(ran.err()).contains("broken-" + at);
            assertThat(folder.resolve("r" + at + "/store")).doesNotExist();
            assertThat(folder.resolve("r" + at + "/pki")).doesNotExist();
            assertThat(folder.resolve("r" + at + "/restore.partial")).doesNotExist();
        }
    }

    /// What a restore that was killed leaves is no cluster, and in nobody's way.
    @Test
    void aRestoreThatWasBrokenOffIsBegunAnew() throws IOException {
        Path data = folder.resolve("data");
        try (ApiProcess process = start(data)) {
            make(process, "kept");
        }
        Path file = folder.resolve("cluster.backup");
        assertThat(run("backup", file.toString(), "--data-dir", data.toString()).code())
                .isZero();
        Path other = folder.resolve("other");
        Path left = Files.createDirectories(other.resolve("restore.partial/store"));
        Files.writeString(left.resolve("store.db"), "half a database");
        Ran restored = run("restore", file.toString(), "--data-dir", other.toString());
        assertThat(restored.code()).as(restored.err()).isZero();
        assertThat(other.resolve("restore.partial")).doesNotExist();
        try (ApiProcess process = start(other)) {
            assertThat(has(process, "kept")).isTrue();
        }
    }

    @Test
    void aClusterWhoseStoreIsGoneDoesNotBeginAnewUntilItIsAskedTo() throws IOException {
        Path data = folder.resolve("data");
        try (ApiProcess process = start(data)) {
            make(process, "lost");
        }
        try (Stream<Path> files = Files.walk(data.resolve("store"))) {
            for (Path one : files.filter(Files::isRegularFile).toList()) {
                Files.delete(one);
            }
        }
        assertThatThrownBy(() -> start(data))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContainingAll("empty or missing", "tenure store repair");
        Ran checked = run("store", "check", "--data-dir", data.toString());
        assertThat(checked.code()).isEqualTo(1);
        assertThat(checked.out()).contains("store.db is missing or empty", "NOT WHOLE");
        Ran repaired = run("store", "repair", "--data-dir", data.toString());
        assertThat(repaired.code()).as(repaired.err()).isZero();
        try (ApiProcess process = start(data)) {
            assertThat(has(process, "lost")).isFalse();
        }
        assertThat(run("store", "status", "--data-dir", data.toString()).out()).contains("everything", "namespaces");
        assertThat(run("store", "check", "-o", "json", "--data-dir", data.toString())
                        .out())
                .contains("\"whole\": true");
    }

    @Test
    void aMistypedPathHoldsNoClusterAndIsLeftAlone() throws IOException {
        Path typo = folder.resolve("typo");
        for (List<String> asked : List.of(
                List.of("store", "status"),
                List.of("store", "check"),
                List.of("store", "repair"),
                List.of("store", "compact"),
                List.of(
                        "store",
                        "copy",
                        "--from",
                        typo.toString(),
                        "--to",
                        folder.resolve("copy").toString()),
                List.of("backup", folder.resolve("file").toString()))) {
            var arguments = new ArrayList<>(asked);
            if (!asked.contains("copy")) {
                arguments.addAll(List.of("--data-dir", typo.toString()));
            }
            Ran ran = run(arguments.toArray(String[]::new));
            assertThat(ran.code()).isEqualTo(1);
            assertThat(ran.err())
                    .contains("there is no cluster in \"" + typo + "\"")
                    .doesNotContain("repair");
        }
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all).isEmpty();
        }
    }

    @Test
    void aCompactedClusterGoesOn() throws IOException {
        Path data = folder.resolve("data");
        try (ApiProcess process = start(data)) {
            make(process, "kept");
        }
        assertThat(run("store", "compact", "--data-dir", data.toString()).out()).startsWith("compacted from");
        assertThat(run("store", "check", "--data-dir", data.toString()).out()).contains("everything");
        try (ApiProcess process = start(data)) {
            assertThat(has(process, "kept")).isTrue();
            make(process, "more");
        }
    }

    @Test
    void whatOthersCouldReadIsMendedAtTheStart() throws IOException {
        Path data = folder.resolve("data");
        start(data).close();
        Files.setPosixFilePermissions(data.resolve("pki/ca.key"), PosixFilePermissions.fromString("rw-r--r--"));
        Files.setPosixFilePermissions(data.resolve("store"), PosixFilePermissions.fromString("rwxrwxr-x"));
        try (var _ = DirectoryLock.take(new DataDirectory(data))) {
            try (Stream<Path> files = Files.walk(data)) {
                for (Path one : files.toList()) {
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(one)))
                            .as(one.toString())
                            .endsWith("------");
                }
            }
        }
    }

    @Test
    void noClusterBeginsWhereARestoreWasCutOff() throws IOException {
        var directory = new DataDirectory(folder.resolve("half"));
        Files.createDirectories(directory.halfRestored());

        assertThatThrownBy(() -> DirectoryLock.take(directory).close())
                .hasMessageStartingWith("a restore into \"%s\" was cut off", directory.root());

        Files.delete(directory.halfRestored());
        DirectoryLock.take(directory).close();
    }
}
