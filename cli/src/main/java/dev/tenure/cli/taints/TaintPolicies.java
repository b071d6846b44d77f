package dev.tenure.cli.taints;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.TolerationRule;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.TaintViews;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The policies of taint evictions of a cluster, and what its taint eviction controller tells of the pods that have to
/// leave: whom a policy holds, and whose stay it makes longer or shorter. Immutable.
public final class TaintPolicies {
    public static final TaintPolicies NONE = new TaintPolicies(List.of(), Map.of());

    private static final String HOLDING = "Holding";

    /// @param taints those that it is about
    /// @param told what its status says
    private record Policy(List<Toleration> taints, ObjectNode told) {
        private boolean isAbout(Taint taint) {
            return TolerationRule.anyTolerates(taints, taint);
        }
    }

    private final List<Policy> policies;
    /// Entries of what lies ahead, by uid of the pod.
    private final Map<String, JsonNode> coming;

    private TaintPolicies(List<Policy> policies, Map<String, JsonNode> coming) {
        this.policies = List.copyOf(policies);
        this.coming = Map.copyOf(coming);
    }

    /// @param policies objects of the kind TaintEvictionPolicy
    /// @param page what `/tenure/v1/taint-eviction` answers, where somebody does
    public static TaintPolicies of(List<StoredObject> policies, Optional<JsonNode> page) {
        var coming = new HashMap<String, JsonNode>();
        page.ifPresent(all ->
                all.path("coming").forEach(each -> coming.put(each.path("uid").asText(), each)));
        return new TaintPolicies(policies.stream().map(TaintPolicies::policy).toList(), coming);
    }

    private static Policy policy(StoredObject stored) {
        JsonNode tree = Json.readObject(stored.json());
        ObjectNode told = Json.object()
                .put("policy", stored.key().name())
                .put("held", tree.path("status").path("held").asInt(0));
        for (JsonNode condition : tree.path("status").path("conditions")) {
            if (condition.path("type").asText("").equals(HOLDING)
                    && condition.path("status").asText("").equals("True")) {
                told.put("reason", condition.path("reason").asText(""));
                told.put("message", condition.path("message").asText(""));
            }
        }
        return new Policy(TaintViews.tolerations(tree.path("spec"), "taints"), told);
    }

    /// What is told of a pod because of one taint; empty where nothing is.
    Optional<JsonNode> told(String uid, Taint taint) {
        return Optional.ofNullable(coming.get(uid))
                .filter(entry ->
                        entry.path("taint").asText().equals(taint.withoutTime().toString()));
    }

    /// The policies that are about a taint, and how many pods each holds because of whichever taint.
    ArrayNode about(Taint taint) {
        ArrayNode list = Json.array();
        if (taint.effect() == TaintEffect.NO_EXECUTE) {
            policies.stream().filter(each -> each.isAbout(taint)).forEach(each -> list.add(each.told()));
        }
        return list;
    }
}
