package dev.tenure.checks.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// Images that a registry gives only to who shows a name and a password, with a real runtime that pulls them.
@EnabledIfSystemProperty(named = "tenure.full", matches = "true", disabledReason = "runs with ./check full")
final class PullSecretsTest extends OnRealNode {
    private static final String LOGIN = "puller:s3cret";

    @Override
    List<String> flags() {
        return List.of("--eviction-hard", "memory.available<1Mi");
    }

    private static ObjectNode secret(String name, String registry, String login) {
        ObjectNode logins = Json.object();
        logins.putObject("auths")
                .putObject(registry)
                .put("auth", Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
        ObjectNode secret = Json.object()
                .put("apiVersion", "v1")
                .put("kind", "Secret")
                .put("type", "kubernetes.io/dockerconfigjson");
        secret.putObject("metadata").put("name", name);
        secret.putObject("stringData").put(".dockerconfigjson", logins.toString());
        return secret;
    }

    /// @param secrets names of those that it pulls with
    static ObjectNode pod(String name, String image, String... secrets) {
        ObjectNode pod = ContainerdNode.steady(name);
        var spec = (ObjectNode) pod.path("spec");
        ((ObjectNode) spec.path("containers").path(0)).put("image", image);
        ArrayNode names = spec.putArray("imagePullSecrets");
        for (String secret : secrets) {
            names.addObject().put("name", secret);
        }
        return pod;
    }

    private static boolean waitsForItsImage(Pod pod) {
        return pod.status().containerStatuses().stream()
                .anyMatch(container -> container.state() instanceof ContainerStatus.State.Waiting(String reason)
                        && reason.equals("ImagePullBackOff"));
    }

    @Test
    void anImageIsPulledWithThePodsSecretAndIsOnlyForThoseWhoHaveIt(@TempDir Path folder) throws Exception {
        try (var registry = new LoopbackRegistry(folder.resolve("layout"), LOGIN)) {
            String image = registry.place() + "/team/app:1";
            node().runtime().importUnused(image, 1);
            node().runtime().moveOut(image, folder.resolve("layout"));
            node().create(ResourceTypes.SECRETS, secret("wrong", registry.place(), "puller:other"));
            node().create(ResourceTypes.SECRETS, secret("team", registry.place() + "/team", LOGIN));

            node().create(pod("without", image));
            node().create(pod("refused", image, "wrong"));
            node().await("without", PullSecretsTest::waitsForItsImage);
            node().await("refused", PullSecretsTest::waitsForItsImage);
            assertThat(node().events("refused")).anyMatch(message -> message.contains("401 Unauthorized"));
            assertThat(registry.served()).isEmpty();
            assertThat(node().runtime().has(image)).isFalse();

            node().create(pod("with", image, "wrong", "team"));
            node().await("with", ContainerdNode::runs);
            assertThat(registry.served()).anyMatch(asked -> asked.startsWith("GET /v2/team/app/blobs/sha256:"));

            int before = registry.served().size();
            node().create(pod("beside", image, "team"));
            node().await("beside", ContainerdNode::runs);
            assertThat(registry.served())
                    .as("what is there is not pulled again")
                    .hasSize(before);
            node().create(pod("stranger", image));
            node().await("stranger", PullSecretsTest::waitsForItsImage);
        }
    }
}
