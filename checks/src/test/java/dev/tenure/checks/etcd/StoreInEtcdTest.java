package dev.tenure.checks.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.checks.etcd.InProcess.Kept;
import dev.tenure.checks.etcd.InProcess.Ran;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.launch.apiserver.ApiConfig.Etcd;
import dev.tenure.launch.apiserver.ApiProcess;
import dev.tenure.launch.encryption.Encryption;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.EtcdOptions.Servers;
import dev.tenure.store.etcd.EtcdOptions.Tls;
import dev.tenure.testkit.fake.EtcdServer;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an operator does with what is in an etcd, by the commands themselves.
class StoreInEtcdTest {
    @TempDir
    private Path folder = Path.of("");

    private final List<AutoCloseable> open = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private EtcdServer etcd;

    @BeforeEach
    void begin() throws IOException {
        Optional<Path> program = EtcdServer.program();
        assumeTrue(program.isPresent(), EtcdServer.NONE);
        etcd = EtcdServer.start(program.orElseThrow(), folder);
        open.add(etcd);
    }

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    private static Ran done(String... arguments) {
        Ran ran = InProcess.run(arguments);
        assertThat(ran.code()).as(ran.text()).isZero();
        return ran;
    }

    private ApiProcess start(String directory, Optional<String> prefix) throws IOException {
        Optional<Etcd> kept = prefix.map(one -> new Etcd(Servers.of(List.of(etcd.endpoint()), Tls.NONE), one));
        ApiProcess process =
                InProcess.start(folder.resolve(directory), InProcess.LOOPBACK, new Kept(kept, Encryption.NONE));
        open.add(process);
        return process;
    }

    private void stop(ApiProcess process) {
        process.close();
        open.remove(process);
    }

    private static ApiReply.One make(ApiProcess process, String name) {
        var map = Json.object();
        map.put("kind", "ConfigMap")
                .put("apiVersion", "v1")
                .putObject("metadata")
                .put("name", name);
        return (ApiReply.One) InProcess.client(process).create(ResourceTypes.CONFIG_MAPS, "default", Document.of(map));
    }

    /// The uid of a ConfigMap; empty when there is none.
    private static String uid(ApiProcess process, String name) {
        return InProcess.client(process).get(ResourceTypes.CONFIG_MAPS, "default", name) instanceof ApiReply.One one
                ? one.object().uid()
                : "";
    }

    @Test
    void aBackupOfARunningServerIsRestoredIntoAnEtcdAndIntoADirectory() throws IOException {
        ApiProcess first = start("first", Optional.of("registry"));
        String uid = make(first, "kept").object().uid();
        String file = folder.resolve("cluster.backup").toString();
        String servers = "--etcd-servers=" + etcd.endpoint();
        String data = folder.resolve("first").toString();
        assertThat(done("backup", file, "--data-dir", data, servers).out()).contains("objects at revision");
        make(first, "after");
        for (String[] asked : List.of(
                new String[] {
                    "store", "copy", "--from", file, "--to", folder.resolve("x").toString()
                },
                new String[] {"plan", "drain", "n1", "--from", file})) {
            assertThat(InProcess.run(asked).err())
                    .contains("is a backup", "tenure restore " + file + " --data-dir DIR");
        }

        String other = folder.resolve("other").toString();
        Ran restored =
                done("restore", file, "--data-dir", other, servers, "--etcd-prefix=/other", "--bump-revision=500");
        assertThat(restored.out()).contains("objects into etcd");
        assertThat(Files.readString(folder.resolve("other/pki/ca.crt")))
                .isEqualTo(Files.readString(folder.resolve("first/pki/ca.crt")));
        ApiProcess second = start("other", Optional.of("other"));
        assertThat(uid(second, "kept")).isEqualTo(uid);
        assertThat(uid(second, "after")).isEmpty();
        assertThat(InProcess.run(
                                "restore",
                                file,
                                "--data-dir",
                                folder.resolve("x").toString(),
                                servers)
                        .err())
                .contains("there are keys below /registry/");

        done("restore", file, "--data-dir", folder.resolve("third").toString());
        ApiProcess third = start("third", Optional.empty());
        assertThat(uid(third, "kept")).isEqualTo(uid);
    }

