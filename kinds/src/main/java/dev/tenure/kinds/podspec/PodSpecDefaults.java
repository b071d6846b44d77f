package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Fills in what the spec of a pod leaves out. The hash of a template, and so the names of replica sets,
/// depend on every value set here. Upstream: pkg/apis/core/v1/defaults.go.
public final class PodSpecDefaults {
    private static final int MILLI = -3;

    private static final Set<String> OLD_INIT_CONTAINERS = Set.of(
            "pod.beta.kubernetes.io/init-containers",
            "pod.alpha.kubernetes.io/init-containers",
            "pod.beta.kubernetes.io/init-container-statuses",
            "pod.alpha.kubernetes.io/init-container-statuses");

    private PodSpecDefaults() {}

    /// Fills in a template.
    public static void template(JsonNode template) {
        Trees.within(template, "spec", PodSpecDefaults::spec);
        dropOldInitContainers(template);
    }

    /// Drops the annotations in which pods of old had their init containers, as upstream does whenever it
    /// reads a pod or a template. Upstream: dropInitContainerAnnotations.
    public static void dropOldInitContainers(JsonNode podOrTemplate) {
        Trees.withoutAnnotations(podOrTemplate, OLD_INIT_CONTAINERS);
    }

    /// Fills in a pod's own spec, which has more defaults than a template's.
    public static void pod(ObjectNode spec) {
        for (String list : List.of("containers", "initContainers")) {
            Trees.objects(spec.path(list)).forEach(PodSpecDefaults::requestsFromLimits);
        }
        podResources(spec);
        Trees.fill(spec, "enableServiceLinks", true);
        if (spec.path("hostNetwork").asBoolean()) {
            for (String list : List.of("containers", "initContainers")) {
                Trees.objects(spec.path(list)).forEach(PodSpecDefaults::hostPorts);
            }
        }
        spec(spec);
    }

    private static void requestsFromLimits(ObjectNode container) {
        Trees.within(container, "resources", resources -> {
            if (resources.path("limits").isEmpty()) {
                return;
            }
            ObjectNode requests = Trees.object(resources, "requests");
            resources.path("limits").properties().forEach(limit -> {
                if (!requests.has(limit.getKey())) {
                    requests.set(limit.getKey(), limit.getValue());
                }
            });
        });
    }

    /// Completes what a pod asks for as a whole by what its containers do.
    public static void podResources(ObjectNode spec) {
        if (!(spec.get("resources") instanceof ObjectNode resources)) {
            return;
        }
        Map<String, JsonNode> limits = members(resources.path("limits"));
        JsonNode givenRequests = resources.path("requests");
        if (!limits.isEmpty() || !givenRequests.isEmpty()) {
            PodTotals.of(spec, "limits").forEach((name, total) -> {
                if (ResourceNames.isHugePages(name) && !givenRequests.has(name)) {
                    limits.putIfAbsent(name, TextNode.valueOf(total.toString()));
                }
            });
            put(resources, "limits", limits);
        }
        if (limits.isEmpty()) {
            return;
        }
        Map<String, JsonNode> requests = members(givenRequests);
        PodTotals.of(spec, "requests").forEach((name, total) -> {
            if (name.equals("cpu") || name.equals("memory")) {
                requests.putIfAbsent(name, TextNode.valueOf(total.toString()));
            }
        });
        limits.forEach((name, limit) -> {
            if (name.equals("cpu") || name.equals("memory") || ResourceNames.isHugePages(name)) {
                requests.putIfAbsent(name, limit);
            }
        });
        put(resources, "requests", requests);
    }

    private static Map<String, JsonNode> members(JsonNode map) {
        Map<String, JsonNode> members = new TreeMap<>();
        map.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
        return members;
    }

    private static void put(ObjectNode resources, String name, Map<String, JsonNode> amounts) {
        if (!amounts.isEmpty()) {
            ObjectNode map = resources.putObject(name);
            amounts.forEach(map::set);
        }
    }

