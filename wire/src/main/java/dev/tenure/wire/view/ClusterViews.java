package dev.tenure.wire.view;

import dev.tenure.model.core.Namespace;
import dev.tenure.model.core.ResourceQuota;
import dev.tenure.model.core.Service;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.model.policy.PodDisruptionBudget.Bound;
import dev.tenure.model.policy.PodDisruptionBudget.UnhealthyPodEvictionPolicy;
import dev.tenure.model.scheduling.PriorityClass;
import dev.tenure.wire.json.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Namespaces, services, quotas, disruption budgets, priority classes.
final class ClusterViews {
    private ClusterViews() {}

    static Namespace namespace(JsonNode object) {
        return new Namespace(MetaViews.meta(object));
    }

    static Service service(JsonNode object) {
        JsonNode spec = object.path("spec");
        List<String> addresses = Tree.texts(spec, "clusterIPs");
        String address = Tree.text(spec, "clusterIP");
        return new Service(
                MetaViews.meta(object),
                Tree.textMap(spec, "selector"),
                Tree.text(spec, "type", "ClusterIP"),
                addresses.isEmpty() && !address.isEmpty() ? List.of(address) : addresses,
                Tree.list(spec, "ports", ClusterViews::servicePort),
                Tree.flag(spec, "publishNotReadyAddresses"),
                Tree.texts(spec, "ipFamilies"),
                spec.path("allocateLoadBalancerNodePorts").asBoolean(true));
    }

    private static Service.ServicePort servicePort(JsonNode node) {
        int port = Tree.integer(node, "port");
        return new Service.ServicePort(
                Tree.text(node, "name"),
                Tree.text(node, "protocol", "TCP"),
                port,
                Tree.text(node, "targetPort", Integer.toString(port)),
                Tree.integer(node, "nodePort"),
                Tree.text(node, "appProtocol"));
    }

    static ResourceQuota quota(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode status = object.path("status");
        var scopes = new ArrayList<>(
                Tree.list(spec, "scopes", scope -> new ResourceQuota.Scope(scope.asText(), "Exists", List.of())));
        scopes.addAll(Tree.list(
                spec.path("scopeSelector"),
                "matchExpressions",
                each -> new ResourceQuota.Scope(
                        Tree.text(each, "scopeName"), Tree.text(each, "operator"), Tree.texts(each, "values"))));
        return new ResourceQuota(
                MetaViews.meta(object),
                ResourceViews.list(spec, "hard"),
                scopes,
                new ResourceQuota.Count(ResourceViews.list(status, "hard"), ResourceViews.list(status, "used")));
    }

    static PodDisruptionBudget budget(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode status = object.path("status");
        return new PodDisruptionBudget(
                MetaViews.meta(object),
                bound(spec),
                MetaViews.optionalSelector(spec, "selector"),
                Tree.text(spec, "unhealthyPodEvictionPolicy").equals("AlwaysAllow")
                        ? UnhealthyPodEvictionPolicy.ALWAYS_ALLOW
                        : UnhealthyPodEvictionPolicy.IF_HEALTHY_BUDGET,
                new PodDisruptionBudget.BudgetStatus(
                        Tree.number(status, "observedGeneration"),
                        Tree.integer(status, "disruptionsAllowed"),
                        Tree.integer(status, "currentHealthy"),
                        Tree.integer(status, "desiredHealthy"),
                        Tree.integer(status, "expectedPods"),
                        disruptedPods(status.path("disruptedPods")),
                        MetaViews.conditions(status)));
    }

    private static Bound bound(JsonNode spec) {
        if (Tree.has(spec, "maxUnavailable")) {
            return new Bound.MaxUnavailable(MetaViews.intOrPercent(spec.path("maxUnavailable")));
        }
        return Tree.has(spec, "minAvailable")
                ? new Bound.MinAvailable(MetaViews.intOrPercent(spec.path("minAvailable")))
                : new Bound.Unbounded();
    }

    private static Map<String, Instant> disruptedPods(JsonNode node) {
        Map<String, Instant> pods = HashMap.newHashMap(node.size());
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            pods.put(entry.getKey(), TimeReader.orEpoch(node, entry.getKey()));
        }
        return pods;
    }

    static PriorityClass priorityClass(JsonNode object) {
        return new PriorityClass(
                MetaViews.meta(object),
                Tree.integer(object, "value"),
                Tree.flag(object, "globalDefault"),
                PodViews.preemptionPolicy(object));
    }
}