    @Test
    void objectsMoveFromOneEngineToTheOtherAndBackWithTheirUidsAndHigherRevisions() throws IOException {
        ApiProcess sqlite = start("first", Optional.empty());
        String uid = make(sqlite, "kept").object().uid();
        for (int i = 0; i < 20; i++) {
            make(sqlite, "more-" + i);
        }
        long revision = make(sqlite, "last").object().revision();
        stop(sqlite);
        String servers = "--etcd-servers=" + etcd.endpoint();
        String data = folder.resolve("first").toString();
        done("store", "copy", "--from", data, "--to", "etcd", servers);
        assertThat(InProcess.run("store", "copy", "--from", data, "--to", "etcd", servers)
                        .err())
                .contains("there are keys below /registry/");
        ApiProcess inEtcd = start("second", Optional.of("registry"));
        assertThat(uid(inEtcd, "kept")).isEqualTo(uid);
        long later = make(inEtcd, "later").object().revision();
        assertThat(later).isGreaterThan(revision);

        String back = folder.resolve("back").toString();
        done("store", "copy", "--from", "etcd", "--to", back, servers);
        ApiProcess again = start("back", Optional.empty());
        assertThat(uid(again, "kept")).isEqualTo(uid);
        assertThat(uid(again, "later")).isNotEmpty();
        assertThat(make(again, "last-of-all").object().revision()).isGreaterThan(later);
    }

    @Test
    void aServerRefusesTheDataOfAnotherClusterThanThatOfItsCertificates() throws IOException {
        ApiProcess first = start("first", Optional.of("registry"));
        make(first, "kept");
        stop(first);
        stop(start("second", Optional.of("other")));

        assertThatThrownBy(() -> start("first", Optional.of("other")))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContainingAll(
                        "holds the data of another cluster", "/first/pki\"", "or take another --data-dir");
        assertThatThrownBy(() -> start("first", Optional.of("empty")))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContainingAll("holds no cluster", "start with --etcd-servers=");
        assertThat(InProcess.run("store", "status", "--etcd-servers=" + etcd.endpoint(), "--etcd-prefix=/empty")
                        .out())
                .as("nothing was written")
                .contains("objects    0");
        assertThat(uid(start("first", Optional.of("registry")), "kept")).isNotEmpty();

        Path certificates = Files.createDirectories(folder.resolve("third/pki"));
        try (Stream<Path> all = Files.list(folder.resolve("first/pki"))) {
            for (Path one : all.toList()) {
                Files.copy(one, certificates.resolve(one.getFileName()));
            }
        }
        assertThat(uid(start("third", Optional.of("registry")), "kept")).isNotEmpty();
    }

    @Test
    void aDirectoryWhoseClusterIsOnAnEtcdBeginsNoOtherOneWithoutIt() throws IOException {
        ApiProcess first = start("first", Optional.of("registry"));
        make(first, "kept");
        stop(first);
        String cluster = Files.readString(folder.resolve("first/pki/cluster-id"));

        assertThatThrownBy(() -> start("first", Optional.empty()))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContainingAll(
                        "whose objects are on etcd",
                        "start with --etcd-servers=" + etcd.endpoint() + ",",
                        "or take another --data-dir");
        assertThat(folder.resolve("first/store")).doesNotExist();
        Path certificates = Files.createDirectories(folder.resolve("second/pki"));
        try (Stream<Path> all = Files.list(folder.resolve("first/pki"))) {
            for (Path one : all.toList()) {
                Files.copy(one, certificates.resolve(one.getFileName()));
            }
        }
        assertThatThrownBy(() -> start("second", Optional.empty()))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContainingAll("are not in this data directory", "--etcd-servers=URL");
        assertThat(folder.resolve("first/pki/cluster-id")).hasContent(cluster);
        assertThat(uid(start("first", Optional.of("registry")), "kept")).isNotEmpty();
    }

    @Test
    void aDirectoryWithAClusterOfItsOwnSaysWhereThatIsWhenAnEtcdHoldsAnother() throws IOException {
        stop(start("own", Optional.empty()));
        stop(start("first", Optional.of("registry")));
        assertThatThrownBy(() -> start("own", Optional.of("registry")))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContainingAll(
                        "holds the data of another cluster",
                        "which is in the store of this data directory: start without --etcd-servers",
                        "tenure store copy --from");
        assertThatThrownBy(() -> start("own", Optional.of("empty")))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContainingAll("holds no cluster", "start without --etcd-servers");
        assertThatThrownBy(() -> start("first", Optional.of("empty")))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContainingAll("another etcd or below another prefix", "--etcd-servers=" + etcd.endpoint());
        stop(start("own", Optional.empty()));
    }

