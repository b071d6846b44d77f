package dev.tenure.kubelet.pod;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Pods and what a runtime has of them, for tests.
public final class PodPlans {
    public static final String UID = "0c0ffee0";

    private PodPlans() {}

    /// @param spec YAML of a pod's `spec`
    public static PodPlan pod(String spec) {
        String yaml = "metadata: {name: p, namespace: d, uid: %s}\nspec:\n%s".formatted(UID, spec.indent(2));
        ObjectNode document =
                (ObjectNode) Yaml.read(yaml.getBytes(StandardCharsets.UTF_8)).value();
        return PodPlan.of((Pod) Views.view(ResourceTypes.PODS, document), document);
    }

    public static Sandbox sandbox(int attempt, boolean ready) {
        return new Sandbox(
                "s" + attempt, ready, attempt, attempt + 1, Map.of(Labels.POD_UID, UID), List.of("10.0.0.1"), false);
    }

    public static RunContainer running(String name, int attempt) {
        return container(name, attempt, RunContainer.State.RUNNING, 0);
    }

    public static RunContainer exited(String name, int attempt, int exitCode) {
        return container(name, attempt, RunContainer.State.EXITED, exitCode);
    }

    private static RunContainer container(String name, int attempt, RunContainer.State state, int exitCode) {
        return new RunContainer(
                name + attempt,
                "s0",
                name,
                attempt,
                state,
                10 + attempt,
                10 + attempt,
                state == RunContainer.State.EXITED ? 20 + attempt : 0,
                exitCode,
                "image",
                "sha256:1",
                "",
                "",
                Map.of(Labels.POD_UID, UID),
                Map.of(),
                List.of(),
                "",
                Optional.empty(),
                Optional.empty());
    }

    /// The same container, of which the runtime says what it is held to.
    public static RunContainer held(RunContainer container, RunContainer.Held held) {
        return new RunContainer(
                container.id(),
                container.sandboxId(),
                container.name(),
                container.attempt(),
                container.state(),
                container.createdAtNanos(),
                container.startedAtNanos(),
                container.finishedAtNanos(),
                container.exitCode(),
                container.image(),
                container.imageRef(),
                container.reason(),
                container.message(),
                container.labels(),
                container.annotations(),
                container.mounts(),
                container.logPath(),
                Optional.of(held),
                container.user());
    }

    public static PodSeen seen(RunContainer... containers) {
        return new PodSeen(List.of(sandbox(0, true)), List.of(containers));
    }
}
