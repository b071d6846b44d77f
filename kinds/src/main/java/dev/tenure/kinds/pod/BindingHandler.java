package dev.tenure.kinds.pod;

import dev.tenure.apiserver.handler.ActionAdmission;
import dev.tenure.apiserver.handler.Call;
import dev.tenure.apiserver.handler.Environment;
import dev.tenure.apiserver.handler.Metadata;
import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.handler.SpecialHandler;
import dev.tenure.apiserver.handler.StorageKey;
import dev.tenure.apiserver.handler.body.BodyReader;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.StatusDocument;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.WriteOptions;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Write;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// POST of a Binding, to `pods/NAME/binding` or to the old collection `bindings`: gives a pod its node.
/// Taints are not looked at. Upstream: registry/core/pod/storage (BindingREST).
public final class BindingHandler implements SpecialHandler {
    private static final int TRIES = 100;
    private static final ResourceType BINDING = new ResourceType("", "v1", "bindings", "Binding", Scope.NAMESPACED);

    private final Environment environment;
    private final BodyReader bodies;

    public BindingHandler(Environment environment, BodyReader bodies) {
        this.environment = environment;
        this.bodies = bodies;
    }

    @Override
    public ApiReply call(KindEntry entry, ApiRequest request, List<String> warnings) {
        bodies.checkFormat(request.body(), BINDING);
        WriteOptions options = WriteOptions.of(request, false);
        ObjectNode binding = bodies.read(request.body(), BINDING, options.strictness(), warnings)
                .object();
        Metadata.settleNamespace(new Call(entry, request, warnings), binding);
        new ActionAdmission(environment, () -> check(request, binding))
                .admit(entry, request, binding, options, warnings);
        String name = ObjectTrees.text(ObjectTrees.metadata(binding), "name");
        if (name.isEmpty()) {
            throw new RefusedException(Statuses.badRequest("Name parameter required."));
        }
        bind(request.target().namespace(), name, binding, options);
        return new ApiReply.Document(201, Json.write(StatusDocument.success(201)), warnings);
    }

    private static void check(ApiRequest request, ObjectNode binding) {
        String name = ObjectTrees.text(ObjectTrees.metadata(binding), "name");
        boolean named = !request.target().name().isEmpty();
        if (named && !name.equals(request.target().name())) {
            throw new RefusedException(Statuses.badRequest("name in URL does not match name in Binding object"));
        }
        checkTarget(binding.path("target"));
    }

    private static void checkTarget(JsonNode target) {
        String kind = ObjectTrees.text(target, "kind");
        List<String> faults = new ArrayList<>();
        if (!kind.isEmpty() && !kind.equals("Node")) {
            faults.add(
                    "target.kind: Unsupported value: \"%s\": supported values: \"Node\", \"<empty>\"".formatted(kind));
        }
        if (ObjectTrees.text(target, "name").isEmpty()) {
            faults.add("target.name: Required value");
        }
        if (!faults.isEmpty()) {
            String all = String.join(", ", faults);
            throw new RefusedException(Statuses.unknown(faults.size() == 1 ? all : "[" + all + "]"));
        }
    }

    private void bind(String namespace, String name, ObjectNode binding, WriteOptions options) {
        KindEntry pods = environment.kinds().stored("", "pods").orElseThrow();
        for (int tries = 1; tries <= TRIES; tries++) {
            StoredObject current = environment
                    .store()
                    .get(ResourceTypes.PODS.key(namespace, name))
                    .orElseThrow(() -> new RefusedException(Statuses.notFound(ResourceTypes.PODS, name)));
            checkIdentity(pods, current, binding, options);
            StoredObject bound = bound(pods, current, binding);
            var write = new Write.Put(bound, new Precondition.AtRevision(current.revision()));
            if (options.dryRun() || environment.store().commit(write) instanceof Committed.Durable) {
                return;
            }
        }
        throw new RefusedException(Statuses.conflict(ResourceTypes.PODS, name));
    }

    private StoredObject bound(KindEntry pods, StoredObject current, ObjectNode binding) {
        ObjectNode pod = ObjectTrees.unrevised(current);
        refusal(pod, current.key().name()).ifPresent(why -> {
            throw new RefusedException(why);
        });
        assign(pod, binding);
        return ObjectTrees.stored(pods, pod, current);
    }

    private static void checkIdentity(KindEntry pods, StoredObject current, ObjectNode binding, WriteOptions options) {
        String uid = ObjectTrees.text(ObjectTrees.metadata(binding), "uid");
        String name = current.key().name();
        if (!uid.isEmpty() && !uid.equals(current.uid())) {
            throw new RefusedException(Statuses.conflict(
                    ResourceTypes.PODS,
                    name,
                    ("StorageError: invalid object, Code: 4, Key: %s, ResourceVersion: 0, AdditionalErrorMsg:"
                                    + " Precondition failed: UID in precondition: %s, UID in object meta: %s")
                            .formatted(
                                    StorageKey.of(pods, current.key().namespace(), name, options.dryRun()),
                                    uid,
                                    current.uid())));
        }
    }

    private static Optional<Status> refusal(ObjectNode pod, String name) {
        if (pod.path("metadata").has("deletionTimestamp")) {
            return conflict(name, "pod %s is being deleted, cannot be assigned to a host".formatted(name));
        }
        String node = ObjectTrees.text(pod.path("spec"), "nodeName");
        if (!node.isEmpty()) {
            return conflict(name, "pod %s is already assigned to node \"%s\"".formatted(name, node));
        }
        if (!pod.path("spec").path("schedulingGates").isEmpty()) {
            return conflict(name, "pod %s has non-empty .spec.schedulingGates".formatted(name));
        }
        return Optional.empty();
    }

    private static Optional<Status> conflict(String name, String why) {
        return Optional.of(Statuses.conflict("", "pods/binding", name, why));
    }

    private void assign(ObjectNode pod, ObjectNode binding) {
        pod.withObject("/spec").put("nodeName", ObjectTrees.text(binding.path("target"), "name"));
        for (String field : new String[] {"annotations", "labels"}) {
            if (binding.path("metadata").path(field) instanceof ObjectNode given && !given.isEmpty()) {
                pod.withObject("/metadata/" + field).setAll(given);
            }
        }
        ObjectNode status = pod.withObject("/status");
        status.remove("nominatedNodeName");
        PodConditions.setTrue(
                status.withArray("/conditions"),
                "PodScheduled",
                "",
                "",
                environment.time().wall());
    }
}
