package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.controllers.ControllerCatalogue;
import dev.tenure.controllers.ControllerSettings;
import dev.tenure.controllers.ControllerSettings.Metrics;
import dev.tenure.controllers.ControllerSettings.Shown;
import dev.tenure.controllers.nodelifecycle.SignsOfLife;
import dev.tenure.controllers.podautoscaler.AutoscalerSettings;
import dev.tenure.controllers.policystatus.PolicyStatusLoop;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.controllers.workload.DeviceEvictions;
import dev.tenure.kinds.KindList;
import dev.tenure.kinds.admission.policy.PolicyTypeCheck;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.sim.stage.DeviceManifests;
import dev.tenure.sim.stage.Rights;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Every controller under its own rights of `deploy/controllers.yaml` and no others.
final class ControllerRightsTest {
    private static final String LABEL = "tenure.dev/controller";
    private static final String TEMPLATE = """
        {'metadata': {'labels': {'app': '%1$s'}},
         'spec': {'containers': [{'name': 'main', 'image': 'registry.test/app:%2$s'}]}}\
        """;

    /// Rights that this story has no use for.
    private static final Set<String> NOT_SEEN = Set.of(
            // for servers with the admission plugin OwnerReferencesPermissionEnforcement
            "update apps/daemonsets/finalizers",
            "update apps/deployments/finalizers",
            "update apps/replicasets/finalizers",
            "update apps/statefulsets/finalizers",
            "update batch/cronjobs/finalizers",
            "update batch/jobs/finalizers",
            "update /pods/finalizers",
            // for servers that ask for it
            "update resource.k8s.io/resourceclaims/binding",
            // when what was made has not been seen yet
            "get resource.k8s.io/resourceclaims",
            "update /replicationcontrollers/finalizers",
            // when the same Event is told again
            "patch /events",
            // when two revisions come to have one name
            "get apps/controllerrevisions",
            // when two sets come to have one name
            "get apps/replicasets",
            // granting what one has not oneself, and what upstream's account has besides
            "escalate rbac.authorization.k8s.io/clusterroles",
            "get rbac.authorization.k8s.io/clusterroles",
            "update rbac.authorization.k8s.io/clusterroles");

    private final Stage stage = Stage.of(Semantics.DOCUMENTED).node("n").nodes("a", 4);
    private final Rights rights = new Rights(stage.cluster().endpoint());
    private final Map<String, Set<String>> asked = new TreeMap<>();

    private void start(String name, Function<ControllerContext, Runnable> making) {
        Set<String> its = new TreeSet<>();
        asked.put(name, its);
        var loop = stage.cluster().world().loop("its-" + name);
        loop.post("start", making.apply(ControllerContext.alone(loop, rights.client(name, its))));
    }

    private void startControllers() {
        ClusterSettings settings = ClusterSettings.standard(1, Semantics.DOCUMENTED);
        List<ResourceType> types = stage.cluster().kinds().entries().stream()
                .filter(entry -> !entry.has(KindEntry.Flag.VIRTUAL))
                .map(KindEntry::stored)
                .distinct()
                .toList();
        var given = new ControllerSettings(
                settings.nodeLifecycle(),
                settings.taintEviction(),
                AutoscalerSettings.STANDARD,
                settings.terminatedPodsMax(),
                Duration.ofSeconds(1),
                types,
                Optional.empty(),
                "an authority",
                FeatureGates.STANDARD,
                false,
                Optional.empty(),
                (spec, definitions) -> PolicyTypeCheck.warnings(KindList.standard(), spec, definitions),
                SignsOfLife.WHEN_SEEN,
                Optional.empty(),
                new DeviceEvictions(),
                Metrics.in(new PrometheusRegistry()),
                Shown.NOWHERE);
        ControllerCatalogue.under(given)
                .forEach(entry ->
                        start(entry.shortName(), context -> entry.making().make(context, given)));
    }

