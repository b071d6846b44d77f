package dev.tenure.launch.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.kubelet.image.CredentialProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The two flags that name programs which hand out credentials.
final class CredentialProgramsTest {
    @TempDir
    private Path folder = Path.of("");

    private final AgentOptions flags = new AgentOptions();

    @BeforeEach
    void nameBoth() throws IOException {
        flags.credentialPrograms = Files.createDirectories(folder.resolve("bin"));
        flags.credentialProviders = Files.createDirectories(folder.resolve("config"));
    }

    private void config(String file, String program) throws IOException {
        Files.writeString(folder.resolve("config").resolve(file), """
                apiVersion: kubelet.config.k8s.io/v1
                kind: CredentialProviderConfig
                providers:
                - {name: %s, apiVersion: credentialprovider.kubelet.k8s.io/v1, matchImages: [r.test], defaultCacheDuration: 1m}
                """.formatted(program));
    }

    private void program(String name, String permissions) throws IOException {
        Path file = Files.writeString(folder.resolve("bin").resolve(name), "#!/bin/sh\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private void refused(String why) {
        assertThatThrownBy(() -> CredentialPrograms.of(flags))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining(why);
    }

    @Test
    void withoutTheFlagsThereAreNone() {
        assertThat(CredentialPrograms.of(new AgentOptions()).providers()).isEmpty();
    }

    /// The hash is built as that of kubelet 1.36: the length of each file, then the file.
    @Test
    void filesOfAFolderAreReadInOrderOfTheirNames() throws IOException {
        config("b.json.yaml", "two");
        config("a.yml", "one");
        config("c.txt", "three");
        program("one", "rwxr-xr-x");
        program("two", "rwxr-xr-x");
        CredentialPrograms programs = CredentialPrograms.of(flags);
        assertThat(programs.providers()).map(CredentialProvider::name).containsExactly("one", "two");
        assertThat(programs.hash())
                .isEqualTo("sha256:3bc9fa2c8ee613a086f3eeabae54738b768ed984dbecbc8049dbc17f78fe3fce");
        flags.credentialProviders = folder.resolve("config").resolve("a.yml");
        assertThat(CredentialPrograms.of(flags).providers()).hasSize(1);
    }

    @Test
    void whatIsMissingIsTold() throws IOException {
        refused("no configuration files found in directory");
        config("a.yaml", "one");
        refused("plugin binary executable " + folder.resolve("bin").resolve("one") + " did not exist");
        program("one", "rw-r--r--");
        refused("may not be executed");
        config("b.yaml", "one");
        refused("duplicate provider name \"one\"");
        Files.writeString(folder.resolve("config").resolve("b.yaml"), "kind: Pod");
        refused("error decoding config \"" + folder.resolve("config").resolve("b.yaml"));
        flags.credentialProviders = folder.resolve("gone");
        refused("unable to access path");
        flags.credentialProviders = null;
        refused("credential provider config path is empty");
        flags.credentialPrograms = folder.resolve("gone");
        refused("plugin binary directory " + folder.resolve("gone") + " did not exist");
        flags.credentialPrograms = null;
        flags.credentialProviders = folder.resolve("config");
        refused("plugin binary directory  did not exist");
    }
}
