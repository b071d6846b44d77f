package dev.tenure.controllers.policystatus;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.DefinedTypes;
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
import dev.tenure.runtime.loop.HardWorkLoop;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/// The shell of the status of validating policies: has the expressions of each new spec
/// checked, and writes what came of it. Every method runs on its loop.
public final class PolicyStatusLoop {
    /// The name of the controller and of its flag.
    public static final String NAME = "validatingadmissionpolicy-status-controller";

    /// What it looks at.
    public static final ResourceType POLICIES = new ResourceType(
            "admissionregistration.k8s.io",
            "v1",
            "validatingadmissionpolicies",
            "ValidatingAdmissionPolicy",
            Scope.CLUSTER);

    private static final String MANAGER = "validatingadmissionpolicy-status";
    /// Upstream's are five; here the check is hard work, of which one piece is done at a time.
    private static final int WORKERS_MAX = 1;

    private final ClusterClient client;
    private final ExpressionCheck check;
    private final ReconcileQueue<String> queue;
    private final Informer policies;
    private final Informer definitions;
    private final Map<String, ObjectNode> defined = new TreeMap<>();

    public PolicyStatusLoop(ControllerContext context, ExpressionCheck check) {
        this.client = context.client();
        this.check = check;
        this.queue = new ReconcileQueue<>(HardWorkLoop.over(context.loop()), NAME, WORKERS_MAX, this::plan);
        this.policies = context.informers().all(POLICIES, new PolicyChanges());
        this.definitions = context.informers().all(DefinedTypes.DEFINITIONS, new DefinitionChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        definitions.start();
    }

    private Optional<Callable<Boolean>> plan(String name) {
        Optional<StoredObject> found = policies.get(POLICIES.key("", name));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        ObjectNode policy = tree(found.get());
        long generation = policy.path("metadata").path("generation").asLong(0);
        if (generation <= policy.path("status").path("observedGeneration").asLong(0)) {
            return Optional.empty();
        }
        List<ObjectNode> known = List.copyOf(defined.values());
        return Optional.of(() -> apply(name, generation, check.warnings(policy.path("spec"), known)));
    }

    private boolean apply(String name, long generation, ArrayNode warnings) {
        ObjectNode configuration = Json.object();
        configuration.put("apiVersion", POLICIES.apiVersion()).put("kind", POLICIES.kind());
        configuration.putObject("metadata").put("name", name);
        ObjectNode status = configuration.putObject("status").put("observedGeneration", generation);
        ObjectNode checking = status.putObject("typeChecking");
        if (!warnings.isEmpty()) {
            checking.set("expressionWarnings", warnings);
        }
        ApiReply reply = client.call(
                Verb.PATCH,
                new Target(POLICIES.group(), POLICIES.version(), POLICIES.resource(), "", name, "status"),
                Map.of("fieldManager", MANAGER, "force", "true"),
                new Body(Body.APPLY_PATCH, Document.of(configuration)));
        return reply.succeededOrGone();
    }

    private static ObjectNode tree(StoredObject object) {
        return Document.of(object.content()).tree().deepCopy();
    }

    private final class PolicyChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            queue.add(after.key().name());
        }

        @Override
        public void deleted(StoredObject last) {
            // nothing is left to do
        }

        @Override
        public void synced() {
            queue.start();
        }
    }

    /// Kinds are to be known before policies about them are judged.
    private final class DefinitionChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            defined.put(after.key().name(), tree(after));
        }

        @Override
        public void deleted(StoredObject last) {
            defined.remove(last.key().name());
        }

        @Override
        public void synced() {
            policies.start();
        }
    }
}