    /// Of one owner, of a kind that nobody knows.
    private void evicted(String... pods) {
        for (String pod : pods) {
            stage.pod(pod, StageManifests.tolerating("k")).patch(ResourceTypes.PODS, pod, """
                    {'metadata': {'ownerReferences': [{'apiVersion': 'example.com/v1', 'kind': 'Owner', 'name': 'o',
                     'uid': '1-2-3', 'controller': true}]}}""");
            stage.patch(ResourceTypes.PODS, pod, "status", "{'status': {'phase': 'Failed', 'reason': 'Evicted'}}");
        }
    }

    /// One is marked, one is deleted.
    private void unusedTokens() {
        ObjectNode tracking = StageManifests.json("""
            {'metadata': {'name': 'kube-apiserver-legacy-service-account-token-tracking'}, 'data': {'since': '2020-01-01'}}\
            """);
        stage.client().create(ResourceTypes.CONFIG_MAPS, "kube-system", Document.of(tracking));
        stage.create(ResourceTypes.SERVICE_ACCOUNTS, StageManifests.json("""
            {'metadata': {'name': 'robot'}, 'secrets': [{'name': 'unused'}, {'name': 'invalid'}]}\
            """));
        for (String name : List.of("unused", "invalid")) {
            stage.create(ResourceTypes.SECRETS, StageManifests.json("""
                {'metadata': {'name': '%1$s', 'annotations': {'kubernetes.io/service-account.name': 'robot'},
                 'labels': {'kubernetes.io/legacy-token-%1$s-since': '2020-01-01'}},
                 'type': 'kubernetes.io/service-account-token'}\
                """.formatted(name)));
        }
        stage.pass(5);
    }

    private static List<ObjectNode> separated(List<ObjectNode> objects) {
        for (ObjectNode object : objects) {
            object.path("subjects").forEach(subject -> ((ObjectNode) subject).put("name", label(object)));
        }
        return objects;
    }

    private static String label(ObjectNode object) {
        return object.at("/metadata/labels").path(LABEL).asText();
    }

    private Stage apps(ResourceType type, String name, int replicas, String more) {
        ObjectNode set = StageManifests.json("""
            {'metadata': {'name': '%1$s'}, 'spec': {%2$s 'selector': {'matchLabels': {'app': '%1$s'}}, 'template': %3$s}}
            """.formatted(name, more, TEMPLATE.formatted(name, 1)));
        if (replicas > 0) {
            ((ObjectNode) set.path("spec")).put("replicas", replicas);
        }
        return stage.create(type, set);
    }

    private void image(ResourceType type, String name, int image) {
        stage.patch(type, name, "{'spec': {'template': {'spec': %s}}}".formatted("""
            {'containers': [{'name': 'main', 'image': 'registry.test/app:%d'}]}\
            """.formatted(image)));
    }

    private void workloads() {
        apps(ResourceTypes.REPLICA_SETS, "rs", 2, "");
        stage.create(
                ResourceTypes.REPLICATION_CONTROLLERS, StageManifests.json("""
            {'metadata': {'name': 'rc'}, 'spec': {'replicas': 2, 'selector': {'app': 'rc'}, 'template': %s}}
            """.formatted(TEMPLATE.formatted("rc", 1))));
        apps(ResourceTypes.DEPLOYMENTS, "web", 2, "'revisionHistoryLimit': 0,");
        apps(ResourceTypes.DAEMON_SETS, "ds", 0, "'revisionHistoryLimit': 1,");
        apps(ResourceTypes.STATEFUL_SETS, "db", 1, """
            'serviceName': 'db', 'revisionHistoryLimit': 1, 'volumeClaimTemplates': [{'metadata': {'name': 'data'},
             'spec': {'accessModes': ['ReadWriteOnce'], 'resources': {'requests': {'storage': '5Gi'}}}}],\
            """);
        stage.create(ResourceTypes.JOBS, StageManifests.json("""
            {'metadata': {'name': 'once'}, 'spec': {'ttlSecondsAfterFinished': 5, 'template': {
              'metadata': {'annotations': {'simulation.tenure.dev/run-for': '10s'}},
              'spec': {'restartPolicy': 'Never', 'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]}}}}
            """));
        stage.create(ResourceTypes.JOBS, StageManifests.json("""
            {'metadata': {'name': 'paused'}, 'spec': {'template': {'spec': {'restartPolicy': 'Never',
             'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]}}}}\
            """));
    }

