package dev.tenure.cli.taints;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.plan.policy.TaintPolicies;
import dev.tenure.rules.selector.NodeAffinityRule;
import dev.tenure.rules.selector.NodeTerms;
import dev.tenure.rules.taint.TaintConsent;
import dev.tenure.rules.taint.TolerationRule;
import dev.tenure.rules.taint.TolerationText;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What taints do to the pods of a cluster: to those that stand on the nodes, and to those that wait for a
/// node. Each taint is looked at alone; one that a pod tolerates says nothing of the others there. Confined
/// to one thread.
final class PodsUnderTaints {
    private final Map<String, List<Pod>> byNode = new TreeMap<>();
    private final List<Pod> waiting = new ArrayList<>();
    private final TaintPolicies policies;
    private final Instant now;

    /// @param pods all of the cluster; those that have ended do not count
    PodsUnderTaints(List<Pod> pods, TaintPolicies policies, Instant now) {
        this.policies = policies;
        this.now = now;
        for (Pod pod : pods) {
            if (pod.status().phase().terminal()) {
                continue;
            }
            if (pod.spec().bound()) {
                byNode.computeIfAbsent(pod.spec().nodeName(), _ -> new ArrayList<>())
                        .add(pod);
            } else if (!pod.meta().deleting() && pod.spec().schedulingGates().isEmpty()) {
                waiting.add(pod);
            }
        }
    }

    private List<Pod> on(TaintedNode node) {
        return byNode.getOrDefault(node.node().name(), List.of());
    }

    /// How many pods stand on these nodes.
    int standing(List<TaintedNode> nodes) {
        return nodes.stream().mapToInt(node -> on(node).size()).sum();
    }

    /// How many of them the taint allows for how long, and how many pods that wait it keeps off.
    ObjectNode counts(Taint taint, List<TaintedNode> nodes) {
        var tally = new Tally();
        for (TaintedNode node : nodes) {
            for (Pod pod : on(node)) {
                Optional<End> end = end(pod, node, taint);
                if (outlasts(node, taint, end)) {
                    tally.outlasting(pod);
                } else {
                    tally.add(pod, policies.consent(pod, taint), end);
                    tally.leaving += leavesByPolicy(pod, taint) ? 1 : 0;
                }
                tally.held += held(pod, taint).isPresent() ? 1 : 0;
            }
        }
        ObjectNode json = tally.json();
        if (TolerationRule.KEEPS_OFF.contains(taint.effect())) {
            json.put("keptOff", waitingFor(taint, nodes).size());
        }
        return json;
    }

    /// What is counted of one taint.
    private static final class Tally {
        private int standing;
        private int ending;
        private int tolerating;
        private int forAWhile;
        private int notTolerating;
        private int byGate;
        private int outlasting;
        private int held;
        private int leaving;
        private long longestStay;
        private Optional<Instant> first = Optional.empty();
        private Optional<Instant> last = Optional.empty();

        private void add(Pod pod, TaintConsent consent, Optional<End> end) {
            standing++;
            if (pod.meta().deleting()) {
                ending++;
                return;
            }
            switch (consent) {
                case TaintConsent.Refused _ -> notTolerating++;
                case TaintConsent.Forever _ -> tolerating++;
                case TaintConsent.ByGate _ -> byGate++;
                case TaintConsent.For(var _, var stay) -> {
                    forAWhile++;
                    longestStay = Math.max(longestStay, stay.seconds());
                    end.map(End::at).ifPresent(at -> {
                        first = Optional.of(first.filter(at::isAfter).orElse(at));
                        last = Optional.of(last.filter(at::isBefore).orElse(at));
                    });
                }
            }
        }

        private void outlasting(Pod pod) {
            standing++;
            if (pod.meta().deleting()) {
                ending++;
            } else {
                outlasting++;
            }
        }