    private static void hostPorts(ObjectNode container) {
        for (ObjectNode port : Trees.objects(container.path("ports"))) {
            if (port.path("hostPort").asLong() == 0
                    && port.path("containerPort").asLong() != 0) {
                port.put("hostPort", port.path("containerPort").asLong());
            }
        }
    }

    /// Fills in what pods and templates share.
    private static void spec(ObjectNode spec) {
        String account = spec.path("serviceAccountName").asText("");
        if (account.isEmpty()) {
            account = spec.path("serviceAccount").asText("");
        }
        if (!account.isEmpty()) {
            spec.put("serviceAccountName", account);
            spec.put("serviceAccount", account);
        }
        Trees.fill(spec, "dnsPolicy", "ClusterFirst");
        Trees.fill(spec, "restartPolicy", "Always");
        Trees.object(spec, "securityContext");
        Trees.fill(spec, "terminationGracePeriodSeconds", 30L);
        Trees.fill(spec, "schedulerName", "default-scheduler");
        Trees.objects(spec.path("volumes")).forEach(VolumeDefaults::volume);
        for (String list : List.of("initContainers", "containers", "ephemeralContainers")) {
            Trees.objects(spec.path(list)).forEach(PodSpecDefaults::container);
        }
        Trees.within(spec, "overhead", PodSpecDefaults::amounts);
        Trees.within(spec, "resources", PodSpecDefaults::resources);
    }

    private static void container(ObjectNode container) {
        boolean latest = ImageName.isLatest(container.path("image").asText(""));
        Trees.fill(container, "imagePullPolicy", latest ? "Always" : "IfNotPresent");
        Trees.fill(container, "terminationMessagePath", "/dev/termination-log");
        Trees.fill(container, "terminationMessagePolicy", "File");
        for (ObjectNode port : Trees.objects(container.path("ports"))) {
            Trees.fill(port, "protocol", "TCP");
        }
        for (ObjectNode variable : Trees.objects(container.path("env"))) {
            Trees.within(variable, "valueFrom", from -> {
                Trees.within(from, "fieldRef", field -> Trees.fill(field, "apiVersion", "v1"));
                Trees.within(from, "fileKeyRef", file -> Trees.fill(file, "optional", false));
            });
        }
        Trees.within(container, "resources", PodSpecDefaults::resources);
        for (String probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            Trees.within(container, probe, PodSpecDefaults::probe);
        }
        Trees.within(container, "lifecycle", lifecycle -> {
            Trees.within(lifecycle, "postStart", PodSpecDefaults::handler);
            Trees.within(lifecycle, "preStop", PodSpecDefaults::handler);
        });
    }

    private static void probe(ObjectNode probe) {
        Trees.fillZero(probe, "timeoutSeconds", 1);
        Trees.fillZero(probe, "periodSeconds", 10);
        Trees.fillZero(probe, "successThreshold", 1);
        Trees.fillZero(probe, "failureThreshold", 3);
        handler(probe);
        Trees.within(probe, "grpc", grpc -> {
            if (!grpc.has("service") || grpc.path("service").isNull()) {
                grpc.put("service", "");
            }
        });
    }

    private static void handler(ObjectNode handler) {
        Trees.within(handler, "httpGet", http -> {
            Trees.fill(http, "path", "/");
            Trees.fill(http, "scheme", "HTTP");
        });
    }

    /// Rounds the amounts of both lists up to thousandths.
    public static void resources(ObjectNode resources) {
        Trees.within(resources, "limits", PodSpecDefaults::amounts);
        Trees.within(resources, "requests", PodSpecDefaults::amounts);
    }

    /// Rounds amounts up to thousandths.
    public static void amounts(ObjectNode amounts) {
        for (Map.Entry<String, JsonNode> entry : amounts.properties()) {
            Quantity amount = QuantityValidation.amount(entry.getValue());
            Quantity rounded = amount.roundedUp(MILLI);
            if (!rounded.equals(amount)) {
                entry.setValue(TextNode.valueOf(rounded.toString()));
            }
        }
    }
}
