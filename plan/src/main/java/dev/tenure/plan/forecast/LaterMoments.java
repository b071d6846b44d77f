package dev.tenure.plan.forecast;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.apps.DaemonSet;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.apps.StatefulSet;
import dev.tenure.model.batch.Job;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.ReplicationController;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.quantity.GoDuration;
import dev.tenure.plan.forecast.Tracker.Track;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.rules.taint.TaintTerms;
import dev.tenure.simnodes.UsualTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What is to come in a cluster in which nothing moves, because pods and their owners say so: that pods and
/// Jobs have run for as long as they may and end, that Jobs make pods again after failures, that pods become
/// ready, that they have been ready for long enough to count, and that taints of nodes go whose time is over.
/// Confined to the thread of its world.
///
/// @param usual how long containers take that do not say it
record LaterMoments(ClusterClient client, UsualTimes usual) {
    /// After failures a Job waits for so long at most. Upstream: backoff_utils.go.
    private static final Duration JOB_PAUSE_MAX = Duration.ofMinutes(10);

    /// Whether anything of it is to come.
    ///
    /// @param horizon what comes later does not count
    boolean anyBetween(Instant now, Instant horizon, Collection<Track> tracks) {
        Map<String, Integer> settling = settling();
        List<Pod> pods = tracks.stream().map(track -> track.pod).toList();
        List<Job> jobs = list(ResourceTypes.JOBS, Job.class);
        boolean pauses = jobs.stream()
                .flatMap(job -> afterFailures(job, pods))
                .anyMatch(atTheLatest -> atTheLatest.isAfter(now));
        return pauses
                || Stream.concat(
                                pods.stream().filter(PodRule::active).flatMap(pod -> moments(pod, settling)),
                                Stream.concat(jobs.stream().flatMap(LaterMoments::deadline), taintsEnd(now)))
                        .anyMatch(at -> at.isAfter(now) && !at.isAfter(horizon));
    }

    private Stream<Instant> taintsEnd(Instant now) {
        return list(ResourceTypes.NODES, Node.class).stream()
                .flatMap(node -> TaintTerms.of(node).nextEnd(now).stream());
    }

    private Stream<Instant> moments(Pod pod, Map<String, Integer> settling) {
        Optional<Instant> deadline = pod.spec().activeDeadlineSeconds().isEmpty()
                ? Optional.empty()
                : pod.status()
                        .startTime()
                        .map(start -> start.plus(GoDuration.ofSeconds(
                                        pod.spec().activeDeadlineSeconds().getAsLong()))
                                .plus(GoDuration.ofSeconds(pod.spec().terminationGraceSeconds())));
        return Stream.concat(deadline.stream(), (PodRule.ready(pod) ? settled(pod, settling) : ready(pod)).stream());
    }

    private static Optional<Instant> settled(Pod pod, Map<String, Integer> settling) {
        return pod.meta()
                .controllerOwner()
                .map(OwnerReference::uid)
                .map(settling::get)
                .flatMap(seconds -> pod.status()
                        .condition(Pod.READY)
                        .map(Condition::lastTransitionTime)
                        .map(since -> since.plusSeconds(seconds)));
    }

    private Optional<Instant> ready(Pod pod) {
        return pod.status()
                .condition(Pod.SCHEDULED)
                .filter(Condition::isTrue)
                .map(Condition::lastTransitionTime)
                .flatMap(since -> toStart(pod).map(since::plus));
    }

    private Optional<Duration> toStart(Pod pod) {
        return client.get(ResourceTypes.PODS, pod.meta().namespace(), pod.meta().name())
                        instanceof ApiReply.One(var _, var stored, var _)
                ? Optional.of(usual.ready(stored))
                : Optional.empty();
    }

    private static Stream<Instant> deadline(Job job) {
        return job.activeDeadlineSeconds().isEmpty()
                ? Stream.of()
                : job.status().startTime().stream()
                        .map(start -> start.plus(
                                GoDuration.ofSeconds(job.activeDeadlineSeconds().getAsLong())));
    }

    /// When a Job that has too few pods has got over the failures of others at the latest.
    private static Stream<Instant> afterFailures(Job job, List<Pod> pods) {
        int missing = job.completions().orElse(job.parallelism()) - job.status().succeeded();
        if (job.suspended()
                || job.status().finished()
                || job.status().active() >= Math.min(job.parallelism(), missing)) {
            return Stream.of();
        }
        return pods.stream()
                .filter(pod -> pod.status().phase() != PodPhase.SUCCEEDED && !PodRule.active(pod))
                .filter(pod -> pod.meta().isControlledBy(job.meta().uid()))
                .flatMap(LaterMoments::ended)
                .map(at -> at.plus(JOB_PAUSE_MAX));
    }

    /// When it ended or was told to go, as far as it says so.
    private static Stream<Instant> ended(Pod pod) {
        return Stream.concat(
                pod.meta().deletion().map(ObjectMeta.Deletion::at).stream(),
                pod.status().condition(Pod.READY).map(Condition::lastTransitionTime).stream());
    }

    /// For how long pods of an owner, by its uid, must have been ready to count, where that is any time at
    /// all.
    private Map<String, Integer> settling() {
        Map<String, Integer> all = new HashMap<>();
        list(ResourceTypes.REPLICA_SETS, ReplicaSet.class).forEach(set -> put(all, set.meta(), set.minReadySeconds()));
        list(ResourceTypes.STATEFUL_SETS, StatefulSet.class)
                .forEach(set -> put(all, set.meta(), set.minReadySeconds()));
        list(ResourceTypes.DAEMON_SETS, DaemonSet.class).forEach(set -> put(all, set.meta(), set.minReadySeconds()));
        list(ResourceTypes.REPLICATION_CONTROLLERS, ReplicationController.class)
                .forEach(set -> put(all, set.meta(), set.minReadySeconds()));
        return all;
    }

    private static void put(Map<String, Integer> all, ObjectMeta owner, int seconds) {
        if (seconds > 0) {
            all.put(owner.uid(), seconds);
        }
    }

    private <T> List<T> list(ResourceType type, Class<T> view) {
        return client.list(type, "", Map.of()) instanceof ApiReply.Many many
                ? many.items().stream().map(object -> object.view(view)).toList()
                : List.of();
    }
}
