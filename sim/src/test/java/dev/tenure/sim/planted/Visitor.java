package dev.tenure.sim.planted;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// A user who asks for everything that an API server does, so that every handler has something to do. What
/// fails is left at that.
final class Visitor {
    private static final ResourceType CONFIG_MAPS =
            new ResourceType("", "v1", "configmaps", "ConfigMap", Scope.NAMESPACED);
    private static final ResourceType ROLES =
            new ResourceType("rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole", Scope.CLUSTER);
    private static final ResourceType DEFINITIONS = new ResourceType(
            "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", Scope.CLUSTER);
    private static final ResourceType BOATS = new ResourceType("sea.test", "v1", "boats", "Boat", Scope.CLUSTER);
    private static final Target DEPLOYMENT = new Target("apps", "v1", "deployments", "default", "web", "");

    private final ClusterClient client;
    private final Set<String> unforeseen = new TreeSet<>();
    private int round;

    Visitor(ClusterClient client) {
        this.client = client;
    }

    /// Messages of the answers 500 that name no fault in the log.
    Set<String> unforeseen() {
        return unforeseen;
    }

    /// One of each request.
    void visit() {
        round++;
        String name = "note-" + round % 3;
        Document note = Document.of(StageManifests.json(
                "{'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': '%s'}, 'data': {'n': '%d'}}"
                        .formatted(name, round)));
        heard(client.create(CONFIG_MAPS, "default", note));
        heard(client.update(CONFIG_MAPS, "default", name, note));
        heard(client.patch(CONFIG_MAPS, "default", name, "", merge("{'data': {'m': '%d'}}".formatted(round))));
        heard(client.call(
                Verb.PATCH,
                new Target("", "v1", "configmaps", "default", "applied", ""),
                Map.of("fieldManager", "visitor", "force", "true"),
                new Body(
                        Body.APPLY_PATCH,
                        Json.write(StageManifests.json(
                                "{'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': 'applied'}, 'data': {'n': '%d'}}"
                                        .formatted(round))))));
        heard(client.list(CONFIG_MAPS, "default", Map.of()));
        heard(client.delete(CONFIG_MAPS, "default", name, Document.of(Json.object())));
        heard(client.call(
                Verb.DELETE_COLLECTION, new Target("", "v1", "configmaps", "default", "", ""), Map.of(), Body.NONE));
        scale();
        evict();
        access();
        roles();
        define();
        watch();
    }

    private void scale() {
        var target = new Target("apps", "v1", "deployments", "default", DEPLOYMENT.name(), "scale");
        heard(client.call(Verb.GET, target, Map.of(), Body.NONE));
        heard(client.patch(ResourceTypes.DEPLOYMENTS, "default", "web", "scale", merge("{'spec': {'replicas': 12}}")));
    }

    private void evict() {
        if (client.list(ResourceTypes.PODS, "default", Map.of("labelSelector", "app=web")) instanceof ApiReply.Many many
                && !many.items().isEmpty()
                && round % 4 == 0) {
            String pod = many.items().getFirst().key().name();
            var eviction = StageManifests.json(
                    "{'apiVersion': 'policy/v1', 'kind': 'Eviction', 'metadata': {'name': '%s', 'namespace': 'default'}}"
                            .formatted(pod));
            heard(client.create(ResourceTypes.PODS, "default", pod, "eviction", Document.of(eviction)));
        }
    }

    private void access() {
        heard(client.call(
                Verb.CREATE,
                new Target("", "v1", "serviceaccounts", "default", "default", "token"),
                Map.of(),
                Body.json(Json.write(StageManifests.json(
                        "{'apiVersion': 'authentication.k8s.io/v1', 'kind': 'TokenRequest', 'spec': {}}")))));
        heard(client.call(Verb.LIST, new Target("", "v1", "componentstatuses", "", "", ""), Map.of(), Body.NONE));
    }

    /// What the API server's own loops follow.
    private void roles() {
        String role = "role-" + round % 3;
        heard(client.create(
                ROLES,
                "",
                Document.of(StageManifests.json(
                        "{'apiVersion': 'rbac.authorization.k8s.io/v1', 'kind': 'ClusterRole', 'metadata': {'name': '%s'}}"
                                .formatted(role)))));
        heard(client.delete(ROLES, "", role, Document.of(Json.object())));
    }

    private void define() {
        heard(client.create(DEFINITIONS, "", Document.of(StageManifests.json("""
            {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
             'metadata': {'name': 'boats.sea.test'}, 'spec': {'group': 'sea.test', 'scope': 'Cluster',
              'names': {'plural': 'boats', 'singular': 'boat', 'kind': 'Boat', 'listKind': 'BoatList'},
              'versions': [{'name': 'v1', 'served': true, 'storage': true, 'schema': {'openAPIV3Schema':
                {'type': 'object'}}}]}}\
            """))));
        heard(client.create(BOATS, "", boat("anna")));
        if (round % 5 == 0) {
            heard(client.delete(DEFINITIONS, "", "boats.sea.test", Document.of(Json.object())));
        }
    }

    private static Document boat(String name) {
        return Document.of(StageManifests.json(
                "{'apiVersion': 'sea.test/v1', 'kind': 'Boat', 'metadata': {'name': '%s'}}".formatted(name)));
    }

    /// Whether a kind that was defined is served, with objects of it.
    boolean sails() {
        client.create(BOATS, "", boat("berta"));
        return client.get(BOATS, "", "berta") instanceof ApiReply.One;
    }

    private void watch() {
        switch (client.watch(CONFIG_MAPS, "default", Map.of())) {
            case WatchReply.Started(var _, WatchCursor cursor) -> close(cursor);
            case WatchReply.Refused _ -> {
                // as any other request that fails
            }
        }
    }

    private static void close(WatchCursor cursor) {
        try {
            cursor.close();
        } catch (RuntimeException | StackOverflowError _) {
            // whatever was planted there
        }
    }

    private static Body merge(String patch) {
        return new Body(Body.MERGE_PATCH, Json.write(StageManifests.json(patch)));
    }

    private void heard(ApiReply reply) {
        if (reply instanceof ApiReply.Failure(var status, var _)
                && status.code() == 500
                && !status.message().contains("in this server's log")) {
            unforeseen.add(status.message());
        }
    }
}
