package dev.tenure.controllers.clusterroleaggregation;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/// The shell of the ClusterRole aggregation: keeps the trees of all roles and writes the rules of those that
/// are made of others. Every method runs on its loop.
public final class AggregationLoop {
    /// The name of the controller and of its flag.
    public static final String NAME = "clusterrole-aggregation-controller";

    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final ResourceType ROLES =
            new ResourceType(GROUP, "v1", "clusterroles", "ClusterRole", Scope.CLUSTER);
    private static final int WORKERS_MAX = 5;

    private final ClusterClient client;
    private final ReconcileQueue<String> queue;
    private final Informer roles;
    private final Map<String, ObjectNode> trees = new TreeMap<>();
    private final AggregatingRoles aggregating = new AggregatingRoles();

    public AggregationLoop(ControllerContext context) {
        this.client = context.client();
        this.queue = new ReconcileQueue<>(context.loop(), NAME, WORKERS_MAX, this::plan);
        this.roles = context.informers().all(ROLES, new RoleChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        roles.start();
    }

    private Optional<Callable<Boolean>> plan(String name) {
        ObjectNode role = trees.get(name);
        if (role == null || !aggregating.contains(name)) {
            return Optional.empty();
        }
        List<ObjectNode> parts =
                aggregating.parts(name).stream().map(trees::get).toList();
        ArrayNode rules = AggregatedRules.rules(role, parts);
        return AggregatedRules.has(role, rules) ? Optional.empty() : Optional.of(() -> apply(name, rules));
    }

    /// Without rules the configuration does not mention them, so that those of others stay.
    private boolean apply(String name, ArrayNode rules) {
        ObjectNode configuration = Json.object();
        configuration.put("apiVersion", ROLES.apiVersion()).put("kind", ROLES.kind());
        configuration.putObject("metadata").put("name", name);
        if (!rules.isEmpty()) {
            configuration.set("rules", rules);
        }
        ApiReply reply = client.call(
                Verb.PATCH,
                new Target(GROUP, ROLES.version(), ROLES.resource(), "", name, ""),
                Map.of("fieldManager", NAME, "force", "true"),
                new Body(Body.APPLY_PATCH, Document.of(configuration)));
        return reply.succeededOrGone();
    }

    private void lookAtThoseThatSelect(StoredObject role) {
        aggregating.selecting(role.header().labels()).forEach(queue::add);
    }

    private final class RoleChanges implements InformerHandler {
        /// Upstream looks at all roles that are made of others, whatever has changed.
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            String name = after.key().name();
            ObjectNode tree = Document.of(after.content()).tree().deepCopy();
            trees.put(name, tree);
            aggregating.put(name, tree, after.header().labels());
            before.ifPresent(AggregationLoop.this::lookAtThoseThatSelect);
            lookAtThoseThatSelect(after);
            queue.add(name);
        }

        @Override
        public void deleted(StoredObject last) {
            trees.remove(last.key().name());
            aggregating.remove(last.key().name());
            lookAtThoseThatSelect(last);
        }

        @Override
        public void synced() {
            queue.start();
        }
    }
}
