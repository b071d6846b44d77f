package dev.tenure.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which containers of a pod a real node starts, starts again, and does not start.
final class NodeContainersTest {
    private static final String ANEW = """
            'restartPolicy': 'Never',
            'initContainers': [{'name': 'init', 'image': 'i'}],
            'containers': [
              {'name': 'a', 'image': 'i', 'restartPolicy': 'Never', 'restartPolicyRules': [
                {'action': 'RestartAllContainers', 'exitCodes': {'operator': 'In', 'values': [42]}}]},
              {'name': 'b', 'image': 'i'}]""";

    @TempDir
    private Path folder = Path.of("");

    private static PodPhase phase(RealNode node) {
        return node.see("p").status().phase();
    }

    private static ContainerStatus container(RealNode node, String name) {
        return node.see("p").status().containerStatuses().stream()
                .filter(status -> status.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void exit(RealNode node, String name, int code) {
        node.runtime().exit("p/" + name, code);
    }

    @Test
    void rulesOfAContainerStartItAgainUnderNever() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("p", """
                    'restartPolicy': 'Never', 'containers': [
                      {'name': 'a', 'image': 'i', 'restartPolicy': 'Never', 'restartPolicyRules': [
                        {'action': 'Restart', 'exitCodes': {'operator': 'In', 'values': [42]}}]}]""");
            node.until(() -> node.runtime().running().contains("p/a"), 10);
            exit(node, "a", 42);
            node.until(
                    () -> container(node, "a").restartCount() == 1
                            && node.runtime().running().contains("p/a"),
                    60);
            exit(node, "a", 1);
            node.until(() -> phase(node) == PodPhase.FAILED, 60);
            assertThat(node.runtime().count("start p/a")).isEqualTo(2);
        }
    }

