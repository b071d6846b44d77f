package dev.tenure.console.page;

import dev.tenure.console.follow.FollowedCluster;
import dev.tenure.console.page.Evictions.Asked;
import dev.tenure.console.shown.LodgingRule;
import dev.tenure.console.shown.LodgingRule.Lodging;
import dev.tenure.console.shown.MissingPart;
import dev.tenure.console.shown.NodeStays;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.policy.TaintPolicies;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.Place;
import dev.tenure.plan.timeline.ObservedEviction;
import dev.tenure.plan.timeline.Timeline;
import dev.tenure.rules.taint.TaintTerm;
import dev.tenure.rules.taint.TaintTerms;
import dev.tenure.rules.taint.TolerationText;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Evictions as the objects of a cluster show them whose controllers tell nothing. What is to come follows
/// from the NoExecute taints of nodes and the tolerations of the pods there; since when a taint is there, it
/// says itself or the last write of taints does. What was, Events and the pods that are still there tell.
/// Other causes than taints are not foreseen.
final class ObservedEvictions {
    private static final int EVENTS_MAX = 2_000;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final Place NOWHERE = new Place("", 0);
    /// Of taints, and of nodes that are short of something.
    private static final List<String> REASONS =
            List.of("TaintManagerEviction", "DeviceTaintManagerEviction", "Evicted");

    private ObservedEvictions() {}

    /// @param coming the earliest first
    /// @param past the eldest first
    /// @param blind whether nodes may not be seen, so that nothing can be said of what is to come
    /// @param gaps what could not be looked at
    record Found(List<ObjectNode> coming, List<ObjectNode> past, boolean blind, List<MissingPart> gaps) {}

    /// The Events that were asked for, and what keeps others from being known.
    private record Told(List<StoredObject> events, List<MissingPart> gaps) {}

    /// What is known of a stay that ends.
    ///
    /// @param toleration of a stay for a time
    private record End(Taint taint, Optional<String> toleration, Instant since, Instant deadline) {}

    static Found of(Viewer viewer, Asked asked) {
        Instant now = viewer.time().wall();
        Told told = events(viewer, asked);
        TaintPolicies policies = KnownPolicies.of(viewer);
        var seen = viewer.copy()
                .see(
                        asked.namespace(),
                        look -> new Found(
                                coming(look, asked, policies, now),
                                past(look, asked, told.events(), now),
                                !look.seesNodes(),
                                List.of()));
        List<MissingPart> gaps = new ArrayList<>(seen.gaps());
        gaps.addAll(told.gaps());
        return new Found(
                seen.value().coming(), seen.value().past(), seen.value().blind(), gaps);
    }

    private static List<ObjectNode> coming(
            FollowedCluster.Look look, Asked asked, TaintPolicies policies, Instant now) {
        List<ObjectNode> rows = new ArrayList<>();
        for (StoredObject object : look.nodes()) {
            Node node = object.view(Node.class);
            List<Taint> taints = node.spec().taints().stream()
                    .filter(taint -> taint.effect() == TaintEffect.NO_EXECUTE)
                    .toList();
            if (taints.isEmpty()) {
                continue;
            }
            var times = new NodeTimes(
                    TaintTerms.of(node), TaintTimes.written(object).orElse(now), now);
            var rule = new NodeStays(taints, policies);
            for (StoredObject on : look.podsOn(node.name())) {
                Pod pod = on.view(Pod.class);
                boolean stays = pod.meta().deleting() || pod.status().phase().terminal();
                if (!stays
                        && asked.isAbout(
                                node.name(), pod.meta().namespace(), pod.meta().name())) {
                    end(pod, rule, times).ifPresent(end -> rows.add(row(pod, end, rule, now)));
                }
            }
        }
        rows.sort(Comparator.comparing((ObjectNode row) -> row.path("deadline").asText()));
        return rows;
    }

    /// When the taints of a node came, and when they go.
    ///
    /// @param written when taints that do not say it came
    private record NodeTimes(TaintTerms terms, Instant written, Instant now) {
        /// A taint that ought to have gone long ago does not go.
        private static final Duration OVERDUE = Duration.ofMinutes(1);

        private boolean goesBefore(End end) {
            return terms.of(end.taint())
                    .map(TaintTerm::until)
                    .filter(at ->
                            !at.isAfter(end.deadline()) && at.plus(OVERDUE).isAfter(now))
                    .isPresent();
        }
    }

