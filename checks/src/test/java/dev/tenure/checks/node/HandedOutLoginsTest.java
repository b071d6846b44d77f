package dev.tenure.checks.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// A program of the node hands out what a registry wants to see, and a real runtime pulls with it.
@EnabledIfSystemProperty(named = "tenure.full", matches = "true", disabledReason = "runs with ./check full")
final class HandedOutLoginsTest extends OnRealNode {
    private Path told = Path.of("");
    private Path place = Path.of("");
    private Optional<LoopbackRegistry> registry = Optional.empty();

    private static String config(String registry) {
        return """
                apiVersion: kubelet.config.k8s.io/v1
                kind: CredentialProviderConfig
                providers:
                - name: hands-out
                  apiVersion: credentialprovider.kubelet.k8s.io/v1
                  matchImages: ["%s/team"]
                  defaultCacheDuration: 10m
                  tokenAttributes:
                    serviceAccountTokenAudience: registry
                    cacheType: ServiceAccount
                    requireServiceAccount: true
                """.formatted(registry);
    }

    private String program(String images) {
        return """
                #!/bin/sh
                cat > %s
                echo '{"kind": "CredentialProviderResponse", "apiVersion": "credentialprovider.kubelet.k8s.io/v1",
                  "cacheKeyType": "Registry", "auth": {"%s": {"username": "puller", "password": "s3cret"}}}'
                """.formatted(told, images);
    }

    /// Before the agent starts, which reads which programs there are.
    @Override
    Path data(Path folder) throws IOException {
        place = folder;
        told = folder.resolve("told");
        var opened = new LoopbackRegistry(folder.resolve("layout"), "puller:s3cret");
        registry = Optional.of(opened);
        Files.writeString(folder.resolve("programs.yaml"), config(opened.place()));
        Path programs = Files.createDirectory(folder.resolve("programs"));
        Path program = Files.writeString(programs.resolve("hands-out"), program(opened.place() + "/team"));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder;
    }

    @Override
    List<String> flags() {
        return List.of(
                "--eviction-hard",
                "memory.available<1Mi",
                "--image-credential-provider-config",
                place.resolve("programs.yaml").toString(),
                "--image-credential-provider-bin-dir",
                place.resolve("programs").toString());
    }

    @AfterAll
    void end() {
        registry.ifPresent(LoopbackRegistry::close);
    }

    @Test
    void anImageIsPulledWithWhatTheProgramHandsOutForThePodsAccount() throws Exception {
        LoopbackRegistry opened = registry.orElseThrow();
        String image = opened.place() + "/team/app:1";
        node().runtime().importUnused(image, 1);
        node().runtime().moveOut(image, place.resolve("layout"));

        node().create(PullSecretsTest.pod("with", image));
        node().await("with", ContainerdNode::runs);
        assertThat(opened.served()).anyMatch(asked -> asked.startsWith("GET /v2/team/app/blobs/sha256:"));
        assertThat(Files.readString(told))
                .contains("\"image\":\"" + opened.place() + "/team/app\"")
                .contains("\"serviceAccountToken\":\"ey");

        int before = opened.served().size();
        Files.delete(told);
        node().create(PullSecretsTest.pod("beside", image));
        node().await("beside", ContainerdNode::runs);
        assertThat(opened.served()).as("the account has shown that it may").hasSize(before);
        assertThat(told).as("and the answer still holds").doesNotExist();
        assertThat(node().page("/metrics"))
                .contains("kubelet_credential_provider_plugin_duration_count{plugin_name=\"hands-out\"} 1")
                .contains("kubelet_credential_provider_config_info{hash=\"sha256:");
    }
}
