package dev.tenure.checks.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.checks.etcd.InProcess.Kept;
import dev.tenure.checks.etcd.InProcess.Ran;
import dev.tenure.launch.apiserver.ApiConfig.Etcd;
import dev.tenure.launch.apiserver.ApiProcess;
import dev.tenure.launch.encryption.Encryption;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.store.etcd.EtcdOptions.Servers;
import dev.tenure.store.etcd.EtcdOptions.Tls;
import dev.tenure.testkit.fake.EtcdServer;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What builds before this one wrote is opened, brought forward and gone on with: one kept folder for each
/// format of each engine, under `formats` among the test's resources, whose README says how they were made.
/// In all of them is the ConfigMap `default/kept`.
class KeptFormatsTest {
    private static final String KEPT = "as it was";

    @TempDir
    private Path folder = Path.of("");

    private Path unpack(String name) throws IOException {
        Path target = folder.resolve(name.replace(".zip", ""));
        try (InputStream in =
                        Objects.requireNonNull(KeptFormatsTest.class.getResourceAsStream("/formats/" + name), name);
                var zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = target.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.resolveSibling(""));
                    Files.copy(zip, file);
                }
            }
        }
        return target;
    }

    private static ApiProcess start(Path data, Optional<Etcd> etcd) throws IOException {
        return InProcess.start(data, InProcess.LOOPBACK, new Kept(etcd, Encryption.NONE));
    }

    private static StoredObject kept(ApiProcess process) {
        var client = InProcess.client(process);
        ApiReply reply = client.get(ResourceTypes.CONFIG_MAPS, "default", "kept");
        assertThat(reply).isInstanceOf(ApiReply.One.class);
        return ((ApiReply.One) reply).object();
    }

    private static String text(StoredObject map) {
        return Json.readObject(map.json()).at("/data/text").asText();
    }

    /// Changes the object, which must give it a higher revision.
    private static void goOn(ApiProcess process) {
        var client = InProcess.client(process);
        StoredObject before = kept(process);
        assertThat(text(before)).isEqualTo(KEPT);
        var tree = Json.readObject(before.json());
        tree.withObjectProperty("data").put("more", "since");
        tree.withObjectProperty("metadata").put("resourceVersion", Long.toString(before.revision()));
        ApiReply changed = client.update(ResourceTypes.CONFIG_MAPS, "default", "kept", Document.of(tree));
        assertThat(changed).isInstanceOf(ApiReply.One.class);
        assertThat(((ApiReply.One) changed).object().revision()).isGreaterThan(before.revision());
    }

    private static String run(String... arguments) {
        Ran ran = InProcess.run(arguments);
        assertThat(ran.code()).as(ran.text()).isZero();
        return ran.text();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite-1.zip", "sqlite-2.zip"})
    void aDataDirectoryIsGoneOnWith(String name) throws IOException {
        Path data = unpack(name);
        try (ApiProcess process = start(data, Optional.empty())) {
            goOn(process);
        }
        assertThat(run("store", "check", "--data-dir", data.toString()))
                .contains("everything that was acknowledged is there");
        try (ApiProcess process = start(data, Optional.empty())) {
            assertThat(Json.readObject(kept(process).json()).at("/data/more").asText())
                    .isEqualTo("since");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"etcd-0.zip", "etcd-1.zip"})
    void whatIsInAnEtcdIsGoneOnWith(String name) throws IOException {
        Optional<Path> program = EtcdServer.program();
        assumeTrue(program.isPresent(), EtcdServer.NONE);
        try (EtcdServer etcd = EtcdServer.start(program.orElseThrow(), unpack(name))) {
            var kept = new Etcd(Servers.of(List.of(etcd.endpoint()), Tls.NONE), "registry");
            try (ApiProcess process = start(folder.resolve("data"), Optional.of(kept))) {
                goOn(process);
            }
            assertThat(run("store", "check", "--etcd-servers=" + etcd.endpoint()))
                    .contains("everything that was acknowledged is there");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"etcd-0.zip", "etcd-1.zip"})
    void aMembersDatabaseIsReadAsASnapshot(String name) throws IOException {
        Path database = unpack(name).resolve("etcd/member/snap/db");
        ClusterDump dump = DumpFiles.read(List.of(database.toString()), InputStream.nullInputStream());
        assertThat(dump.all(ResourceTypes.NODES).map(node -> node.key().name())).containsExactly("n1");
        String restored = folder.resolve("restored").toString();
        run("restore", database.toString(), "--data-dir", restored);
        try (ApiProcess process = start(Path.of(restored), Optional.empty())) {
            goOn(process);
        }
    }

    @Test
    void aBackupIsRestored() throws IOException {
        Path file = folder.resolve("backup-1.zip");
        try (InputStream in =
                Objects.requireNonNull(KeptFormatsTest.class.getResourceAsStream("/formats/backup-1.zip"))) {
            Files.copy(in, file);
        }
        String restored = folder.resolve("restored").toString();
        run("restore", file.toString(), "--data-dir", restored);
        try (ApiProcess process = start(Path.of(restored), Optional.empty())) {
            goOn(process);
        }
    }
}