    /// Sizes, templates and labels change; what nobody controls is adopted.
    private void changes() {
        stage.patch(ResourceTypes.REPLICA_SETS, "rs", "{'spec': {'replicas': 1}}");
        stage.patch(ResourceTypes.REPLICATION_CONTROLLERS, "rc", "{'spec': {'replicas': 1}}");
        stage.patch(ResourceTypes.JOBS, "paused", "{'spec': {'suspend': true}}");
        stage.patch(ResourceTypes.STATEFUL_SETS, "db", """
            {'spec': {'persistentVolumeClaimRetentionPolicy': {'whenDeleted': 'Delete'}}}\
            """);
        for (String app : List.of("rs", "rc", "db", "ds")) {
            ObjectNode orphan = StageManifests.pod(app.equals("db") ? "db-7" : "orphan-" + app, "a-0", "[]");
            orphan.withObject("/metadata").putObject("labels").put("app", app);
            stage.create(ResourceTypes.PODS, orphan);
        }
        stage.create(ResourceTypes.REPLICA_SETS, StageManifests.json("""
            {'metadata': {'name': 'left', 'labels': {'app': 'web'}}, 'spec': {'replicas': 0,
             'selector': {'matchLabels': {'app': 'web'}}, 'template': %s}}\
            """.formatted(TEMPLATE.formatted("web", 7))));
        for (ResourceType type :
                List.of(ResourceTypes.DEPLOYMENTS, ResourceTypes.DAEMON_SETS, ResourceTypes.STATEFUL_SETS)) {
            String name = type.equals(ResourceTypes.DEPLOYMENTS)
                    ? "web"
                    : type.equals(ResourceTypes.DAEMON_SETS) ? "ds" : "db";
            image(type, name, 2);
            stage.pass(0.5);
            image(type, name, 1);
            stage.pass(40);
            image(type, name, 3);
            stage.pass(40);
        }
    }

    private void disruptions() {
        for (String app : List.of("rs", "alone")) {
            stage.create(ResourceTypes.POD_DISRUPTION_BUDGETS, StageManifests.json("""
                {'metadata': {'name': '%1$s'}, 'spec': {'maxUnavailable': 1,
                 'selector': {'matchLabels': {'app': '%1$s'}}}}\
                """.formatted(app)));
        }
        ObjectNode owned = StageManifests.pod("alone", "a-1", "[]");
        String uid = stage.find(ResourceTypes.JOBS, "paused").orElseThrow().uid();
        owned.withObject("/metadata")
                .putObject("labels")
                .put("app", "alone")
                .put("batch.kubernetes.io/controller-uid", uid);
        owned.withObject("/metadata")
                .set("ownerReferences", StageManifests.json("""
                    {'list': [{'apiVersion': 'batch/v1', 'kind': 'Job', 'name': 'paused', 'uid': '%s', 'controller': true}]}
                    """.formatted(uid)).path("list"));
        stage.create(ResourceTypes.PODS, owned);
        stage.patch(ResourceTypes.PODS, "stays", "status", """
            {'status': {'conditions': [{'type': 'DisruptionTarget', 'status': 'True'}]}}\
            """);
    }

    private void quotas() {
        stage.create(ResourceTypes.RESOURCE_QUOTAS, StageManifests.json("""
            {'metadata': {'name': 'much'}, 'spec': {'hard': {'pods': '1000', 'count/deployments.apps': '100'}}}\
            """));
    }

    private void autoscalers() {
        stage.create(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, StageManifests.json("""
            {'metadata': {'name': 'rc'}, 'spec': {'maxReplicas': 3,
             'scaleTargetRef': {'apiVersion': 'v1', 'kind': 'ReplicationController', 'name': 'rc'}}}\
            """));
    }

    private void policies() {
        stage.create(PolicyStatusLoop.POLICIES, StageManifests.json("""
            {'metadata': {'name': 'never'}, 'spec': {'matchConstraints': {'resourceRules': [{'apiGroups': ['apps'],
             'apiVersions': ['v1'], 'resources': ['deployments'], 'operations': ['CREATE']}]},
             'validations': [{'expression': 'object.spec.replicas == object.kind'}]}}\
            """));
    }

