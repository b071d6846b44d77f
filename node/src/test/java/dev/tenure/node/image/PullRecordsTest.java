package dev.tenure.node.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.image.PulledImage.Access;
import dev.tenure.kubelet.image.PulledImage.Held;
import dev.tenure.kubelet.image.RegistryLogin;
import dev.tenure.node.image.PullRecords.Granted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PullRecordsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.7Z");
    private static final RegistryLogin LOGIN =
            new RegistryLogin("user", "geheim", "", Optional.of(new RegistryLogin.Source.Secret("uid", "ns", "name")));

    @TempDir
    private Path folder = Path.of("");

    private List<String> files(String which) throws IOException {
        Path all = folder.resolve("image_manager").resolve(which);
        try (Stream<Path> files = Files.list(all)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    /// The name of the file and its fields are those of kubelet 1.36, which can go on with it.
    @Test
    void whatWasPulledWithASecretStandsInAKubeletsForm() throws IOException {
        var records = new PullRecords(folder);
        records.begin("r.test/a:1");
        assertThat(records.pulledHere("r.test/a:1", "sha256:1")).isTrue();
        records.done("r.test/a:1", "r.test/a", "sha256:1", Granted.to(Optional.of(LOGIN), NOW));
        assertThat(files("pulling")).isEmpty();
        assertThat(files("pulled"))
                .containsExactly("sha256-51ae7fa00c92525c319404a3a6d400e52ff9372c5a39cb415e0486fe425f3165");
        String text = Files.readString(folder.resolve("image_manager")
                .resolve("pulled")
                .resolve(files("pulled").getFirst()));
        assertThat(text)
                .isEqualTo("{\"kind\":\"ImagePulledRecord\",\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\","
                        + "\"lastUpdatedTime\":\"2026-01-01T00:00:00Z\",\"imageRef\":\"sha256:1\",\"credentialMapping\":"
                        + "{\"r.test/a\":{\"kubernetesSecrets\":[{\"uid\":\"uid\",\"namespace\":\"ns\",\"name\":\"name\","
                        + "\"credentialHash\":\"" + LOGIN.hash() + "\"}]}}}")
                .doesNotContain("geheim");
        assertThat(new PullRecords(folder).of("sha256:1").orElseThrow().accessTo("r.test/a"))
                .contains(new Access.Holders(List.of(new Held(LOGIN.source().orElseThrow(), LOGIN.hash()))));
    }

    @Test
    void ofAServiceAccountNoHashIsWritten() throws IOException {
        var account = new RegistryLogin.Source.Account("uid", "ns", "name");
        var login = new RegistryLogin("user", "geheim", "", Optional.of(account));
        new PullRecords(folder).done("r.test/a:1", "r.test/a", "sha256:1", Granted.to(Optional.of(login), NOW));
        String text = Files.readString(folder.resolve("image_manager")
                .resolve("pulled")
                .resolve(files("pulled").getFirst()));
        assertThat(text)
                .endsWith("{\"r.test/a\":{\"kubernetesServiceAccounts\":"
                        + "[{\"uid\":\"uid\",\"namespace\":\"ns\",\"name\":\"name\"}]}}}");
        assertThat(new PullRecords(folder).of("sha256:1").orElseThrow().accessTo("r.test/a"))
                .contains(new Access.Holders(List.of(new Held(account, ""))));
    }

    @Test
    void aPullThatTheAgentDidNotSeeTheEndOfStaysNoted() throws IOException {
        new PullRecords(folder).begin("a");
        var next = new PullRecords(folder);
        assertThat(next.pulledHere("a", "id")).isTrue();
        assertThat(next.of("id")).isEmpty();
        next.begin("a");
        next.failed("a");
        assertThat(next.pulledHere("a", "id")).isFalse();
    }

    @Test
    void twoPullsOfOneImageAreNotedUntilBothHaveEnded() throws IOException {
        var records = new PullRecords(folder);
        records.begin("a");
        records.begin("a");
        records.failed("a");
        assertThat(files("pulling")).hasSize(1);
        assertThat(records.pulledHere("a", "id")).isTrue();
        records.failed("a");
        assertThat(files("pulling")).isEmpty();
    }

    @Test
    void recordsOfImagesThatAreGoneGoAndThoseOfNewOnesStay() throws IOException {
        var records = new PullRecords(folder);
        for (String id : List.of("here", "gone", "new")) {
            Instant when = id.equals("new") ? NOW.plusSeconds(60) : NOW;
            assertThat(records.grant("a", id, Granted.to(Optional.empty(), when)))
                    .isTrue();
        }
        records.keepOnly(Set.of("here"), NOW.plusSeconds(30));
        assertThat(records.of("here")).isPresent();
        assertThat(records.of("gone")).isEmpty();
        assertThat(records.of("new")).isPresent();
    }

    @Test
    void aRecordThatCannotBeReadIsNoneAndTheImageStillCountsAsPulled() throws IOException {
        var records = new PullRecords(folder);
        assertThat(records.grant("a", "id", Granted.to(Optional.empty(), NOW))).isTrue();
        Path file = folder.resolve("image_manager")
                .resolve("pulled")
                .resolve(files("pulled").getFirst());
        Files.writeString(file, "{");
        assertThat(records.of("id")).isEmpty();
        assertThat(records.pulledHere("a", "id")).isTrue();
    }
}
