package dev.tenure.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Images that a real node may pull only as somebody.
final class NodeImagesTest {
    private static final String IMAGE = "registry.test/team/app:1";

    @TempDir
    private Path folder = Path.of("");

    private static String config(String registry, String password) {
        return "{\"auths\":{\"" + registry + "\":{\"username\":\"user\",\"password\":\"" + password + "\"}}}";
    }

    private static void secret(RealNode node, String name, String config) {
        String data = Base64.getEncoder().encodeToString(config.getBytes(StandardCharsets.UTF_8));
        node.create(ResourceTypes.SECRETS, "default", StageManifests.json("""
                        {'metadata': {'name': '%s'}, 'type': 'kubernetes.io/dockerconfigjson',
                         'data': {'.dockerconfigjson': '%s'}}""".formatted(name, data)));
    }

    private static void pod(RealNode node, String name, String policy, String secrets) {
        node.pod(name, """
                'imagePullSecrets': [%s],
                'containers': [{'name': 'a', 'image': '%s', 'imagePullPolicy': '%s'}]""".formatted(secrets, IMAGE, policy));
    }

    /// Reason and message of a pod's only container.
    private static String waiting(RealNode node, String pod) {
        var found = (ApiReply.One) node.cluster().client().get(ResourceTypes.PODS, "default", pod);
        return Json.readObject(found.object().json())
                .at("/status/containerStatuses/0/state/waiting")
                .toString()
                .replace("\\\"", "\"");
    }

    private static boolean runs(RealNode node, String pod) {
        return node.runtime().running().contains(pod + "/a");
    }

