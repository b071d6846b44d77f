package dev.tenure.node.container;

import dev.tenure.kubelet.pod.BackoffState;
import dev.tenure.kubelet.pod.ConfigException;
import dev.tenure.kubelet.pod.ContainerPlan;
import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.kubelet.pod.PodSeen;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Waiting;
import dev.tenure.model.quantity.GoDuration;
import dev.tenure.node.container.PodWorker.Where;
import dev.tenure.node.cri.ImageClient.Image;
import dev.tenure.node.cri.Message;
import dev.tenure.node.cri.RuntimeUnavailableException;
import dev.tenure.node.environment.ContainerEnvironment;
import dev.tenure.node.environment.DownwardFields;
import dev.tenure.node.probe.Answer;
import dev.tenure.node.probe.Prober;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Starts one container: waits out its back-off, has its image, makes it, starts it, calls its hook. Waits
/// for runtime, disk and API. Upstream: kuberuntime_container.go startContainer.
final class ContainerStarter {
    private static final Duration RETRY = Duration.ofSeconds(10);
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final Duration HOOK_WITHIN = Duration.ofMinutes(10);

    /// @param attempt the number of restarts before this start
    record Order(PodPlan pod, ContainerPlan plan, PodSeen seen, int attempt, BackoffState backoff) {}

    sealed interface Outcome {
        record Started() implements Outcome {}

        /// @param again when to try again
        record NotYet(Waiting why, Duration again) implements Outcome {}
    }

    private final PodServices services;
    private final PodEvents notes;
    private final ImagePuller puller;
    private final Map<String, ImagePuller.Outcome> imageVolumes;

    /// @param imageVolumes what came of the images that are volumes, by name of volume
    ContainerStarter(
            PodServices services, PodEvents notes, ImagePuller puller, Map<String, ImagePuller.Outcome> imageVolumes) {
        this.imageVolumes = imageVolumes;
        this.services = services;
        this.notes = notes;
        this.puller = puller;
    }

    Outcome start(Order order, Where where) {
        Optional<Outcome> crashing = crashLoop(order);
        if (crashing.isPresent()) {
            return crashing.get();
        }
        ContainerPlan plan = order.plan();
        Optional<Outcome> missing = missingVolume(plan);
        if (missing.isPresent()) {
            return missing.get();
        }
        return switch (puller.ensure(plan)) {
            case ImagePuller.Outcome.Missing(Waiting why, Duration again) -> new Outcome.NotYet(why, again);
            case ImagePuller.Outcome.Here(Image image) -> create(order, where, image);
        };
    }

    /// Why a volume of the container that is an image is not there; the last one when there are several.
    /// Upstream: kuberuntime_manager.go (toKubeContainerImageVolumes).
    private Optional<Outcome> missingVolume(ContainerPlan plan) {
        Optional<Outcome> last = Optional.empty();
        for (JsonNode mount : plan.spec().path("volumeMounts")) {
            if (imageVolumes.get(mount.path("name").asText())
                    instanceof ImagePuller.Outcome.Missing(Waiting why, Duration again)) {
                notes.warning("Failed", "Error: " + why.reason(), plan);
                last = Optional.of(new Outcome.NotYet(why, again));
            }
        }
        return last;
    }

    private Map<String, ContainerConfig.ImageVolume> images(PodPlan pod) {
        var images = new LinkedHashMap<String, ContainerConfig.ImageVolume>();
        for (JsonNode volume : pod.spec().path("volumes")) {
            String name = volume.path("name").asText();
            if (imageVolumes.get(name) instanceof ImagePuller.Outcome.Here(Image image)) {
                String reference = volume.path("image").path("reference").asText();
                images.put(name, new ContainerConfig.ImageVolume(image.id(), reference));
            }
        }
        return images;
    }

    private Optional<Outcome> crashLoop(Order order) {
        Optional<RunContainer> last = order.seen().containers().stream()
                .filter(container -> container.name().equals(order.plan().name()) && container.exited())
                .findFirst();
        if (last.isEmpty()) {
            return Optional.empty();
        }
        ContainerPlan plan = order.plan();
        Tick now = services.time().now();
        Tick ended = tick(last.get().finishedAtNanos());
        // a container with another image has not failed yet
        String key = plan.name() + " " + plan.hash();
        order.backoff().only(plan.name() + " ", key);
        var wait = order.backoff().left(key, ended, now);
        if (wait.isEmpty()) {
            order.backoff().tried(key, ended, now);
            return Optional.empty();
        }
        var meta = order.pod().pod().meta();
        String who = "%s_%s(%s)".formatted(meta.name(), meta.namespace(), meta.uid());
        notes.warning("BackOff", "Back-off restarting failed container %s in pod %s".formatted(plan.name(), who), plan);
        String message = "back-off %s restarting failed container=%s pod=%s"
                .formatted(GoDuration.text(wait.get().whole()), plan.name(), who);
        return Optional.of(new Outcome.NotYet(
                new Waiting("CrashLoopBackOff", message), wait.get().left()));
    }