    /// The end of the stay that ends first; taints that go before do not end it.
    private static Optional<End> end(Pod pod, NodeStays rule, NodeTimes times) {
        Instant bound = pod.status()
                .condition(Pod.SCHEDULED)
                .filter(Condition::isTrue)
                .map(Condition::lastTransitionTime)
                .orElse(pod.meta().creationTimestamp());
        Optional<End> first = Optional.empty();
        List<Toleration> tolerations = rule.tolerations(pod);
        for (Taint taint : rule.taints()) {
            Instant came = taint.timeAdded().orElse(times.written());
            Instant since = came.isAfter(bound) ? came : bound;
            Optional<End> one = switch (LodgingRule.decide(taint, tolerations)) {
                case Lodging.LeavesAtOnce _ -> Optional.of(new End(taint, Optional.empty(), since, times.now()));
                case Lodging.LeavesAfter(var _, var toleration, long seconds, var _) ->
                    end(since, seconds)
                            .map(at -> new End(taint, Optional.of(granted(toleration, pod, taint, rule)), since, at));
                case Lodging.Places _, Lodging.Avoids _, Lodging.Refuses _ -> Optional.empty();
            };
            if (one.filter(end -> !times.goesBefore(end)).isPresent()
                    && first.filter(end -> !one.get().deadline().isBefore(end.deadline()))
                            .isEmpty()) {
                first = one;
            }
        }
        return first;
    }

    /// What grants a stay, and behind it the policy where that does and not the pod itself.
    private static String granted(Toleration toleration, Pod pod, Taint taint, NodeStays rule) {
        return TolerationText.of(toleration)
                + rule.policies()
                        .grant(pod, taint)
                        .map(grant -> " (policy %s)".formatted(grant.policy()))
                        .orElse("");
    }

    /// Absent when it lies beyond all time.
    private static Optional<Instant> end(Instant since, long seconds) {
        try {
            return Optional.of(since.plusSeconds(seconds));
        } catch (DateTimeException | ArithmeticException _) {
            return Optional.empty();
        }
    }

    /// A pod that is still there although its stay is over is held by a policy that is about it and holds
    /// pods.
    private static ObjectNode row(Pod pod, End end, NodeStays rule, Instant now) {
        ObjectNode row = Json.object()
                .put("namespace", pod.meta().namespace())
                .put("pod", pod.meta().name())
                .put("uid", pod.meta().uid())
                .put("node", pod.spec().nodeName())
                .put("cause", "taint")
                .put("taint", end.taint().toString());
        end.toleration()
                .ifPresent(toleration -> row.put("toleration", toleration)
                        .put("since", end.since().toString()));
        if (!end.deadline().isAfter(now)) {
            rule.holder(pod, end.taint()).ifPresent(held -> row.set("held", held));
        }
        double left = Duration.between(now, end.deadline()).toMillis() / MILLIS_PER_SECOND;
        return row.put("deadline", end.deadline().toString()).put("secondsLeft", Math.max(0, left));
    }

    private static Told events(Viewer viewer, Asked asked) {
        String namespace = viewer.copy().shown(asked.namespace());
        String about = asked.pod().isEmpty() ? "" : ",involvedObject.name=" + asked.pod();
        List<StoredObject> found = new ArrayList<>();
        List<MissingPart> gaps = new ArrayList<>();
        for (String reason : REASONS) {
            var query = Map.of(
                    "fieldSelector",
                    "involvedObject.kind=Pod,reason=" + reason + about,
                    "limit",
                    String.valueOf(EVENTS_MAX));
            ApiReply reply = viewer.client().list(ResourceTypes.EVENTS, namespace, query);
            if (reply instanceof ApiReply.Many many) {
                found.addAll(many.items());
            }
            MissingPart.unread(reply, ResourceTypes.EVENTS, namespace).ifPresent(gaps::add);
        }
        return new Told(found, gaps);
    }

    private static List<ObjectNode> past(
            FollowedCluster.Look look, Asked asked, List<StoredObject> events, Instant now) {
        Set<StoredObject> objects = new LinkedHashSet<>(events);
        events.forEach(event -> look.pod(event.key().namespace(), about(event)).ifPresent(objects::add));
        List<ClusterDump.Item> items = objects.stream()
                .map(object -> new ClusterDump.Item(object, NOWHERE))
                .toList();
        var dump = new ClusterDump("", new ClusterDump.Moment(now, ""), items, List.of(), List.of());
        return Timeline.past(dump).stream()
                .filter(each -> asked.isAbout(each.node(), each.namespace(), each.name()))
                .map(ObservedEvictions::row)
                .toList();
    }

    private static String about(StoredObject event) {
        JsonNode tree = Json.readObject(event.json());
        return tree.path(tree.has("regarding") ? "regarding" : "involvedObject")
                .path("name")
                .asText("");
    }

    private static ObjectNode row(ObservedEviction eviction) {
        return Json.object()
                .put("namespace", eviction.namespace())
                .put("pod", eviction.name())
                .put("node", eviction.node())
                .put("cause", eviction.cause())
                .put("message", eviction.why())
                .put("at", eviction.at().toString());
    }
}
