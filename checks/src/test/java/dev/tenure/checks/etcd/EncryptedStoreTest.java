package dev.tenure.checks.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.client.ClusterClient;
import dev.tenure.launch.TenureMain;
import dev.tenure.launch.apiserver.ApiConfig;
import dev.tenure.launch.apiserver.ApiConfig.Keeping;
import dev.tenure.launch.apiserver.ApiProcess;
import dev.tenure.launch.encryption.Encryption;
import dev.tenure.launch.encryption.EncryptionFile;
import dev.tenure.launch.process.Trouble;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server whose Secrets lie encrypted in its data directory, and whose keys change.
class EncryptedStoreTest {
    private static final String VALUE = "nobody-reads-this";

    @TempDir
    private Path folder = Path.of("");

    private String config(String... names) throws IOException {
        var keys = new StringBuilder();
        for (String name : names) {
            byte[] secret = (name + "-".repeat(32)).substring(0, 32).getBytes(StandardCharsets.UTF_8);
            keys.append("        - {name: %s, secret: %s}\n"
                    .formatted(name, Base64.getEncoder().encodeToString(secret)));
        }
        Path file = folder.resolve("encryption-" + String.join("-", names) + ".yaml");
        Files.writeString(file, """
            apiVersion: apiserver.config.k8s.io/v1
            kind: EncryptionConfiguration
            resources:
            - resources: [secrets]
              providers:
              - secretbox:
                  keys:
            """ + keys + "  - identity: {}\n");
        return file.toString();
    }

    private ApiProcess start(Encryption encryption) throws IOException {
        ApiConfig config = ApiConfig.standard(
                new DataDirectory(folder.resolve("data")), false, new ApiConfig.Listen("127.0.0.1", 0));
        Keeping usual = config.keeping();
        var keeping = new Keeping(
                false, usual.historyAge(), usual.quotaBytes(), Optional.empty(), encryption, usual.eventLifetime());
        return ApiProcess.start(config.keeping(keeping), new SystemTime(), new Trouble(new LoggedFaults(), () -> {}));
    }

    private ApiProcess start(String... names) throws IOException {
        return start(EncryptionFile.read(Path.of(config(names)), new SecureRandom()));
    }

    private static ClusterClient client(ApiProcess process) {
        return new ClusterClient(process.server(), Caller.component("test", List.of(Caller.SYSTEM_MASTERS), "test"));
    }

    private static Optional<StoredObject> secret(ApiProcess process) {
        return client(process).get(ResourceTypes.SECRETS, "default", "s") instanceof ApiReply.One one
                ? Optional.of(one.object())
                : Optional.empty();
    }

    /// Puts an object back as it is.
    private static ApiReply put(ApiProcess process, StoredObject object) throws IOException {
        return client(process)
                .update(ResourceTypes.SECRETS, "default", "s", Document.of((ObjectNode) Json.read(object.json())));
    }

    private String onDisk() throws IOException {
        var all = new StringBuilder();
        for (String name : List.of("store.db", "store.db-wal")) {
            Path file = folder.resolve("data/store").resolve(name);
            all.append(Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "");
        }
        return all.toString();
    }

    private static Document document() {
        var tree = Json.object();
        tree.put("kind", "Secret").put("apiVersion", "v1").putObject("metadata").put("name", "s");
        tree.putObject("stringData").put("v", VALUE);
        return Document.of(tree);
    }

    private static String run(int code, String... arguments) {
        var out = new StringWriter();
        int ended = TenureMain.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(out))
                .execute(arguments);
        assertThat(ended).as(out.toString()).isEqualTo(code);
        return out.toString();
    }

    @Test
    void secretsLieEncryptedAndAreWrittenAnewWithANewKey() throws IOException {
        assumeTrue(Boolean.getBoolean("tenure.full"), "starts four servers: run by ./check full");
        String encoded = Base64.getEncoder().encodeToString(VALUE.getBytes(StandardCharsets.UTF_8));
        try (ApiProcess process = start("one")) {
            client(process).create(ResourceTypes.SECRETS, "default", document());
            StoredObject made = secret(process).orElseThrow();
            assertThat(put(process, made)).isInstanceOf(ApiReply.One.class);
            assertThat(secret(process).orElseThrow().revision())
                    .as("nothing changes")
                    .isEqualTo(made.revision());
        }
        assertThat(onDisk()).contains("k8s:enc:secretbox:v1:one:").doesNotContain(VALUE, encoded);
        run(0, "store", "check", "--data-dir", folder.resolve("data").toString());

        try (ApiProcess process = start("two", "one")) {
            StoredObject before = secret(process).orElseThrow();
            assertThat(new String(before.json(), StandardCharsets.UTF_8)).contains(encoded);
            put(process, before);
            long anew = secret(process).orElseThrow().revision();
            assertThat(anew).isGreaterThan(before.revision());
            put(process, secret(process).orElseThrow());
            assertThat(secret(process).orElseThrow().revision()).as("once").isEqualTo(anew);
        }
        assertThat(onDisk()).contains("k8s:enc:secretbox:v1:two:").doesNotContain(VALUE, encoded);

        try (ApiProcess process = start(Encryption.NONE)) {
            assertThat(secret(process)).as("without a key").isEmpty();
        }
        try (ApiProcess process = start("two")) {
            assertThat(secret(process)).isPresent();
        }
    }
}
