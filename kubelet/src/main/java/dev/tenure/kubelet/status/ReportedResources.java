package dev.tenure.kubelet.status;

import dev.tenure.kubelet.pod.ContainerPlan;
import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.RunContainer.Held;
import dev.tenure.kubelet.resize.Actuated;
import dev.tenure.kubelet.resize.Amounts;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.model.quantity.Quantity.Format;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Optional;

/// What a pod and its containers are told to have: what is set aside, and what the runtime and control groups
/// hold them to. Upstream: kubelet_pods.go (convertContainerStatusResources,
/// convertToAPIPodLevelResourcesStatus).
final class ReportedResources {
    /// Weights stand for no less, so they do not tell smaller requests apart.
    private static final long CPU_REQUEST_MILLIS_MIN = 2;
    /// Quotas are no smaller.
    private static final long CPU_LIMIT_MILLIS_MIN = 10;

    private static final String REQUESTS = "requests";
    private static final String LIMITS = "limits";

    private ReportedResources() {}

    /// Adds those of one container.
    static void container(
            ObjectNode status, PodPlan pod, ContainerPlan plan, RunContainer container, Actuated actuated) {
        JsonNode asked = plan.spec().path("resources");
        ObjectNode resources = asked.isObject() ? (ObjectNode) asked.deepCopy() : Json.object();
        if (!asked.path(REQUESTS).isEmpty()) {
            status.set("allocatedResources", asked.path(REQUESTS).deepCopy());
        }
        status.set("resources", resources);
        if (!container.running()) {
            return;
        }
        Amounts given = actuated.containers().getOrDefault(container.id(), pod.amounts(plan));
        Held held = container
                .held()
                .orElse(new Held(given.memoryLimitBytes(), given.cpuLimitMillis(), given.cpuRequestMillis()));
        if (!asked.path(LIMITS).isEmpty()) {
            ObjectNode limits = resources.withObjectProperty(LIMITS);
            cpu(limits, held.cpuLimitMillis(), CPU_LIMIT_MILLIS_MIN);
            memory(limits, held.memoryLimitBytes());
        }
        if (!asked.path(REQUESTS).isEmpty()) {
            ObjectNode requests = resources.withObjectProperty(REQUESTS);
            cpu(requests, held.cpuRequestMillis(), CPU_REQUEST_MILLIS_MIN);
            memory(requests, given.memoryRequestBytes());
        }
    }

    /// Adds those of the pod as a whole.
    ///
    /// @param before as the API shows it
    /// @param group what the pod's own control group says, if it was read
    static void pod(ObjectNode status, PodPlan pod, PodStatus before, Optional<Held> group) {
        ResourceList requested = PodRequestsRule.requests(pod.pod(), PodRequestsRule.Options.WRITTEN);
        if (!requested.isEmpty()) {
            status.set("allocatedResources", amounts(requested));
        }
        JsonNode asked = pod.spec().path("resources");
        ObjectNode resources = asked.isObject() ? (ObjectNode) asked.deepCopy() : Json.object();
        status.set("resources", resources);
        if (before.phase() == PodPhase.RUNNING) {
            running(resources, requested, group);
        } else {
            set(resources, LIMITS, amounts(PodRequestsRule.limits(pod.pod(), PodRequestsRule.Options.WRITTEN)));
            set(resources, REQUESTS, amounts(requested));
        }
        before.resources().ifPresent(shown -> {
            takeBack(resources, REQUESTS, shown.requests());
            takeBack(resources, LIMITS, shown.limits());
        });
    }

    /// Has the API forget what does not hold any more.
    private static void takeBack(ObjectNode resources, String side, ResourceList shown) {
        for (String name : shown.amounts().keySet()) {
            if (!resources.path(side).has(name)) {
                resources.withObjectProperty(side).putNull(name);
            }
        }
    }

    private static void running(ObjectNode resources, ResourceList requested, Optional<Held> group) {
        ObjectNode requests = resources.withObjectProperty(REQUESTS);
        ObjectNode limits = resources.withObjectProperty(LIMITS);
        if (!requests.has(ResourceList.MEMORY) && requested.has(ResourceList.MEMORY)) {
            requests.put(ResourceList.MEMORY, requested.get(ResourceList.MEMORY).toString());
        }
        group.ifPresent(held -> {
            cpu(requests, held.cpuRequestMillis(), CPU_REQUEST_MILLIS_MIN);
            cpu(limits, held.cpuLimitMillis(), CPU_LIMIT_MILLIS_MIN);
            memory(limits, held.memoryLimitBytes());
        });
        set(resources, REQUESTS, requests);
        set(resources, LIMITS, limits);
    }

    private static void set(ObjectNode resources, String side, ObjectNode amounts) {
        if (amounts.isEmpty()) {
            resources.remove(side);
        } else {
            resources.set(side, amounts);
        }
    }

    private static ObjectNode amounts(ResourceList list) {
        ObjectNode amounts = Json.object();
        list.amounts().forEach((name, amount) -> amounts.put(name, amount.toString()));
        return amounts;
    }

    /// @param millisMin where both are no larger, what is set aside is told
    private static void cpu(ObjectNode amounts, long millis, long millisMin) {
        boolean told = millis > millisMin || asked(amounts, ResourceList.CPU).milliValue() > millisMin;
        if (millis > 0 && told) {
            replace(amounts, ResourceList.CPU, Quantity.ofMilli(millis, Format.DECIMAL_SI));
        }
    }

    private static void memory(ObjectNode amounts, long bytes) {
        if (bytes > 0) {
            replace(amounts, ResourceList.MEMORY, Quantity.of(bytes, Format.BINARY_SI));
        }
    }

    private static Quantity asked(ObjectNode amounts, String name) {
        return amounts.has(name) ? Quantity.parse(amounts.path(name).asText()) : Quantity.ZERO;
    }

    private static void replace(ObjectNode amounts, String name, Quantity amount) {
        if (!amounts.has(name) || !asked(amounts, name).equals(amount)) {
            amounts.put(name, amount.toString());
        }
    }
}