    /// The second service comes to have pods on other ports, which take another slice and give it back.
    private void services() {
        for (String app : List.of("rs", "db")) {
            stage.create(ResourceTypes.SERVICES, StageManifests.json("""
                {'metadata': {'name': '%1$s'}, 'spec': {'selector': {'app': '%1$s'},
                 'ports': [{'port': 80}]}}\
                """.formatted(app)));
        }
        stage.create(ResourceTypes.SERVICES, StageManifests.json("""
            {'metadata': {'name': 'named'}, 'spec': {'selector': {'behind': 'named'},
             'ports': [{'port': 80, 'targetPort': 'http'}]}}\
            """));
        for (int number : List.of(81, 82)) {
            ObjectNode pod = StageManifests.pod("named-" + number, "a-1", "[]");
            pod.withObject("/metadata").putObject("labels").put("behind", "named");
            ((ObjectNode) pod.at("/spec/containers/0"))
                    .set(
                            "ports",
                            StageManifests.json("{'l': [{'name': 'http', 'containerPort': %d}]}".formatted(number))
                                    .path("l"));
            stage.create(ResourceTypes.PODS, pod);
        }
        written();
        stage.pass(5).delete(ResourceTypes.PODS, "named-82", "{'gracePeriodSeconds': 0}");
        stage.pass(5).delete(ResourceTypes.SERVICES, "rs", "{}");
    }

    /// Endpoints that somebody writes, changes and writes too long.
    private void written() {
        stage.create(
                ResourceTypes.SERVICES,
                StageManifests.json("{'metadata': {'name': 'hand'}, 'spec': {'ports': [{'port': 80}]}}"));
        stage.create(ResourceTypes.ENDPOINTS, StageManifests.json("{'metadata': {'name': 'hand'}}"));
        var many = new StringJoiner(", ");
        for (int i = 0; i < 1_001; i++) {
            many.add("{'ip': '10.9.%d.%d'}".formatted(i / 200, 1 + i % 200));
        }
        for (String addresses : List.of("{'ip': '10.1.2.3'}", many.toString())) {
            stage.patch(
                            ResourceTypes.ENDPOINTS,
                            "hand",
                            "{'subsets': [{'addresses': [%s], 'ports': [{'port': 80}]}]}".formatted(addresses))
                    .pass(2);
        }
        stage.patch(ResourceTypes.ENDPOINTS, "hand", "{'subsets': []}").pass(2);
    }

    private void volumes() {
        stage.create(ResourceTypes.STORAGE_CLASSES, StageManifests.json("""
            {'metadata': {'name': 'slow', 'annotations': {'storageclass.kubernetes.io/is-default-class': 'true'}},
             'provisioner': 'example.com/disk'}\
            """));
        for (String size : List.of("1Gi", "5Gi")) {
            stage.create(ResourceTypes.PERSISTENT_VOLUMES, StageManifests.json("""
                {'metadata': {'name': 'v%s'}, 'spec': {'storageClassName': 'slow', 'capacity': {'storage': '%s'},
                 'accessModes': ['ReadWriteOnce'], 'hostPath': {'path': '/x'}}}\
                """.formatted(size.charAt(0), size)));
        }
        for (String claim : List.of("bound", "waiting", "taken-claim")) {
            stage.create(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, StageManifests.json("""
                {'metadata': {'name': '%s'}, 'spec': {'storageClassName': 'slow', 'accessModes': ['ReadWriteOnce'],
                 'resources': {'requests': {'storage': '1Gi'}}}}\
                """.formatted(claim)));
        }
        stage.create(ResourceTypes.PODS, StageManifests.json("""
            {'metadata': {'name': 'living'}, 'spec': {'containers': [{'name': 'main', 'image': 'registry.test/app:1'}],
             'volumes': [{'name': 'data', 'ephemeral': {'volumeClaimTemplate': {'spec': {
               'accessModes': ['ReadWriteOnce'], 'resources': {'requests': {'storage': '1Gi'}}}}}},
              {'name': 'waiting', 'persistentVolumeClaim': {'claimName': 'waiting'}}]}}\
            """));
        stage.create(ResourceTypes.PODS, StageManifests.json("""
            {'metadata': {'name': 'taken'}, 'spec': {'containers': [{'name': 'main', 'image': 'registry.test/app:1'}],
             'volumes': [{'name': 'claim', 'ephemeral': {'volumeClaimTemplate': {'spec': {
               'accessModes': ['ReadWriteOnce'], 'resources': {'requests': {'storage': '1Gi'}}}}}}]}}\
            """));
        stage.create(ResourceTypes.VOLUME_ATTRIBUTES_CLASSES, StageManifests.json("""
            {'metadata': {'name': 'gold'}, 'driverName': 'example.com/disk', 'parameters': {'iops': '1'}}\
            """));
        stage.pass(5).delete(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, "bound", "{}");
        stage.delete(ResourceTypes.VOLUME_ATTRIBUTES_CLASSES, "gold", "{}");
        stage.create(ResourceTypes.SERVICE_CIDRS, StageManifests.json("""
            {'metadata': {'name': 'more'}, 'spec': {'cidrs': ['10.77.0.0/24']}}\
            """));
    }

