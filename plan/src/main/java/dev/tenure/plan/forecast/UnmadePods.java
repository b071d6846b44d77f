package dev.tenure.plan.forecast;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.ReplicationController;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.NewPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.policy.PausedOwners;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The pods that a controller wants and is refused, for example by a quota. Replica sets and replication
/// controllers tell of it in their status. Stateless.
final class UnmadePods {
    /// How the API server tells that a quota refuses something.
    private static final Pattern QUOTA =
            Pattern.compile("exceeded quota: (\\S+), requested: (\\S+), used: (\\S+), limited: \\S+");

    /// What a note says where a quota refuses pods.
    static final String OPEN =
            "a quota refuses pods: which ones get the room that becomes free, and when, depends on how often their controllers have tried already";

    private static final String FAILURE = "ReplicaFailure";
    /// So many are told of one controller at most.
    private static final int EACH_MAX = 100_000;

    private UnmadePods() {}

    /// What nobody knows where a quota refuses pods, as a sentence.
    static Optional<String> uncertain(List<LeavingPod> left, List<NewPod> made) {
        boolean refused = left.stream()
                        .anyMatch(pod -> pod.outcome() instanceof Outcome.Pending pending && isOfAQuota(pending))
                || made.stream()
                        .anyMatch(pod ->
                                pod.pending().filter(UnmadePods::isOfAQuota).isPresent());
        return refused ? Optional.of(OPEN) : Optional.empty();
    }

    private static boolean isOfAQuota(Outcome.Pending pending) {
        return QUOTA.matcher(pending.message()).find();
    }

    /// What is found of them.
    ///
    /// @param pending each of them, beyond those that would have taken the place of a pod that leaves
    /// @param notes of owners that are to make none for a while: what they do not make waits for nothing
    record Found(List<NewPod> pending, List<String> notes) {
        Found {
            pending = List.copyOf(pending);
            notes = List.copyOf(notes);
        }
    }

    /// A controller whose pods were refused when it last made some.
    private record Refused(String kind, ObjectMeta meta, int missing, String message) {
        private String name() {
            return "%s %s/%s".formatted(kind, meta.namespace(), meta.name());
        }
    }

    static Found of(ClusterClient client, List<LeavingPod> left) {
        List<Refused> refused = refused(client);
        if (refused.isEmpty()) {
            return new Found(List.of(), List.of());
        }
        PausedOwners paused = PausedOwners.of(client);
        List<NewPod> pending = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (Refused each : refused) {
            List<NewPod> pods = pods(each, left);
            paused.find(each.name())
                    .ifPresentOrElse(
                            pause -> note(each, pods.size(), pause).ifPresent(notes::add), () -> pending.addAll(pods));
        }
        return new Found(pending, notes);
    }

    private static Optional<String> note(Refused owner, int pods, JsonNode pause) {
        return pods == 0
                ? Optional.empty()
                : Optional.of("%s of %s %s not made: FailedPodRetention %s has it make none until %s"
                        .formatted(
                                pods == 1 ? "1 pod" : pods + " pods",
                                owner.name(),
                                pods == 1 ? "is" : "are",
                                pause.path("retention").asText(),
                                pause.path("until").asText()));
    }

    private static List<Refused> refused(ClusterClient client) {
        List<Refused> refused = new ArrayList<>();
        for (ReplicaSet set : list(client, ResourceTypes.REPLICA_SETS, ReplicaSet.class)) {
            int missing = set.replicas() - set.status().replicas();
            failure(set.status().conditions())
                    .ifPresent(message -> refused.add(new Refused("ReplicaSet", set.meta(), missing, message)));
        }
        for (ReplicationController controller :
                list(client, ResourceTypes.REPLICATION_CONTROLLERS, ReplicationController.class)) {
            int missing = controller.replicas() - controller.status().replicas();
            failure(controller.status().conditions())
                    .ifPresent(message ->
                            refused.add(new Refused("ReplicationController", controller.meta(), missing, message)));
        }
        return refused;
    }

    private static <T> List<T> list(ClusterClient client, ResourceType type, Class<T> view) {
        return client.list(type, "", Map.of()) instanceof ApiReply.Many many
                ? many.items().stream().map(object -> object.view(view)).toList()
                : List.of();
    }

    private static Optional<String> failure(List<Condition> conditions) {
        return Condition.find(conditions, FAILURE).filter(Condition::isTrue).map(Condition::message);
    }

    private static List<NewPod> pods(Refused refused, List<LeavingPod> left) {
        ObjectMeta owner = refused.meta();
        String message = refused.message();
        long told = left.stream()
                .filter(pod -> pod.namespace().equals(owner.namespace()))
                .filter(pod -> pod.outcome() instanceof Outcome.Pending pending
                        && pending.name().isEmpty()
                        && pending.message().equals(message))
                .count();
        int more = (int) Math.max(0, refused.missing() - told);
        var pending = new Outcome.Pending("", message, remedy(message, more));
        var pod =
                new NewPod(owner.namespace(), owner.name() + "-", "", Optional.empty(), Optional.of(pending), 1, false);
        return Collections.nCopies(Math.min(more, EACH_MAX), pod);
    }

    /// The smallest quota with which all of them could be made.
    private static List<String> remedy(String message, int pods) {
        Matcher quota = QUOTA.matcher(message);
        if (!quota.find()) {
            return List.of();
        }
        Map<String, Quantity> used = amounts(quota.group(3));
        Map<String, Quantity> wanted = new TreeMap<>(used);
        amounts(quota.group(2)).forEach((name, amount) -> wanted.merge(name, amount.times(pods), Quantity::plus));
        return List.of(wanted.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(",", "raise quota %s to ".formatted(quota.group(1)), "")));
    }

    private static Map<String, Quantity> amounts(String list) {
        var amounts = new TreeMap<String, Quantity>();
        for (String each : list.split(",")) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                amounts.put(each.substring(0, equals), Quantity.parse(each.substring(equals + 1)));
            }
        }
        return amounts;
    }
}
