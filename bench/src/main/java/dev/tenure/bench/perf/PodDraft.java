package dev.tenure.bench.perf;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// A pod in the making: one container that asks for nothing, and what is said.
final class PodDraft {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    /// Whether a pod wants to be where those it speaks of are.
    enum Side {
        NEAR("podAffinity"),
        AWAY("podAntiAffinity");

        private final String field;

        Side(String field) {
            this.field = field;
        }
    }

    /// The namespaces in which a pod looks for others.
    sealed interface Where {
        record Here() implements Where {}

        record Named(List<String> namespaces) implements Where {
            public Named {
                namespaces = List.copyOf(namespaces);
            }
        }

        /// Those with the label `team` of that value.
        record Team(String team) implements Where {}
    }

    private final int index;
    private final int count;
    private final ObjectNode pod = Json.object();
    private final ObjectNode container;

    PodDraft(int index, int count) {
        this.index = index;
        this.count = count;
        container = spec().putArray("containers").addObject();
        container.put("name", "pause").put("image", "registry.k8s.io/pause:3.10.1");
    }

    /// The number of the pod among its like, from 0.
    int index() {
        return index;
    }

    /// How many pods of its like are made.
    int count() {
        return count;
    }

    private ObjectNode spec() {
        return pod.withObject("spec");
    }

    PodDraft requests(String cpu, String memory) {
        return request("cpu", cpu).request("memory", memory);
    }

    private PodDraft request(String resource, String quantity) {
        container.withObject("resources").withObject("requests").put(resource, quantity);
        return this;
    }

    /// Takes one of a resource that nobody shares.
    PodDraft extended(String resource) {
        container.withObject("resources").withObject("limits").put(resource, "1");
        return request(resource, "1");
    }

    /// Asks for so much, and may not use more.
    PodDraft limited(String cpu, String memory) {
        container.withObject("resources").withObject("limits").put("cpu", cpu).put("memory", memory);
        return requests(cpu, memory);
    }

    PodDraft hostPort(int port) {
        container.withArray("ports").addObject().put("hostPort", port).put("containerPort", port);
        return this;
    }

    PodDraft label(String key, String value) {
        pod.withObject("metadata").withObject("labels").put(key, value);
        return this;
    }

    PodDraft finalizer(String name) {
        pod.withObject("metadata").withArray("finalizers").add(name);
        return this;
    }

    PodDraft tolerates(String key) {
        spec().withArray("tolerations")
                .addObject()
                .put("key", key)
                .put("operator", "Exists")
                .put("effect", "NoSchedule");
        return this;
    }

    PodDraft priority(int priority) {
        spec().put("priority", priority);
        return this;
    }

    PodDraft gate(String name) {
        spec().withArray("schedulingGates").addObject().put("name", name);
        return this;
    }

    PodDraft on(String node) {
        spec().put("nodeName", node);
        return this;
    }

    /// Goes at once when it is deleted.
    PodDraft withoutGrace() {
        spec().put("terminationGracePeriodSeconds", 0);
        return this;
    }

    PodDraft secret(String name) {
        spec().withArray("volumes")
                .addObject()
                .put("name", "secret")
                .putObject("secret")
                .put("secretName", name);
        return this;
    }

    PodDraft claim(String name) {
        claim(pod, name);
        return this;
    }

    /// Gives a pod the volume of a claim.
    static void claim(ObjectNode pod, String name) {
        pod.withObject("spec")
                .withArray("volumes")
                .addObject()
                .put("name", "vol")
                .putObject("persistentVolumeClaim")
                .put("claimName", name);
    }

    /// Goes only to nodes with one of the values.
    ///
    /// @param list `matchFields` or `matchExpressions`
    PodDraft nodes(String list, String key, List<String> values) {
        var all = spec().withObject("affinity")
                .withObject("nodeAffinity")
                .putObject(REQUIRED)
                .putArray("nodeSelectorTerms")
                .addObject()
                .putArray(list)
                .addObject()
                .put("key", key)
                .put("operator", "In")
                .putArray("values");
        values.forEach(all::add);
        return this;
    }

    /// Must be near pods with a label, or away from them.
    PodDraft must(Side side, String topologyKey, String key, String value, Where where) {
        ObjectNode term = spec().withObject("affinity")
                .withObject(side.field)
                .withArray(REQUIRED)
                .addObject();
        return term(term, topologyKey, key, value, where);
    }

    /// Would rather be near pods with a label, or away from them.
    PodDraft rather(Side side, String topologyKey, String key, String value, Where where) {
        ObjectNode weighted = spec().withObject("affinity")
                .withObject(side.field)
                .withArray(PREFERRED)
                .addObject();
        return term(weighted.put("weight", 1).putObject("podAffinityTerm"), topologyKey, key, value, where);
    }

    private PodDraft term(ObjectNode term, String topologyKey, String key, String value, Where where) {
        term.put("topologyKey", topologyKey);
        term.putObject("labelSelector").putObject("matchLabels").put(key, value);
        switch (where) {
            case Where.Here() -> {
                // nothing said means the pod's own namespace
            }
            case Where.Named(var namespaces) -> namespaces.forEach(term.putArray("namespaces")::add);
            case Where.Team(var team) ->
                term.putObject("namespaceSelector").putObject("matchLabels").put("team", team);
        }
        return this;
    }

    /// Is spread evenly with the pods that have the same label.
    ///
    /// @param otherwise `DoNotSchedule` or `ScheduleAnyway`
    /// @return the constraint, for what else it says
    ObjectNode spread(int maxSkew, String topologyKey, String otherwise, String key, String value) {
        ObjectNode constraint = spec().withArray("topologySpreadConstraints").addObject();
        constraint.put("maxSkew", maxSkew).put("topologyKey", topologyKey).put("whenUnsatisfiable", otherwise);
        constraint.putObject("labelSelector").putObject("matchLabels").put(key, value);
        return constraint;
    }

    ObjectNode object() {
        return pod;
    }
}
