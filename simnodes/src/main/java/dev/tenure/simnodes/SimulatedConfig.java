package dev.tenure.simnodes;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.time.GrowingPause;
import dev.tenure.runtime.time.Tick;
import dev.tenure.simnodes.config.ConfigKeys;
import dev.tenure.simnodes.config.ConfigLack;
import dev.tenure.simnodes.config.ConfigLackRule;
import dev.tenure.simnodes.config.ConfigPlace;
import dev.tenure.simnodes.config.ConfigReference;
import dev.tenure.simnodes.config.ConfigReferences;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Has pods wait for the ConfigMaps and Secrets that they refer to, as kubelets do: nothing is followed, a
/// pod that needs some has them looked up when it starts, and again after growing pauses while one is
/// missing. Confined to the loop of the nodes. Upstream: nestedpendingoperations (volumes), kubelet.go
/// (backOffPeriod).
final class SimulatedConfig {
    private static final GrowingPause MOUNTS_AGAIN =
            new GrowingPause(Duration.ofMillis(500), Duration.ofMinutes(2).plusSeconds(2));
    private static final Duration STARTS_AGAIN = Duration.ofSeconds(10);
    private static final Duration ASKS_AGAIN = Duration.ofSeconds(1);

    /// Whether the containers of a pod can start.
    sealed interface Answer {
        record Start() implements Answer {}

        /// That is being looked up; the pod is taken up again then.
        record Asked() implements Answer {}

        /// @param news what its status does not say yet, if anything
        record Wait(Tick until, List<ConfigLack> news) implements Answer {}
    }

    private final EventLoop loop;
    private final ClusterClient client;
    private final EventRecorder events;
    private final PodNodes nodes;
    private final Consumer<SimulatedPod> goOn;

    /// @param goOn takes a pod up again
    SimulatedConfig(
            EventLoop loop, ClusterClient client, EventRecorder events, PodNodes nodes, Consumer<SimulatedPod> goOn) {
        this.loop = loop;
        this.client = client;
        this.events = events;
        this.nodes = nodes;
        this.goOn = goOn;
    }

    /// Of a pod whose containers are to start, perhaps not for the first time.
    Answer of(SimulatedPod entry) {
        Pod pod = entry.pod();
        if (!ConfigReferences.any(pod) || !nodes.needConfig(pod.spec().nodeName())) {
            return new Answer.Start();
        }
        ConfigWait wait = entry.config();
        if (wait.there) {
            entry.forgetConfig();
            return new Answer.Start();
        }
        Tick now = loop.time().now();
        if (wait.again.filter(at -> at.isAfter(now)).isPresent()) {
            List<ConfigLack> news = wait.told.equals(wait.lacks) ? List.of() : wait.lacks;
            wait.told = wait.lacks;
            return new Answer.Wait(wait.again.get(), news);
        }
        if (!wait.asking) {
            ask(entry, wait);
        }
        return new Answer.Asked();
    }

    private void ask(SimulatedPod entry, ConfigWait wait) {
        ObjectNode pod = Json.readObject(entry.stored.json());
        String namespace = entry.pod().meta().namespace();
        var references = new ArrayList<ConfigReference>();
        if (entry.progress.endedAt().isEmpty() && !wait.mounted) {
            references.addAll(ConfigReferences.ofVolumes(pod));
        }
        references.addAll(ConfigReferences.ofEnvironments(pod));
        wait.asking = true;
        loop.work(
                "pod-config",
                () -> ConfigLackRule.lacks(namespace, references, reference -> object(namespace, reference)),
                outcome -> answered(entry, wait, outcome));
    }

    private void answered(SimulatedPod entry, ConfigWait wait, Outcome<List<ConfigLack>> outcome) {
        Tick now = loop.time().now();
        wait.asking = false;
        switch (outcome) {
            case Outcome.Done<List<ConfigLack>>(var lacks) when lacks.isEmpty() -> wait.there = true;
            case Outcome.Done<List<ConfigLack>>(var lacks) -> {
                wait.failures++;
                wait.lacks = lacks;
                wait.mounted = lacks.getFirst().place() instanceof ConfigPlace.Environment;
                wait.again = Optional.of(now.plus(pause(lacks, wait.failures)));
                lacks.forEach(lack -> tell(entry, lack));
            }
            case Outcome.Failed<List<ConfigLack>> _ -> wait.again = Optional.of(now.plus(ASKS_AGAIN));
        }
        goOn.accept(entry);
    }

    private static Duration pause(List<ConfigLack> lacks, int failures) {
        return switch (lacks.getFirst().place()) {
            case ConfigPlace.Volume _ -> MOUNTS_AGAIN.after(failures);
            case ConfigPlace.Environment _ -> STARTS_AGAIN;
        };
    }

    private void tell(SimulatedPod entry, ConfigLack lack) {
        switch (lack.place()) {
            case ConfigPlace.Volume(String name) ->
                events.record(
                        entry.about(),
                        EventRecorder.Type.Warning,
                        "FailedMount",
                        "MountVolume.SetUp failed for volume \"%s\" : %s".formatted(name, lack.message()));
            case ConfigPlace.Environment environment ->
                events.record(
                        entry.about().part(environment.path()),
                        EventRecorder.Type.Warning,
                        "Failed",
                        "Error: " + lack.message());
        }
    }

    /// Blocks.
    ///
    /// @throws IllegalStateException when the API server does not say
    private Optional<ConfigKeys> object(String namespace, ConfigReference reference) {
        var type = reference.secret() ? ResourceTypes.SECRETS : ResourceTypes.CONFIG_MAPS;
        return switch (client.get(type, namespace, reference.name())) {
            case ApiReply.One(var _, var stored, var _) -> Optional.of(ConfigKeys.of(Json.readObject(stored.json())));
            case ApiReply.Failure(var status, var _) when status.isNotFound() -> Optional.empty();
            case ApiReply.Failure(var status, var _) -> throw new IllegalStateException(status.message());
            case ApiReply.Many _, ApiReply.Document _ ->
                throw new IllegalStateException("one object was asked for, and another answer came");
        };
    }
}