    /// What the agent writes into the status comes back to it as a change of the pod.
    @Test
    void aFailureThatIsToldInNewWordsEachTimeIsTriedAgainOnlyAfterAWhile() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.runtime().refuse("CreateContainer");
            node.pod("p", "");
            node.advance(60);
            long before = node.runtime().count("refuse CreateContainer");
            node.advance(60);
            assertThat(node.runtime().count("refuse CreateContainer") - before).isBetween(5L, 9L);
            node.runtime().refuse("");
            node.until(() -> phase(node) == PodPhase.RUNNING, 15);
        }
    }

    @Test
    void allContainersStartAnewWhenOneEndsSo() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("p", ANEW);
            node.until(() -> node.runtime().running().contains("p/init"), 10);
            exit(node, "init", 0);
            node.until(() -> node.runtime().running().contains("p/b"), 60);
            exit(node, "a", 42);
            node.until(() -> node.runtime().running().contains("p/init"), 60);
            assertThat(node.runtime().running()).containsExactly("p/init");
            assertThat(phase(node)).isEqualTo(PodPhase.RUNNING);
            exit(node, "init", 0);
            node.until(() -> container(node, "b").ready(), 60);
            assertThat(container(node, "a").restartCount()).isOne();
            assertThat(container(node, "b").restartCount()).isOne();
            assertThat(node.runtime().count("start p/b")).isEqualTo(2);
        }
    }

    @Test
    void anAgentThatIsKilledMeanwhileStartsThemAnewOnce() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("p", ANEW);
            node.until(() -> node.runtime().running().contains("p/init"), 10);
            exit(node, "init", 0);
            node.until(() -> container(node, "b").ready(), 60);
            node.kill();
            node.runtime().exit("p/a", 42);
            node.start();
            node.until(() -> node.runtime().running().contains("p/init"), 60);
            exit(node, "init", 0);
            node.until(() -> node.runtime().running().contains("p/b"), 60);
            node.advance(60);
            assertThat(node.runtime().count("start p/init")).isEqualTo(2);
            assertThat(node.runtime().count("start p/a")).isEqualTo(2);
            assertThat(container(node, "b").restartCount()).isOne();
        }
    }

    @Test
    void aContainerThatIsPutIntoAPodStartsOnce() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("p", "");
            node.until(() -> phase(node) == PodPhase.RUNNING, 10);
            var patch = StageManifests.json("{'spec': {'ephemeralContainers': [{'name': 'look', 'image': 'i'}]}}");
            node.cluster()
                    .client()
                    .patch(
                            ResourceTypes.PODS,
                            "default",
                            "p",
                            "ephemeralcontainers",
                            new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch)));
            node.until(() -> node.runtime().running().contains("p/look"), 10);
            node.until(() -> node.places("Started").contains("spec.ephemeralContainers{look}"), 10);
            exit(node, "look", 1);
            node.advance(60);
            assertThat(node.runtime().journal()).containsExactly("start p/main", "start p/look");
            assertThat(phase(node)).isEqualTo(PodPhase.RUNNING);
        }
    }

    @Test
    void kernelParametersThatMayHarmOthersAreRefused() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("p", "'securityContext': {'sysctls': [{'name': 'kernel.msgmax', 'value': '65536'}]}");
            node.until(() -> phase(node) == PodPhase.FAILED, 10);
            assertThat(node.see("p").status().reason()).isEqualTo("SysctlForbidden");
            assertThat(node.events("SysctlForbidden"))
                    .containsExactly("forbidden sysctl: \"kernel.msgmax\" not allowlisted");
        }
    }

    @Test
    void onlyARuntimeThatKnowsPoliciesOfGroupsGetsAStrictOne() throws IOException {
        String strict = """
                'securityContext': {'runAsUser': 1000, 'supplementalGroups': [7, 300],
                  'supplementalGroupsPolicy': '%s'},
                'containers': [{'name': 'a', 'image': 'i'}]""";
        try (var node = new RealNode(folder, "").start()) {
            node.pod("p", strict.formatted("Strict"));
            node.until(() -> phase(node) == PodPhase.FAILED, 10);
            assertThat(node.see("p").status().reason()).isEqualTo("SupplementalGroupsPolicyNotSupported");
            assertThat(node.see("p").status().message())
                    .isEqualTo("Pod was rejected: SupplementalGroupsPolicy=Strict is not supported in this node");
            node.pod("q", strict.formatted("Merge"));
            node.until(() -> node.see("q").status().phase() == PodPhase.RUNNING, 10);
            assertThat(node.shown(ResourceTypes.NODES, "", RealNode.NAME)
                            .path("status")
                            .has("features"))
                    .isFalse();
            assertThat(user(node, "q").isMissingNode()).isTrue();
        }
        try (var node = new RealNode(folder, "")) {
            node.runtime().knowsGroups();
            node.start().pod("p", strict.formatted("Strict"));
            node.until(() -> phase(node) == PodPhase.RUNNING, 10);
            assertThat(user(node, "p").toString())
                    .isEqualTo("{\"linux\":{\"uid\":1000,\"gid\":1000,\"supplementalGroups\":[7,300]}}");
            assertThat(node.shown(ResourceTypes.NODES, "", RealNode.NAME)
                            .path("status")
                            .path("features")
                            .toString())
                    .isEqualTo("{\"supplementalGroupsPolicy\":true}");
        }
    }

    private static JsonNode user(RealNode node, String pod) {
        return node.shown(ResourceTypes.PODS, "default", pod)
                .path("status")
                .path("containerStatuses")
                .path(0)
                .path("user");
    }

    @Test
    void aNodeListsItsPodsAsTheyAreNow() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("p", "'containers': [{'name': 'a', 'image': 'i'}]");
            node.until(() -> phase(node) == PodPhase.RUNNING, 10);
            JsonNode list = node.agent().podsPage().orElseThrow();
            assertThat(list.path("kind").asText()).isEqualTo("PodList");
            assertThat(list.path("items").size()).isOne();
            JsonNode pod = list.path("items").path(0);
            assertThat(pod.has("kind")).isFalse();
            assertThat(pod.path("metadata").path("name").asText()).isEqualTo("p");
            assertThat(pod.path("status").path("phase").asText()).isEqualTo("Running");
            assertThat(pod.toString())
                    .as("what is said to the API server alone")
                    .doesNotContain("$patch");
        }
    }

    /// A patch adds to addresses that are known, and the API server refuses two of one family.
    @Test
    void aNodeThatHasAnotherAddressTellsItOfItsPods() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("p", "'containers': [{'name': 'a', 'image': 'i'}]");
            node.until(() -> phase(node) == PodPhase.RUNNING, 10);
            node.kill();
            node.move("10.0.0.9").start();
            node.until(() -> node.see("p").status().hostIps().equals(List.of("10.0.0.9")), 60);
        }
    }

    @Test
    void aPodsSandboxIsMadeByWhatItsRuntimeClassNames() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.create(
                    ResourceTypes.RUNTIME_CLASSES,
                    "",
                    StageManifests.json("{'apiVersion': 'node.k8s.io/v1', 'kind': 'RuntimeClass',"
                            + " 'metadata': {'name': 'boxed'}, 'handler': 'kata'}"));
            node.pod("p", "'runtimeClassName': 'boxed', 'containers': [{'name': 'a', 'image': 'i'}]");
            node.until(() -> phase(node) == PodPhase.RUNNING, 10);
            assertThat(node.runtime().journal()).startsWith("sandbox of kata");
        }
    }

    @Test
    void whatIsDoneIsToldThoughItFails() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("p", "'containers': [{'name': 'a', 'image': 'i'}]");
            node.until(() -> phase(node) == PodPhase.RUNNING, 10);
            node.runtime().refuse("StopContainer");
            node.delete("p");
            node.until(() -> node.events("Killing").contains("Stopping container a"), 10);
            assertThat(node.places("Killing")).containsOnly("spec.containers{a}");
            assertThat(node.places("FailedKillPod")).containsOnly("");
            assertThat(node.runtime().running()).containsExactly("p/a");
            node.until(() -> !node.events("FailedKillPod").isEmpty(), 10);
            node.runtime().refuse("");
            node.until(() -> node.find("p").isEmpty(), 60);
            assertThat(node.runtime().running()).isEmpty();
        }
    }

    /// As when an agent is killed before anything of a pod runs, and the pod is gone when the next one looks.
    @Test
    void whatPodsLeftThatNobodyKnowsIsTakenAway() throws IOException {
        Path kubelet = folder.resolve("kubelet/pods");
        Files.createDirectories(kubelet.resolve("0-stranger/volumes/kubernetes.io~empty-dir/v"));
        Files.createDirectories(folder.resolve("logs/default_s_0-stranger/c"));
        try (var node = new RealNode(folder, "").start()) {
            node.pod("p", "'containers': [{'name': 'a', 'image': 'i'}]");
            node.until(() -> phase(node) == PodPhase.RUNNING, 10);
            Path own = kubelet.resolve(node.see("p").meta().uid());
            assertThat(own).isDirectory();
            node.advance(70);
            assertThat(kubelet.resolve("0-stranger")).doesNotExist();
            assertThat(folder.resolve("logs/default_s_0-stranger")).doesNotExist();
            assertThat(own).isDirectory();
        }
    }

    @Test
    void aContainerWithAnotherImageDoesNotWaitForWhatTheOldOneDid() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("p", "'containers': [{'name': 'a', 'image': 'i'}]");
            for (int restarts = 1; restarts <= 4; restarts++) {
                node.until(() -> node.runtime().running().contains("p/a"), 10);
                exit(node, "a", 1);
                int known = restarts;
                node.until(() -> container(node, "a").restartCount() == known, 200);
            }
            node.until(() -> node.runtime().running().contains("p/a"), 10);
            var patch = StageManifests.json("{'spec': {'containers': [{'name': 'a', 'image': 'j'}]}}");
            node.cluster()
                    .client()
                    .patch(
                            ResourceTypes.PODS,
                            "default",
                            "p",
                            "",
                            new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch)));
            node.until(() -> container(node, "a").restartCount() == 5, 10);
            exit(node, "a", 1);
            node.until(() -> container(node, "a").restartCount() == 6, 15);
        }
    }

    @Test
    void eachReadinessGateThatIsNotOpenIsTold() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("p", """
                    'readinessGates': [{'conditionType': 'one/gate'}, {'conditionType': 'two/gate'}],
                    'containers': [{'name': 'a', 'image': 'i'}]""");
            node.until(() -> phase(node) == PodPhase.RUNNING, 10);
            var patch = StageManifests.json("{'status': {'conditions': [{'type': 'two/gate', 'status': 'False'}]}}");
            node.cluster()
                    .client()
                    .patch(
                            ResourceTypes.PODS,
                            "default",
                            "p",
                            "status",
                            new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch)));
            String told = "corresponding condition of pod readiness gate \"one/gate\" does not exist., "
                    + "the status of pod readiness gate \"two/gate\" is not \"True\", but False";
            node.until(
                    () -> node.see("p")
                            .status()
                            .condition(Pod.READY)
                            .filter(ready -> ready.message().equals(told))
                            .isPresent(),
                    10);
        }
    }

    @Test
    void aPodThatWantsUsersOfItsOwnIsNotRunAsTheNodes() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("p", "'hostUsers': false");
            node.advance(30);
            assertThat(phase(node)).isEqualTo(PodPhase.PENDING);
            assertThat(node.runtime().journal()).isEmpty();
            assertThat(node.events("FailedCreatePodSandBox"))
                    .first()
                    .asString()
                    .contains("runtime does not support user namespaces");
        }
    }

    @Test
    void variablesOfAConfigMapMayHaveAnyName() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.create(
                    ResourceTypes.CONFIG_MAPS,
                    "default",
                    StageManifests.json(
                            "{'metadata': {'name': 'm', 'namespace': 'default'}, 'data': {'data-1': 'x', '1': 'y'}}"));
            node.pod("p", """
                    'containers': [{'name': 'main', 'image': 'i', 'envFrom': [
                      {'configMapRef': {'name': 'm'}}, {'prefix': '#@!', 'configMapRef': {'name': 'm'}}]}]""");
            node.until(() -> node.runtime().running().contains("p/main"), 10);
            assertThat(node.runtime().environment("p/main"))
                    .containsEntry("data-1", "x")
                    .containsEntry("1", "y")
                    .containsEntry("#@!data-1", "x")
                    .containsEntry("#@!1", "y");
        }
    }

    @Test
    void aContainerWithoutALimitReadsThatOfItsPod() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("p", """
                    'resources': {'limits': {'memory': '64Mi'}},
                    'containers': [{'name': 'main', 'image': 'i', 'env': [
                      {'name': 'MEMORY', 'valueFrom': {'resourceFieldRef': {'resource': 'limits.memory'}}},
                      {'name': 'CPU', 'valueFrom': {'resourceFieldRef': {'resource': 'limits.cpu'}}}]}]""");
            node.until(() -> node.runtime().running().contains("p/main"), 10);
            assertThat(node.runtime().environment("p/main"))
                    .containsEntry("MEMORY", "67108864")
                    .containsEntry("CPU", "4");
        }
    }

    @Test
    void aPodsNameForItselfIsWhatItsSpecSays() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("p", "'hostname': 'short', 'hostnameOverride': 'a.long.name'");
            node.until(() -> node.runtime().running().contains("p/main"), 10);
            node.pod("q", "'hostname': 'short'");
            node.until(() -> node.runtime().running().contains("q/main"), 10);
            assertThat(node.runtime().hostnames()).containsExactly("a.long.name", "short");
        }
    }
}