        private ObjectNode json() {
            ObjectNode json = Json.object()
                    .put("standing", standing)
                    .put("ending", ending)
                    .put("tolerating", tolerating)
                    .put("toleratingForAWhile", forAWhile)
                    .put("notTolerating", notTolerating)
                    .put("upToFeatureGate", byGate);
            if (outlasting > 0) {
                json.put("outlasting", outlasting);
            }
            if (leaving > 0) {
                json.put("leavingByPolicy", leaving);
            }
            if (held > 0) {
                json.put("held", held);
            }
            if (forAWhile > 0) {
                json.put("longestStaySeconds", longestStay);
            }
            first.ifPresent(at -> json.put("firstLeaves", at.toString()));
            last.ifPresent(at -> json.put("lastLeaves", at.toString()));
            return json;
        }
    }

    /// The end of a stay.
    ///
    /// @param latest whether it may be earlier, for the taint has been there at least so long
    private record End(Instant at, boolean latest) {}

    /// When the stay of a pod under the taint is over; absent where it is none or nothing tells when it
    /// began. It begins with the taint, or when the pod is bound, whichever is later; none is bound before it
    /// is made.
    private Optional<End> end(Pod pod, TaintedNode node, Taint taint) {
        if (taint.effect() != TaintEffect.NO_EXECUTE
                || !(policies.consent(pod, taint) instanceof TaintConsent.For(var _, var stay))) {
            return Optional.empty();
        }
        Optional<JsonNode> changed = policies.told(pod.meta().uid(), taint).filter(told -> told.has("stay"));
        if (changed.isPresent()) {
            return Optional.of(new End(leaves(changed.get()), false));
        }
        Instant bound = pod.status()
                .condition(Pod.SCHEDULED)
                .filter(Condition::isTrue)
                .map(Condition::lastTransitionTime)
                .filter(pod.meta().creationTimestamp()::isBefore)
                .orElse(pod.meta().creationTimestamp());
        TaintSince begin = node.stayBegin(node.borne(taint));
        return begin.moment()
                .map(at -> bound.isAfter(at)
                        ? new End(bound.plus(stay.limit()), false)
                        : new End(at.plus(stay.limit()), begin instanceof TaintSince.LastWrite));
    }

    /// Whether the taint goes before the stay of a pod is over.
    private boolean outlasts(TaintedNode node, Taint taint, Optional<End> end) {
        return end.filter(over -> !over.latest())
                .flatMap(over -> node.goes(taint, now).filter(goes -> !goes.isAfter(over.at())))
                .isPresent();
    }

    private boolean leavesByPolicy(Pod pod, Taint taint) {
        return !pod.meta().deleting()
                && policies.standing(pod, taint)
                        .filter(TaintPolicies.Standing.Leaves.class::isInstance)
                        .isPresent();
    }

    private static Instant leaves(JsonNode told) {
        return Instant.parse(
                told.path(told.has("leaves") ? "leaves" : "deadline").asText());
    }

    /// What holds a pod that should have left because of the taint.
    private Optional<JsonNode> held(Pod pod, Taint taint) {
        return policies.told(pod.meta().uid(), taint)
                .map(told -> told.path("held"))
                .filter(JsonNode::isObject);
    }

    /// Each pod on the nodes with what keeps it; those that must go first come first.
    ArrayNode each(Taint taint, List<TaintedNode> nodes) {
        record Standing(Instant until, String name, ObjectNode json) {}
        var all = new ArrayList<Standing>();
        for (TaintedNode node : nodes) {
            for (Pod pod : on(node)) {
                TaintConsent consent = policies.consent(pod, taint);
                Optional<End> end = end(pod, node, taint);
                ObjectNode json = json(pod, taint, consent, end);
                if (outlasts(node, taint, end)) {
                    json.put("outcome", "outlasts");
                    node.goes(taint, now).ifPresent(goes -> json.put("taintGoes", goes.toString()));
                }
                all.add(new Standing(order(consent, end), pod.qualifiedName(), json));
            }
        }
        all.sort(Comparator.comparing(Standing::until).thenComparing(Standing::name));
        ArrayNode list = Json.array();
        all.forEach(each -> list.add(each.json()));
        return list;
    }

    private static Instant order(TaintConsent consent, Optional<End> end) {
        return switch (consent) {
            case TaintConsent.Refused _ -> Instant.MIN;
            case TaintConsent.For _ -> end.map(End::at).orElse(Instant.EPOCH);
            case TaintConsent.ByGate _, TaintConsent.Forever _ -> Instant.MAX;
        };
    }