    @Test
    void aPodPullsWithItsSecretsOneAfterTheOther() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.runtime().guarded(IMAGE, "user:right");
            secret(node, "other", config("elsewhere.test", "other"));
            secret(node, "wrong", config("registry.test/team", "wrong"));
            secret(node, "right", config("https://registry.test/v1/", "right"));
            pod(node, "p", "IfNotPresent", "{'name': 'other'}, {'name': 'right'}, {'name': 'wrong'}");
            node.until(() -> runs(node, "p"), 10);
            assertThat(node.runtime().count("pull " + IMAGE + " as user")).isEqualTo(2);
            assertThat(node.events("Pulled"))
                    .singleElement()
                    .asString()
                    .startsWith("Successfully pulled image \"" + IMAGE + "\" in ")
                    .endsWith(" including waiting). Image size: 1048576 bytes.");
        }
    }

    @Test
    void withoutCredentialsItWaitsAndTellsWhyAndGoesOnWhenTheyAreThere() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.runtime().guarded(IMAGE, "user:right");
            pod(node, "p", "IfNotPresent", "{'name': 'right'}");
            node.until(() -> waiting(node, "p").contains("ImagePullBackOff"), 30);
            assertThat(waiting(node, "p"))
                    .contains("Back-off pulling image \"" + IMAGE + "\": ErrImagePull: " + IMAGE
                            + ": authorization failed");
            assertThat(node.events("FailedToRetrieveImagePullSecret"))
                    .contains("Unable to retrieve some image pull secrets (right); attempting to pull the image may not"
                            + " succeed.");
            assertThat(node.events("Failed"))
                    .contains(
                            "Failed to pull image \"" + IMAGE + "\": " + IMAGE + ": authorization failed",
                            "Error: ErrImagePull",
                            "Error: ImagePullBackOff");
            secret(node, "right", config("registry.test", "right"));
            node.until(() -> runs(node, "p"), 60);
        }
    }

    /// What one pod pulled with its secret is for no other pod but those that could pull it too.
    @Test
    void anImageThatIsThereIsOnlyForThoseWhoMayPullIt() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.runtime().guarded(IMAGE, "user:right");
            secret(node, "right", config("registry.test", "right"));
            secret(node, "same", config("registry.test", "right"));
            pod(node, "first", "IfNotPresent", "{'name': 'right'}");
            node.until(() -> runs(node, "first"), 10);
            pod(node, "none", "IfNotPresent", "");
            pod(node, "never", "Never", "");
            pod(node, "other", "Never", "{'name': 'same'}");
            node.until(() -> waiting(node, "none").contains("ErrImagePull"), 10);
            node.until(() -> waiting(node, "never").contains("ErrImageNeverPull"), 10);
            node.until(() -> runs(node, "other"), 10);
            assertThat(node.runtime().count("pull " + IMAGE + " as user")).isEqualTo(1);
            assertThat(node.events("Pulled"))
                    .contains("Container image \"" + IMAGE
                            + "\" already present on machine and can be accessed by the pod");
            node.kill();
            node.start();
            pod(node, "later", "IfNotPresent", "{'name': 'same'}");
            pod(node, "again", "Never", "");
            node.until(() -> runs(node, "later"), 10);
            node.until(() -> waiting(node, "again").contains("ErrImageNeverPull"), 10);
        }
    }

    @Test
    void whatWasBroughtToTheNodeIsForAll() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.runtime().guarded(IMAGE, "user:right");
            node.runtime().image(IMAGE, 1);
            pod(node, "p", "Never", "");
            node.until(() -> runs(node, "p"), 10);
        }
    }

    @Test
    void theNodesOwnCredentialsAreForAllPods() throws IOException {
        Files.createDirectories(folder.resolve("kubelet"));
        Files.writeString(folder.resolve("kubelet").resolve("config.json"), config("*.test", "right"));
        try (var node = new RealNode(folder, "").start()) {
            node.runtime().guarded(IMAGE, "user:right");
            pod(node, "p", "IfNotPresent", "");
            node.until(() -> runs(node, "p"), 10);
            pod(node, "q", "Never", "");
            node.until(() -> runs(node, "q"), 10);
        }
    }

    @Test
    void aNameThatIsNoneIsTold() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("p", "'containers': [{'name': 'a', 'image': 'registry.test/Team/app'}]");
            node.until(() -> waiting(node, "p").contains("InvalidImageName"), 10);
            assertThat(node.events("InspectFailed"))
                    .contains("Failed to apply default image tag \"registry.test/Team/app\": couldn't parse image name"
                            + " \"registry.test/Team/app\": invalid reference format: repository name (Team/app) must be"
                            + " lowercase");
        }
    }

    /// Volumes that are images: pulled with the pod's credentials, mounted by the runtime, and never taken
    /// away as unused.
    @Test
    void anImageIsAVolume() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.runtime().guarded(IMAGE, "user:right");
            secret(node, "right", config("registry.test", "right"));
            node.pod("p", """
                    'imagePullSecrets': [{'name': 'right'}],
                    'volumes': [{'name': 'data', 'image': {'reference': '%s', 'pullPolicy': 'IfNotPresent'}}],
                    'containers': [{'name': 'a', 'image': 'i', 'volumeMounts': [
                      {'name': 'data', 'mountPath': '/data'},
                      {'name': 'data', 'mountPath': '/part', 'subPath': 'some/part'}]}]""".formatted(IMAGE));
            node.until(() -> runs(node, "p"), 10);
            assertThat(node.runtime().mounts("p/a"))
                    .contains("/data %s %s ".formatted(IMAGE, IMAGE), "/part %s %s some/part".formatted(IMAGE, IMAGE));
            assertThat(node.events("Pulled"))
                    .anyMatch(message -> message.startsWith("Successfully pulled image \"" + IMAGE + "\" in "));
        }
    }

    @Test
    void whatIsMountedIsNoUnusedImage() throws IOException {
        String outdated = "imageMaximumGCAge: 4m\nimageMinimumGCAge: 1m";
        try (var node = new RealNode(folder, outdated).start()) {
            node.runtime().image("registry.test/unused:1", 1);
            node.pod("p", """
                    'volumes': [{'name': 'data', 'image': {'reference': '%s'}}],
                    'containers': [{'name': 'a', 'image': 'i', 'volumeMounts': [
                      {'name': 'data', 'mountPath': '/data'}]}]""".formatted(IMAGE));
            node.until(() -> runs(node, "p"), 10);
            node.until(() -> node.runtime().count("remove image registry.test/unused:1") == 1, 1_200);
            assertThat(node.runtime().count("remove image " + IMAGE)).isZero();
        }
    }

    @Test
    void aContainerWaitsForTheImagesThatItMountsAndOthersDoNot() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.runtime().guarded(IMAGE, "user:right");
            node.pod("p", """
                    'volumes': [{'name': 'data', 'image': {'reference': '%s'}}],
                    'containers': [
                      {'name': 'w', 'image': 'i', 'volumeMounts': [{'name': 'data', 'mountPath': '/data'}]},
                      {'name': 'a', 'image': 'i'}]""".formatted(IMAGE));
            node.until(() -> runs(node, "p"), 10);
            node.until(() -> node.events("Failed").contains("Error: ErrImagePull"), 10);
            assertThat(node.runtime().running()).containsExactly("p/a");
            assertThat(node.events("Failed"))
                    .contains("Failed to pull image \"" + IMAGE + "\": " + IMAGE + ": authorization failed");
        }
    }
}