    /// Claims of two pods, one of which leaves because of its device; the other ends.
    private void devices() {
        stage.create(ResourceTypes.PODS, DeviceManifests.pod("early", "a-0", "'resourceClaimTemplateName': 't'"))
                .create(ResourceTypes.RESOURCE_CLAIM_TEMPLATES, DeviceManifests.template("other"))
                .create(ResourceTypes.RESOURCE_SLICES, DeviceManifests.slice("s", 1, DeviceManifests.device("d")))
                .pass(2);
        stage.create(ResourceTypes.RESOURCE_CLAIM_TEMPLATES, DeviceManifests.template("t"))
                .create(ResourceTypes.RESOURCE_CLAIMS, DeviceManifests.claim("mine"))
                .create(ResourceTypes.PODS, DeviceManifests.pod("driven", "a-0", "'resourceClaimName': 'mine'"))
                .pass(5);
        DeviceManifests.allocate(stage, "mine", "d");
        stage.patch(ResourceTypes.RESOURCE_CLAIMS, "mine", "status", """
            {'status': {'reservedFor': [{'resource': 'pods', 'name': 'nobody', 'uid': 'u'},
             {'resource': 'pods', 'name': 'driven', 'uid': '%s'}]}}\
            """.formatted(
                                stage.seePod("driven").meta().uid()))
                .pass(2);
        stage.patch(
                        ResourceTypes.RESOURCE_SLICES,
                        "s",
                        "{'spec': {'devices': [%s]}}"
                                .formatted(DeviceManifests.device("d", StageManifests.taint("k:NoExecute"))))
                .patch(ResourceTypes.PODS, "early", "status", "{'status': {'phase': 'Succeeded'}}")
                .pass(2);
    }

    /// A role that becomes part of another.
    private void roles() {
        var type = new ResourceType(
                "rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole", ResourceType.Scope.CLUSTER);
        stage.create(type, StageManifests.json("""
            {'metadata': {'name': 'part', 'labels': {'rbac.authorization.k8s.io/aggregate-to-view': 'true'}},
             'rules': [{'apiGroups': ['example.com'], 'resources': ['parts'], 'verbs': ['get']}]}\
            """));
    }

    private void cronJobs() {
        stage.create(ResourceTypes.CRON_JOBS, StageManifests.json("""
            {'metadata': {'name': 'tick'}, 'spec': {'schedule': '* * * * *', 'concurrencyPolicy': 'Replace',
             'jobTemplate': {'spec': {'template': {
              'metadata': {'annotations': {'simulation.tenure.dev/run-for': '1000s'}}, 'spec': {'restartPolicy': 'Never',
              'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]}}}}}}\
            """));
        String uid = stage.find(ResourceTypes.CRON_JOBS, "tick").orElseThrow().uid();
        stage.create(ResourceTypes.JOBS, StageManifests.json("""
            {'metadata': {'name': 'by-hand', 'ownerReferences': [{'apiVersion': 'batch/v1', 'kind': 'CronJob',
              'name': 'tick', 'uid': '%s', 'controller': true}]},
             'spec': {'suspend': true, 'template': %s}}\
            """.formatted(
                        uid, TEMPLATE.formatted("hand", "1").replace("}]}}", "}], 'restartPolicy': 'Never'}}"))));
    }

