package dev.tenure.plan.trace;

import dev.tenure.controllers.tainteviction.policy.EvictionPolicyParser;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.plan.change.Act;
import dev.tenure.plan.policy.TaintPolicies;
import dev.tenure.rules.taint.TolerationRule;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.TaintViews;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Tells apart what controllers, scheduler and nodes made of things, which a replay makes again, and what
/// people and machines did, which it has to be given: who was made, changed, deleted or evicted by somebody
/// else, which nodes came, went or fell silent, which pods ended by themselves. [ObjectActs], [NodeActs] and
/// [PodActs] decide. Confined to one thread.
final class ActFinder {
    private static final String USAGE = "usage.simulation.tenure.dev/";

    private final Map<String, ResourceType> types;
    private final Map<ObjectKey, ObjectNode> now = new HashMap<>();
    private final Map<String, TaintEvictionPolicy> policies = new HashMap<>();
    private final OwnerHistory owners;
    private final boolean measured;
    private final List<Act> acts = new ArrayList<>();

    private ActFinder(ClusterTrace trace) {
        var forms = new StoredForms();
        types = forms.types().stream()
                .collect(Collectors.toMap(ResourceType::qualifiedResource, type -> type, (one, _) -> one));
        trace.base()
                .items()
                .forEach(item -> is(item.key(), Json.readObject(item.object().json())));
        owners = new OwnerHistory(now, trace.events());
        measured = now.values().stream().anyMatch(ActFinder::isMeasured)
                || trace.events().stream()
                        .anyMatch(event -> event instanceof ClusterTrace.Event.Seen seen
                                && seen.now().filter(ActFinder::isMeasured).isPresent());
    }

    /// Whether an object declares what it uses.
    private static boolean isMeasured(JsonNode object) {
        return object.at("/metadata/annotations").properties().stream()
                .anyMatch(each -> each.getKey().startsWith(USAGE));
    }

    /// In order of time.
    static List<Act> of(ClusterTrace trace) {
        var finder = new ActFinder(trace);
        trace.events().forEach(finder::event);
        return finder.acts.stream().sorted(Comparator.comparing(Act::at)).toList();
    }

    private void event(ClusterTrace.Event event) {
        switch (event) {
            case ClusterTrace.Event.Silent silent ->
                NodeActs.silent(silent, Optional.ofNullable(now.get(node(silent.node()))), type(node(silent.node())))
                        .ifPresent(acts::add);
            case ClusterTrace.Event.Seen seen -> {
                seen(seen);
                seen.now().ifPresentOrElse(object -> is(seen.key(), object), () -> gone(seen.key()));
            }
        }
    }

    private void is(ObjectKey key, ObjectNode object) {
        now.put(key, object);
        if (isPolicy(key)) {
            policies.put(
                    key.name(), EvictionPolicyParser.read(key.name(), object.path("spec"), TaintPolicies.EXPRESSIONS));
        }
    }

    private void gone(ObjectKey key) {
        now.remove(key);
        if (isPolicy(key)) {
            policies.remove(key.name());
        }
    }

    private static boolean isPolicy(ObjectKey key) {
        return key.resource().equals(PolicyTypes.POLICIES.resource())
                && key.group().equals(PolicyTypes.POLICIES.group());
    }

    private PodActs.NodeState state(String node) {
        ObjectNode object = now.get(node(node));
        if (object == null) {
            return PodActs.NodeState.GONE;
        }
        return TaintViews.taints(object.path("spec"), "taints").stream().anyMatch(this::sendsAway)
                ? PodActs.NodeState.SENDS_AWAY
                : PodActs.NodeState.THERE;
    }

    private boolean sendsAway(Taint taint) {
        return TolerationRule.EVICTS.contains(taint.effect())
                || policies.values().stream().anyMatch(policy -> policy.isAboutEvicting(taint));
    }

    private static ObjectKey node(String name) {
        return new ObjectKey("", "nodes", "", name);
    }

    private void seen(ClusterTrace.Event.Seen seen) {
        switch (seen.key().resource()) {
            case "nodes" -> acts.addAll(NodeActs.of(seen, type(seen.key()), measured));
            case "pods" -> PodActs.of(seen, type(seen.key()), site(seen)).ifPresent(acts::add);
            default ->
                Optional.ofNullable(types.get(qualified(seen.key())))
                        .flatMap(type -> ObjectActs.of(seen, type))
                        .ifPresent(acts::add);
        }
    }

    private PodActs.Site site(ClusterTrace.Event.Seen seen) {
        ObjectNode pod = seen.before().or(seen::now).orElseThrow();
        String node = pod.at("/spec/nodeName").asText();
        return new PodActs.Site(
                PodActs.owner(pod)
                        .flatMap(owner -> owners.at(
                                owner.key(pod.at("/metadata/namespace").asText()), seen.after())),
                owners.activePods(seen),
                state(node),
                Optional.ofNullable(now.get(new ObjectKey(
                        "", "namespaces", "", pod.at("/metadata/namespace").asText()))),
                measured);
    }

    private ResourceType type(ObjectKey key) {
        return Optional.ofNullable(types.get(qualified(key))).orElseThrow();
    }

    private static String qualified(ObjectKey key) {
        return key.group().isEmpty() ? key.resource() : key.resource() + "." + key.group();
    }
}