    /// The runtime tells what the wall clock showed.
    private Tick tick(long nanos) {
        Instant shown = Instant.ofEpochSecond(nanos / NANOS_PER_SECOND, nanos % NANOS_PER_SECOND);
        return services.time().tickOf(services.time().asOfNow(shown));
    }

    private Outcome create(Order order, Where where, Image image) {
        ContainerPlan plan = order.plan();
        PodPlan pod = order.pod();
        Message config;
        try {
            var fields = new DownwardFields(
                    pod.document(),
                    where.addresses(),
                    services.host().host(),
                    services.time().wall().getEpochSecond());
            Map<String, String> environment =
                    new ContainerEnvironment(services.volumes().source(), fields, where.volumes()).of(plan.spec());
            var place = new ContainerConfig.Place(
                    where.volumes(),
                    images(pod),
                    services.volumes().podFolder(pod.uid()),
                    services.volumes().profiles(),
                    where.addresses(),
                    target(order));
            Files.createDirectories(
                    services.host().logs().resolve(pod.logFolder()).resolve(plan.name()));
            config = new ContainerConfig(pod, plan, services.host(), place)
                    .of(order.attempt(), environment, Optional.of(image));
        } catch (ConfigException | IOException e) {
            String message = IoWords.of(e);
            notes.warning("Failed", "Error: " + message, plan);
            return new Outcome.NotYet(new Waiting("CreateContainerConfigError", message), RETRY);
        }
        String id;
        try {
            id = services.runtime().createContainer(where.sandboxId(), config, where.sandboxConfig());
            notes.normal("Created", "Container created", plan);
        } catch (RuntimeUnavailableException e) {
            notes.warning("Failed", "Error: " + e.getMessage(), plan);
            return new Outcome.NotYet(new Waiting("CreateContainerError", String.valueOf(e.getMessage())), RETRY);
        }
        try {
            services.runtime().startContainer(id);
            notes.normal("Started", "Container started", plan);
        } catch (RuntimeUnavailableException e) {
            notes.warning("Failed", "Error: " + e.getMessage(), plan);
            return new Outcome.NotYet(new Waiting("RunContainerError", String.valueOf(e.getMessage())), RETRY);
        }
        return postStart(order, where, id);
    }

    /// Upstream: kuberuntime_container.go (getTargetID).
    private static Optional<String> target(Order order) {
        String name = order.plan().spec().path("targetContainerName").asText("");
        if (name.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(order.seen()
                .container(name)
                .map(RunContainer::id)
                .orElseThrow(() -> new ConfigException("unable to find target container %s".formatted(name))));
    }

    private Outcome postStart(Order order, Where where, String id) {
        JsonNode hook = order.plan().spec().path("lifecycle").path("postStart");
        if (!hook.isObject()) {
            return new Outcome.Started();
        }
        String address = where.addresses().isEmpty() ? "" : where.addresses().getFirst();
        var target = new Prober.Target(id, address, order.plan().spec());
        var answer = services.prober().hook(target, hook, HOOK_WITHIN, length -> Pause.of(length, services.time()));
        if (answer instanceof Answer.Warning(String what)) {
            notes.warning(Prober.FALLBACK, what, order.plan());
        }
        if (answer.well()) {
            return new Outcome.Started();
        }
        String written = answer instanceof Answer.Failure(String text) ? text : "nobody knows why";
        notes.warning("FailedPostStartHook", "PostStartHook failed: " + written, order.plan());
        try {
            services.runtime()
                    .stopContainer(
                            id, Duration.ofSeconds(order.pod().pod().spec().terminationGraceSeconds()));
        } catch (RuntimeUnavailableException e) {
            notes.warning("FailedKillContainer", String.valueOf(e.getMessage()), order.plan());
        }
        return new Outcome.NotYet(new Waiting("PostStartHookError", written), RETRY);
    }
}
