package dev.tenure.kinds.apiservice;

import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.KindTable.GroupVersion;
import dev.tenure.kinds.custom.Conditions;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The APIServices of the groups and versions that the server serves itself. Pure. Upstream:
/// controlplane/apiserver/aggregator.go and controlplane/instance.go for the priorities of what is built in.
public final class LocalApiServices {
    /// The label of those that the server looks after.
    static final String MANAGED = "kube-aggregator.kubernetes.io/automanaged";

    /// Its value where that happens at all times, and where at the start only.
    static final String ALWAYS = "true";

    static final String AVAILABLE = "Available";

    private static final String ON_START = "onstart";

    private static final Priorities DEFINED = new Priorities(1_000, 100);

    /// apiVersion, priority of the group, priority of the version within it.
    private static final String BUILT_IN = """
            v1 18000 1
            apps/v1 17800 15
            events.k8s.io/v1 17750 15
            authentication.k8s.io/v1 17700 15
            authorization.k8s.io/v1 17600 15
            autoscaling/v1 17500 15
            autoscaling/v2 17500 30
            batch/v1 17400 15
            certificates.k8s.io/v1 17300 15
            networking.k8s.io/v1 17200 15
            policy/v1 17100 15
            rbac.authorization.k8s.io/v1 17000 15
            storage.k8s.io/v1 16800 15
            apiextensions.k8s.io/v1 16700 15
            admissionregistration.k8s.io/v1 16700 15
            scheduling.k8s.io/v1 16600 15
            coordination.k8s.io/v1 16500 15
            node.k8s.io/v1 16300 15
            discovery.k8s.io/v1 16200 15
            resource.k8s.io/v1 16200 21
            flowcontrol.apiserver.k8s.io/v1 16100 21
            """;

    /// What tells in which order groups and their versions are named.
    private record Priorities(int group, int version) {}

    private LocalApiServices() {}

    /// Those of what is built in, without what a server adds.
    public static List<ObjectNode> builtIn(KindTable kinds) {
        Map<String, Priorities> priorities = new LinkedHashMap<>();
        BUILT_IN.lines()
                .map(line -> line.split(" "))
                .forEach(words -> priorities.put(
                        words[0], new Priorities(Integer.parseInt(words[1]), Integer.parseInt(words[2]))));
        var services = new ArrayList<ObjectNode>();
        for (List<GroupVersion> versions : kinds.groups().values()) {
            for (GroupVersion one : versions) {
                String apiVersion = one.group().isEmpty() ? one.version() : one.group() + "/" + one.version();
                Priorities known = priorities.get(apiVersion);
                if (known != null) {
                    services.add(of(one.group(), one.version(), known, ON_START));
                }
            }
        }
        return services;
    }

    /// The one of a version that a CustomResourceDefinition serves.
    static ObjectNode ofDefined(String group, String version) {
        return of(group, version, DEFINED, ALWAYS);
    }

    private static ObjectNode of(String group, String version, Priorities priorities, String managed) {
        ObjectNode service = Json.object().put("kind", "APIService").put("apiVersion", "apiregistration.k8s.io/v1");
        ObjectNode metadata = service.putObject("metadata").put("name", name(group, version));
        metadata.putObject("labels").put(MANAGED, managed);
        ObjectNode spec = service.putObject("spec");
        if (!group.isEmpty()) {
            spec.put("group", group);
        }
        spec.put("version", version)
                .put("groupPriorityMinimum", priorities.group())
                .put("versionPriority", priorities.version());
        return service;
    }

    static String name(String group, String version) {
        return version + "." + group;
    }

    /// Says of an APIService that it is there: what is served here always is.
    ///
    /// @param now as it stands in objects
    public static void setAvailable(ObjectNode service, String now) {
        Conditions.set(
                service,
                new Conditions.Condition(AVAILABLE, "True", "Local", "Local APIServices are always available"),
                now);
    }
}