    private ObjectNode json(Pod pod, Taint taint, TaintConsent consent, Optional<End> end) {
        ObjectNode json = Json.object()
                .put("namespace", pod.meta().namespace())
                .put("name", pod.meta().name())
                .put("node", pod.spec().nodeName());
        if (pod.meta().deleting()) {
            json.put("ending", true);
        }
        toleration(consent).ifPresent(toleration -> json.put("toleration", TolerationText.of(toleration)));
        policies.grant(pod, taint).ifPresent(grant -> json.put("toleratedBy", grant.policy()));
        json.put("outcome", outcome(taint, consent));
        if (consent instanceof TaintConsent.For(var _, var stay)) {
            json.put("staySeconds", stay.seconds());
        }
        end.ifPresent(over -> json.put("until", over.at().toString())
                .put("atTheLatest", over.latest())
                .put("secondsLeft", Math.max(0, over.at().getEpochSecond() - now.getEpochSecond())));
        policies.told(pod.meta().uid(), taint).ifPresent(told -> {
            for (String part : List.of("held", "stay")) {
                if (told.has(part)) {
                    json.set(part, told.path(part));
                }
            }
        });
        policies.standing(pod, taint)
                .ifPresent(standing ->
                        tell(json, standing, policies.told(pod.meta().uid(), taint)));
        return json;
    }

    /// What a policy makes of a pod under a taint that by itself only keeps new ones away.
    private static void tell(ObjectNode json, TaintPolicies.Standing standing, Optional<JsonNode> told) {
        switch (standing) {
            case TaintPolicies.Standing.Newcomer _ -> json.put("outcome", "newcomer");
            case TaintPolicies.Standing.Spared(var kind) ->
                json.put("outcome", "spared").put("spared", kind.reason());
            case TaintPolicies.Standing.Leaves _ -> {
                json.put("outcome", "mustGo");
                told.filter(entry ->
                                entry.has("since") && entry.path("secondsLeft").asDouble() > 0)
                        .ifPresent(entry -> json.put("outcome", "leaves")
                                .put("until", entry.path("deadline").asText())
                                .put("atTheLatest", false)
                                .put("secondsLeft", entry.path("secondsLeft").asLong()));
            }
        }
    }

    private static Optional<Toleration> toleration(TaintConsent consent) {
        return switch (consent) {
            case TaintConsent.Refused _ -> Optional.empty();
            case TaintConsent.Forever(var toleration) -> Optional.of(toleration);
            case TaintConsent.For(var toleration, var _) -> Optional.of(toleration);
            case TaintConsent.ByGate(var toleration) -> Optional.of(toleration);
        };
    }

    private static String outcome(Taint taint, TaintConsent consent) {
        return switch (consent) {
            case TaintConsent.Refused _ -> taint.effect() == TaintEffect.NO_EXECUTE ? "mustGo" : "notTolerated";
            case TaintConsent.Forever _ -> "stays";
            case TaintConsent.For _ -> "leaves";
            case TaintConsent.ByGate _ -> "upToFeatureGate";
        };
    }

    /// The pods that wait, may go to one of the nodes by their node selector and affinity, and do not
    /// tolerate the taint.
    ArrayNode keptOff(Taint taint, List<TaintedNode> nodes) {
        ArrayNode list = Json.array();
        if (TolerationRule.KEEPS_OFF.contains(taint.effect())) {
            waitingFor(taint, nodes).forEach(pod -> list.add(pod.qualifiedName()));
        }
        return list;
    }

    private List<Pod> waitingFor(Taint taint, List<TaintedNode> nodes) {
        return waiting.stream()
                .filter(pod -> !TolerationRule.anyTolerates(pod.spec().tolerations(), taint))
                .filter(pod -> mayGo(pod, nodes))
                .toList();
    }

    private static boolean mayGo(Pod pod, List<TaintedNode> nodes) {
        Optional<NodeTerms> terms = pod.spec().affinity().requiredNodes().map(NodeTerms::of);
        for (TaintedNode each : nodes) {
            Node node = each.node();
            if (NodeAffinityRule.hasLabels(pod.spec().nodeSelector(), node)
                    && terms.map(required -> required.matches(node)).orElse(true)) {
                return true;
            }
        }
        return false;
    }
}
