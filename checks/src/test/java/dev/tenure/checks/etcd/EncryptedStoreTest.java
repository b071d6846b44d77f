package dev.tenure.checks.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.checks.etcd.InProcess.Kept;
import dev.tenure.checks.etcd.InProcess.Ran;
import dev.tenure.launch.apiserver.ApiProcess;
import dev.tenure.launch.encryption.Encryption;
import dev.tenure.launch.encryption.EncryptionFile;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
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
        return InProcess.start(folder.resolve("data"), InProcess.LOOPBACK, new Kept(Optional.empty(), encryption));
    }

    private ApiProcess start(String... names) throws IOException {
        return start(EncryptionFile.read(Path.of(config(names)), new SecureRandom()));
    }

    private static Optional<StoredObject> secret(ApiProcess process) {
        return InProcess.client(process).get(ResourceTypes.SECRETS, "default", "s") instanceof ApiReply.One one
                ? Optional.of(one.object())
                : Optional.empty();
    }

    /// Puts an object back as it is.
    private static ApiReply put(ApiProcess process, StoredObject object) throws IOException {
        return InProcess.client(process)
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
        Ran ran = InProcess.run(arguments);
        assertThat(ran.code()).as(ran.text()).isEqualTo(code);
        return ran.text();
    }

    @Test
    void secretsLieEncryptedAndAreWrittenAnewWithANewKey() throws IOException {
        assumeTrue(Boolean.getBoolean("tenure.full"), "starts four servers: run by ./check full");
        String encoded = Base64.getEncoder().encodeToString(VALUE.getBytes(StandardCharsets.UTF_8));
        try (ApiProcess process = start("one")) {
            InProcess.client(process).create(ResourceTypes.SECRETS, "default", document());
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
