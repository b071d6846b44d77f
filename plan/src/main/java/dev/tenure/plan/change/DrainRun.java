package dev.tenure.plan.change;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.change.Change.DrainOptions;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/// One `kubectl drain`: all nodes are cordoned already; one after the other, each pod of a node is evicted,
/// tried again every 5 s while a budget refuses, and waited for. Upstream: kubectl/pkg/drain/drain.go,
/// filters.go. Confined to the thread of its world.
final class DrainRun {
    private static final Duration LOOK = Duration.ofSeconds(1);
    static final Pattern REFUSAL = Pattern.compile("^drain of node \\S+ is refused: ");

    private static final String TIMEOUT = "-timeout";

    /// Where it works.
    ///
    /// @param notes takes what was refused
    /// @param original the pod as it was when the forecast began
    record Site(ClusterClient client, EventLoop loop, List<String> notes, Function<Pod, Optional<Pod>> original) {}

    private final Site site;
    private final List<String> nodes;
    private final DrainOptions options;
    private final String name;
    private final Map<String, Pod> left = new HashMap<>();
    private final Map<String, String> refused = new TreeMap<>();
    private int at = -1;
    private boolean moved = true;
    private boolean ended;

    DrainRun(Site site, List<String> nodes, DrainOptions options, int number) {
        this.site = site;
        this.nodes = nodes;
        this.options = options;
        this.name = "drain-" + number;
    }

    void start() {
        next();
    }

    private Tick now() {
        return site.loop().time().now();
    }

    /// Each node has as long as all: kubectl gives up the one and goes on with the next.
    private void timeOut() {
        site.notes()
                .add("drain of node %s reaches its --timeout of %d s with %d %s left"
                        .formatted(
                                nodes.get(at),
                                options.timeout().toSeconds(),
                                left.size(),
                                left.size() == 1 ? "pod" : "pods"));
        moved = true;
        next();
    }

    /// Goes on with the next node that has pods which are to leave.
    private void next() {
        left.clear();
        List<Pod> pods = List.of();
        while (pods.isEmpty() && ++at < nodes.size()) {
            refused.clear();
            pods = pods(nodes.get(at));
        }
        if (at >= nodes.size()) {
            refused.clear();
            ended = true;
            return;
        }
        pods.forEach(pod -> left.put(pod.meta().uid(), pod));
        if (!options.timeout().isZero()) {
            site.loop().alarm(name + TIMEOUT, now().plus(options.timeout()), this::timeOut);
        }
        pods.forEach(this::attempt);
    }

    /// The pods that are to leave; none when the drain of the node is refused.
    private List<Pod> pods(String node) {
        Map<String, String> query = options.podSelector().isEmpty()
                ? Map.of("fieldSelector", "spec.nodeName=" + node)
                : Map.of("fieldSelector", "spec.nodeName=" + node, "labelSelector", options.podSelector());
        ApiReply reply = site.client().list(ResourceTypes.PODS, "", query);
        if (!(reply instanceof ApiReply.Many many)) {
            throw ChangeException.unlisted("pods of node \"%s\"".formatted(node), options.podSelector(), reply);
        }
        var leaving = new ArrayList<Pod>();
        var errors = new TreeMap<String, List<String>>();
        for (StoredObject object : many.items()) {
            Pod pod = object.view(Pod.class);
            Pod asIs = withItsOwner(pod);
            Optional<String> error = DrainFilterRule.error(asIs, options);
            error.ifPresent(
                    why -> errors.computeIfAbsent(why, _ -> new ArrayList<>()).add(pod.qualifiedName()));
            boolean waitedFor = !DrainFilterRule.isPassedOver(
                    pod, options, site.loop().time().wall());
            if (error.isEmpty() && waitedFor && DrainFilterRule.leaves(asIs)) {
                leaving.add(pod);
            }
        }
        errors.forEach((why, which) -> site.notes().add(DrainFilterRule.refused(node, why, which)));
        return errors.isEmpty() ? leaving : List.of();
    }

    /// A copy of a cluster has no owners that nobody gave it.
    private Pod withItsOwner(Pod pod) {
        return site.original()
                .apply(pod)
                .map(known -> new Pod(known.meta(), pod.spec(), pod.status()))
                .orElse(pod);
    }

    private void attempt(Pod pod) {
        if (!left.containsKey(pod.meta().uid())) {
            return;
        }
        ApiReply reply = options.disableEviction() ? delete(pod) : evict(pod);
        String key = pod.qualifiedName();
        if (!(reply instanceof ApiReply.Failure(var status, var _))) {
            moved = true;
            refused.remove(key);
            await(pod);
        } else if (status.isNotFound()) {
            finished(pod);
        } else if (status.isTooManyRequests()) {
            refused.put(key, status.message());
            site.loop()
                    .alarm(name + "-evict-" + pod.meta().uid(), now().plus(DrainFilterRule.AGAIN), () -> attempt(pod));
        } else {
            site.notes().add(DrainFilterRule.failed(nodes.get(at), key, status.message()));
            finished(pod);
        }
    }

    private ObjectNode deleteOptions() {
        ObjectNode delete = Json.object();
        if (options.graceSeconds() >= 0) {
            delete.put("gracePeriodSeconds", options.graceSeconds());
        }
        return delete;
    }

    private ApiReply delete(Pod pod) {
        return site.client()
                .delete(ResourceTypes.PODS, pod.meta().namespace(), pod.meta().name(), Document.of(deleteOptions()));
    }

    private ApiReply evict(Pod pod) {
        return site.client().evict(pod.meta().namespace(), pod.meta().name(), deleteOptions());
    }

    private void await(Pod pod) {
        if (!left.containsKey(pod.meta().uid())) {
            return;
        }
        ApiReply reply = site.client()
                .get(ResourceTypes.PODS, pod.meta().namespace(), pod.meta().name());
        boolean there = reply instanceof ApiReply.One(var _, StoredObject stored, var _)
                && stored.uid().equals(pod.meta().uid())
                && !DrainFilterRule.isPassedOver(
                        stored.view(Pod.class), options, site.loop().time().wall());
        if (there) {
            site.loop().alarm(name + "-wait-" + pod.meta().uid(), now().plus(LOOK), () -> await(pod));
        } else {
            finished(pod);
        }
    }

    private void finished(Pod pod) {
        moved = true;
        if (left.remove(pod.meta().uid()) != null && left.isEmpty()) {
            site.loop().cancel(name + TIMEOUT);
            site.loop().post(name + "-next", this::next);
        }
    }

    /// Whether it has got somewhere since it was last asked.
    boolean moved() {
        boolean since = moved;
        moved = false;
        return since;
    }

    /// The pods that a budget keeps, with what the server says.
    Map<String, String> blocked() {
        return ended ? Map.of() : Map.copyOf(refused);
    }

    /// What it waits for at the end of the forecast.
    List<String> stuck() {
        if (ended || at < 0 || at >= nodes.size()) {
            return List.of();
        }
        var notes = new ArrayList<String>();
        refused.forEach((pod, why) -> notes.add(DrainFilterRule.stuck(nodes.get(at), pod, why)));
        if (refused.isEmpty() && !left.isEmpty()) {
            notes.add("drain of node %s still waits for %d %s to end"
                    .formatted(nodes.get(at), left.size(), left.size() == 1 ? "pod" : "pods"));
        }
        return notes;
    }
}