    @Test
    void aNewDirectoryThatMeetsAClusterIsWarnedOfItsOwnAuthority() throws IOException {
        try (var log = new LogLines()) {
            start("first", Optional.of("registry"));
            assertThat(log.lines()).noneMatch(line -> line.contains("an authority and keys of its own"));
            stop(start("second", Optional.of("registry")));
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("an authority and keys of its own"))
                    .singleElement()
                    .asString()
                    .contains("are not accepted here", "copy pki/ (ca.crt, ca.key,");
            stop(start("second", Optional.of("registry")));
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("an authority and keys of its own"))
                    .hasSize(1);
        }
    }

    /// A copy that is killed leaves the mark that it made first, and what it had put until then.
    @Test
    void partOfACopyPassesForNoCluster() throws IOException {
        ApiProcess own = start("own", Optional.empty());
        String uid = make(own, "kept").object().uid();
        stop(own);
        String servers = "--etcd-servers=" + etcd.endpoint();
        String from = folder.resolve("own").toString();
        put("tenure/registry", "format 1\nunfinished\n");
        assertThatThrownBy(() -> start("new", Optional.of("registry")))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContainingAll("/registry/ in etcd at", "is not whole", "etcdctl del --prefix /registry/");
        done("store", "copy", "--from", from, "--to", "etcd", servers);
        assertThat(uid(start("new", Optional.of("registry")), "kept")).isEqualTo(uid);

        put("tenure/registry", "format 1\nunfinished\n");
        Path snapshot = snapshot();
        assertThat(InProcess.run("store", "check", servers).out()).contains("FAULT      what lies below", "NOT WHOLE");
        String other = folder.resolve("other").toString();
        for (Ran ran : List.of(
                InProcess.run("store", "copy", "--from", from, "--to", "etcd", servers),
                InProcess.run("store", "copy", "--from", "etcd", "--to", other, servers),
                InProcess.run("backup", folder.resolve("f").toString(), "--data-dir", from, servers),
                InProcess.run("restore", snapshot.toString(), "--data-dir", other))) {
            assertThat(ran.code()).isEqualTo(1);
            assertThat(ran.err()).contains("is not whole: a copy or restore into it is under way, or was broken off");
        }
        assertThat(folder.resolve("other/store")).doesNotExist();
        assertThat(folder.resolve("f")).doesNotExist();
    }

    @Test
    void whatCannotBeReadIsFound() throws IOException {
        make(start("first", Optional.of("registry")), "kept");
        String servers = "--etcd-servers=" + etcd.endpoint();
        assertThat(done("store", "check", servers).out()).contains("everything that was acknowledged is there");
        assertThat(Json.read(done("store", "status", servers, "-o", "json")
                                .out()
                                .getBytes(StandardCharsets.UTF_8))
                        .at("/resources/~1namespaces")
                        .asInt())
                .isEqualTo(4);
        assertThat(done("store", "compact", servers).out()).startsWith("compacted from ");
        put("/registry/configmaps/default/odd", "nonsense");
        Ran found = InProcess.run("store", "check", servers);
        assertThat(found.code()).isEqualTo(1);
        assertThat(found.out()).contains("FAULT      //configmaps/default/odd cannot be read", "NOT WHOLE");
        assertThat(InProcess.run(
                                "backup",
                                folder.resolve("f").toString(),
                                "--data-dir",
                                folder.resolve("first").toString(),
                                servers)
                        .err())
                .contains("objects in etcd that cannot be read: 1");
        assertThat(InProcess.run("store", "repair", servers).err()).contains("etcd mends its database itself");
        assertThat(InProcess.run("store", "check", "--etcd-servers=http://127.0.0.1:1")
                        .err())
                .contains("cannot be reached");
    }

    @Test
    void aSnapshotOfEtcdIsASourceForCopiesRestoresAndPlans() throws IOException {
        ApiProcess first = start("first", Optional.of("registry"));
        String uid = make(first, "kept").object().uid();
        make(first, "deleted");
        InProcess.client(first).delete(ResourceTypes.CONFIG_MAPS, "default", "deleted", Document.of(Json.object()));
        InProcess.client(first).create(ResourceTypes.SERVICE_ACCOUNTS, "default", document("""
            {"kind": "ServiceAccount", "apiVersion": "v1", "metadata": {"name": "default"}}"""));
        InProcess.client(first).create(DefinedTypes.DEFINITIONS, "", document("""
            {"kind": "CustomResourceDefinition", "apiVersion": "apiextensions.k8s.io/v1",
             "metadata": {"name": "boats.example.org"},
             "spec": {"group": "example.org", "scope": "Namespaced", "names": {"plural": "boats", "kind": "Boat"},
              "versions": [{"name": "v1", "served": true, "storage": true,
               "schema": {"openAPIV3Schema": {"type": "object"}}}]}}"""));
        InProcess.client(first).create(ResourceTypes.NODES, "", document("""
            {"kind": "Node", "apiVersion": "v1", "metadata": {"name": "n1"}}"""));
        InProcess.client(first).create(ResourceTypes.PODS, "default", document("""
            {"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "lonely", "namespace": "default"},
             "spec": {"nodeName": "n1", "containers": [{"name": "c", "image": "i"}]}}"""));
        long revision = make(first, "last").object().revision();
        Path snapshot = snapshot();
        stop(first);

        Path pki = Files.createDirectories(folder.resolve("other/pki"));
        Files.copy(folder.resolve("first/pki/cluster-id"), pki.resolve("cluster-id"));
        String other = folder.resolve("other").toString();
        Ran restored = done("restore", snapshot.toString(), "--data-dir", other, "--bump-revision=1000");
        assertThat(restored.out()).contains("objects into " + other);
        ApiProcess second = start("other", Optional.empty());
        assertThat(uid(second, "kept")).isEqualTo(uid);
        assertThat(uid(second, "deleted")).isEmpty();
        assertThat(make(second, "more").object().revision()).isGreaterThan(revision + 1000);
        assertThat(Files.readString(folder.resolve("other/pki/cluster-id")))
                .isEqualTo(Files.readString(folder.resolve("first/pki/cluster-id")));

        String copy = folder.resolve("copy").toString();
        done("store", "copy", "--from", snapshot.toString(), "--to", copy);
        assertThat(done("store", "check", "--data-dir", copy).out())
                .contains("everything that was acknowledged is there");
        EtcdServer empty =
                EtcdServer.start(EtcdServer.program().orElseThrow(), Files.createDirectory(folder.resolve("empty")));
        open.add(empty);
        String servers = "--etcd-servers=" + empty.endpoint();
        done("store", "copy", "--from", snapshot.toString(), "--to", "etcd", servers);
        assertThat(done("store", "check", servers).out()).contains("everything that was acknowledged is there");
        for (List<String> asked : List.of(
                List.of("backup", folder.resolve("f").toString(), "--data-dir", other, servers, "--etcd-prefix=/typo"),
                List.of("store", "copy", "--from", "etcd", "--to", copy + "-2", servers, "--etcd-prefix=/typo"),
                List.of("restore", snapshot.toString(), "--data-dir", copy + "-2", "--etcd-prefix=/typo"))) {
            Ran ran = InProcess.run(asked.toArray(String[]::new));
            assertThat(ran.code()).as(ran.out()).isEqualTo(1);
            assertThat(ran.err()).contains("below /typo/", "its keys begin with /registry: name the right one");
        }
        assertThat(folder.resolve("copy-2/store")).doesNotExist();
        String nowhere = folder.resolve("nowhere").toString();
        assertThat(InProcess.run("restore", snapshot.toString(), "--data-dir", nowhere, "--etcd-prefix=/other")
                        .err())
                .contains("has nothing below /other/", "its keys begin with /registry");

        ClusterDump dump = DumpFiles.read(List.of(snapshot.toString()), InputStream.nullInputStream());
        assertThat(dump.all(ResourceTypes.PODS))
                .extracting(pod -> pod.key().name())
                .containsExactly("lonely");
        assertThat(dump.all(ResourceTypes.CONFIG_MAPS)).as("those of users").isEmpty();
        assertThat(dump.gaps()).isEmpty();
        assertThat(dump.all(DefinedTypes.DEFINITIONS))
                .extracting(definition -> definition.key().name())
                .containsExactly("boats.example.org");
        assertThat(InProcess.run("plan", "drain", "n1", "--force", "--from", snapshot.toString())
                        .out())
                .contains("default/lonely");
    }

    private static Document document(String json) {
        return Document.of(Json.readObject(json.getBytes(StandardCharsets.UTF_8)));
    }

    /// As `etcdctl snapshot save` writes it.
    private Path snapshot() throws IOException {
        var connection = (HttpURLConnection)
                URI.create(etcd.endpoint() + "/v3/maintenance/snapshot").toURL().openConnection();
        connection.setDoOutput(true);
        try (OutputStream out = connection.getOutputStream()) {
            out.write("{}".getBytes(StandardCharsets.UTF_8));
        }
        Path file = folder.resolve("snapshot.db");
        try (var in = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
                OutputStream out = Files.newOutputStream(file)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String blob = Json.read(line.getBytes(StandardCharsets.UTF_8))
                        .at("/result/blob")
                        .asText();
                out.write(Base64.getDecoder().decode(blob));
            }
        }
        return file;
    }

    private void put(String key, String value) throws IOException {
        var connection = (HttpURLConnection)
                URI.create(etcd.endpoint() + "/v3/kv/put").toURL().openConnection();
        connection.setDoOutput(true);
        String body = "{\"key\":\"%s\",\"value\":\"%s\"}".formatted(base64(key), base64(value));
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(connection.getResponseCode()).isEqualTo(200);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