    private void nodesAndNamespaces() {
        ObjectNode fresh = StageManifests.node("fresh", "z");
        fresh.withObject("/metadata").putObject("annotations").put("tenure.dev/cloud-machine", "running");
        fresh.withObject("/spec").set("taints", StageManifests.json("""
            {'list': [{'key': 'node.cloudprovider.kubernetes.io/uninitialized', 'effect': 'NoSchedule'}]}\
            """).path("list"));
        stage.create(ResourceTypes.NODES, fresh);
        for (String node : List.of("a-2", "a-3")) {
            stage.patch(ResourceTypes.NODES, node, """
                {'metadata': {'annotations': {'tenure.dev/cloud-machine': '%s'}}}\
                """.formatted(node.equals("a-2") ? "shutdown" : "terminated"));
        }
        stage.create(ResourceTypes.PODS, StageManifests.pod("lost", "nowhere", "[]"));
        for (String namespace : List.of("brief", "held")) {
            stage.create(
                    ResourceTypes.NAMESPACES, StageManifests.json("{'metadata': {'name': '%s'}}".formatted(namespace)));
        }
        stage.pass(1);
        var changed = StageManifests.json("{'metadata': {'name': 'kube-root-ca.crt'}, 'data': {'ca.crt': ''}}");
        stage.client().update(ResourceTypes.CONFIG_MAPS, "brief", "kube-root-ca.crt", Document.of(changed));
        var held = StageManifests.json("{'metadata': {'name': 'kept', 'finalizers': ['example.com/keep']}}");
        stage.client().create(ResourceTypes.CONFIG_MAPS, "held", Document.of(held));
        stage.pass(1).delete(ResourceTypes.NAMESPACES, "brief", "{}").delete(ResourceTypes.NAMESPACES, "held", "{}");
    }

    @Test
    void eachControllerUsesTheRightsThatItHasInDeployAndNoOthers() throws IOException {
        stage.cluster().crashControllers();
        List<ObjectNode> objects = separated(Rights.read("controllers.yaml"));
        Rights.grant(stage.client(), objects);
        stage.cluster().startScheduler();
        OwnKinds.evictionPolicies(stage);
        OwnKinds.readinessRules(stage);
        OwnKinds.retentions(stage);
        OwnKinds.taintTerm(stage);
        unusedTokens();
        startControllers();
        stage.at(60).pod("p", StageManifests.tolerating("k", 30)).pod("stays", StageManifests.tolerating("k"));
        stage.taints("k:NoExecute");
        workloads();
        cronJobs();
        quotas();
        autoscalers();
        policies();
        services();
        volumes();
        devices();
        roles();
        stage.pass(30);
        OwnKinds.replacedFirst(stage);
        changes();
        disruptions();
        nodesAndNamespaces();
        evicted("e1", "e2");
        stage.pass(100);
        evicted("e3");
        stage.pass(100);

        assertThat(rights.refused()).isEmpty();
        Map<String, List<ObjectNode>> roles = new TreeMap<>();
        for (ObjectNode object : objects) {
            if (object.has("rules") && !label(object).equals("every")) {
                roles.computeIfAbsent(label(object), _ -> new ArrayList<>()).add(object);
            }
        }
        assertThat(roles.keySet()).isEqualTo(asked.keySet());
        Set<String> unused = new TreeSet<>();
        roles.forEach((controller, its) -> Rights.allowed(its).stream()
                .filter(right -> !right.contains("*") && !NOT_SEEN.contains(right))
                .filter(right -> !asked.getOrDefault(controller, Set.of()).contains(right))
                .forEach(right -> unused.add(controller + ": " + right)));
        assertThat(unused).isEmpty();
    }
}
