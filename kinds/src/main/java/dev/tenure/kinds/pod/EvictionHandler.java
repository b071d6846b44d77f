package dev.tenure.kinds.pod;

import dev.tenure.apiserver.handler.ActionAdmission;
import dev.tenure.apiserver.handler.Call;
import dev.tenure.apiserver.handler.Environment;
import dev.tenure.apiserver.handler.Handlers;
import dev.tenure.apiserver.handler.Metadata;
import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.handler.SpecialHandler;
import dev.tenure.apiserver.handler.body.BodyReader;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.StatusDocument;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.meta.OwnStatus;
import dev.tenure.apiserver.request.DeleteOptions;
import dev.tenure.apiserver.request.WriteOptions;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.rules.budget.BudgetRule;
import dev.tenure.rules.budget.EvictionRequestRule;
import dev.tenure.rules.budget.EvictionVerdict;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.Store.Write;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// POST of an Eviction to `pods/NAME/eviction`: deletes the pod if its disruption budget can be charged.
/// What the budget allows is kept by compare-and-set on the budget. Upstream:
/// registry/core/pod/storage/eviction.go.
public final class EvictionHandler implements SpecialHandler {
    private static final int TRIES = 20;
    private static final int RETRY_SECONDS = 10;
    private static final String BETA = "policy/v1beta1";

    private final Environment environment;
    private final BodyReader bodies;
    private final Handlers handlers;
    private final OwnStatus budgetStatus = new OwnStatus(ResourceTypes.POD_DISRUPTION_BUDGETS);

    public EvictionHandler(Environment environment, BodyReader bodies, Handlers handlers) {
        this.environment = environment;
        this.bodies = bodies;
        this.handlers = handlers;
    }

    @Override
    public ApiReply call(KindEntry entry, ApiRequest request, List<String> warnings) {
        var call = new Call(entry, request, warnings);
        bodies.checkFormat(request.body(), entry.type());
        WriteOptions options = WriteOptions.of(request, false);
        ObjectNode eviction = bodies.read(request.body(), type(request.body()), options.strictness(), call.warnings())
                .object();
        Metadata.settleNamespace(call, eviction);
        new ActionAdmission(environment, () -> complete(call, eviction, options))
                .admit(entry, request, eviction, options, call.warnings());
        ObjectNode asked =
                eviction.path("deleteOptions") instanceof ObjectNode object ? object.deepCopy() : Json.object();
        passDryRun(asked, options);
        evict(call, DeleteOptions.read(asked));
        return new ApiReply.Document(201, Json.write(StatusDocument.success(201)), call.warnings());
    }

    private static void complete(Call call, ObjectNode eviction, WriteOptions options) {
        checkName(call, eviction);
        if (eviction.path("deleteOptions") instanceof ObjectNode asked) {
            refuseUnreadable(call, asked);
            refuseOtherDryRun(call, asked);
            passDryRun(asked, options);
        }
    }

    private static void refuseUnreadable(Call call, ObjectNode asked) {
        if (!DeleteOptions.read(asked).ignoreReadError()) {
            return;
        }
        var errors = new FieldErrors();
        errors.invalid(
                "deleteOptions." + DeleteOptions.IGNORE_READ_ERROR,
                asked.path(DeleteOptions.IGNORE_READ_ERROR),
                "can not be set for pod eviction, try after removing the option");
        throw new RefusedException(Statuses.invalid("policy", "Eviction", call.name(), errors.list()));
    }

    private static void refuseOtherDryRun(Call call, ObjectNode asked) {
        List<String> inRequest = call.request().query().getOrDefault("dryRun", List.of());
        List<String> inBody = new ArrayList<>();
        asked.path("dryRun").forEach(stage -> inBody.add(stage.asText()));
        if (!inRequest.isEmpty() && !inBody.isEmpty() && !inRequest.equals(inBody)) {
            throw new RefusedException(
                    Statuses.unknown("Non-matching dry-run options in request and content: [%s] and [%s]"
                            .formatted(String.join(" ", inRequest), String.join(" ", inBody))));
        }
    }

    private static void passDryRun(ObjectNode asked, WriteOptions options) {
        if (options.dryRun() && asked.path("dryRun").isEmpty()) {
            asked.putArray("dryRun").add("All");
        }
    }

    private static void checkName(Call call, ObjectNode eviction) {
        if (!ObjectTrees.text(ObjectTrees.metadata(eviction), "name").equals(call.name())) {
            throw new RefusedException(Statuses.badRequest("name in URL does not match name in Eviction object"));
        }
    }

    /// The body may be of either version of the group, whatever the path says.
    private static ResourceType type(Body body) {
        String text = new String(body.bytes(), 0, Math.min(body.bytes().length, 512), StandardCharsets.UTF_8);
        String version = text.contains(BETA) ? "v1beta1" : "v1";
        return new ResourceType("policy", version, "evictions", "Eviction", Scope.NAMESPACED);
    }

    /// What another server has just stored may not be known here yet. A budget that seems not to be there, or
    /// a pod that seems not to run, would let the pod go for nothing.
    private void evict(Call call, DeleteOptions options) {
        environment.store().catchUp();
        for (int tries = 1; tries <= TRIES; tries++) {
            StoredObject stored = environment
                    .store()
                    .get(call.key())
                    .orElseThrow(() -> new RefusedException(Statuses.notFound(call.type(), call.name())));
            EvictionVerdict verdict = EvictionRequestRule.decide(stored.view(Pod.class), budgets(call.namespace()));
            if (granted(call, verdict, stored, options)) {
                return;
            }
        }
        throw new RefusedException(
                Statuses.timeout("couldn't update PodDisruptionBudget due to conflicts", RETRY_SECONDS));
    }

    private List<PodDisruptionBudget> budgets(String namespace) {
        var id = new ResourceId(
                ResourceTypes.POD_DISRUPTION_BUDGETS.group(), ResourceTypes.POD_DISRUPTION_BUDGETS.resource());
        return environment.store().list(Range.all(id, namespace)).items().stream()
                .map(budget -> budget.view(PodDisruptionBudget.class))
                .toList();
    }

    /// @return false when somebody else was faster and it has to be judged again
    private boolean granted(Call call, EvictionVerdict verdict, StoredObject pod, DeleteOptions options) {
        return switch (verdict) {
            case EvictionVerdict.Refuse(var status) -> throw new RefusedException(status);
            case EvictionVerdict.Delete(boolean onlyThisRevision) -> {
                if (!onlyThisRevision || options.resourceVersion().isPresent()) {
                    delete(call, options, Optional.empty());
                    yield true;
                }
                yield delete(call, options, Optional.of(pod));
            }
            case EvictionVerdict.DeleteUnready(PodDisruptionBudget budget) -> {
                if (options.resourceVersion().isPresent()) { // what was judged counts, not what was asked for
                    yield delete(call, options.atRevision(pod.revision()), Optional.empty());
                }
                if (!deleteUnchanged(call, options, pod)) {
                    throw new RefusedException(EvictionRequestRule.stillProcessed(budget));
                }
                yield true;
            }
            case EvictionVerdict.Charge(PodDisruptionBudget budget, int left) -> {
                if (options.dryRun()) {
                    yield delete(call, options, Optional.empty());
                }
                yield charge(budget, call.name(), left) && deleteCharged(call, options);
            }
        };
    }

    /// @return false for every conflict, be it one with what the client asks for
    private boolean deleteUnchanged(Call call, DeleteOptions options, StoredObject pod) {
        try {
            return delete(call, options, Optional.of(pod));
        } catch (RefusedException e) {
            if (!e.status().isConflict()) {
                throw e;
            }
            return false;
        }
    }

    /// The budget is charged already, whether the pod can be deleted or not.
    private boolean deleteCharged(Call call, DeleteOptions options) {
        try {
            return delete(call, options, Optional.empty());
        } catch (RefusedException e) {
            throw e.afterWriting();
        }
    }

    private boolean charge(PodDisruptionBudget judged, String pod, int left) {
        ResourceType type = ResourceTypes.POD_DISRUPTION_BUDGETS;
        KindEntry entry =
                environment.kinds().stored(type.group(), type.resource()).orElseThrow();
        Optional<StoredObject> current = environment
                .store()
                .get(type.key(judged.meta().namespace(), judged.meta().name()));
        if (current.isEmpty() || !current.get().view(PodDisruptionBudget.class).equals(judged)) {
            return false;
        }
        ObjectNode budget = ObjectTrees.unrevised(current.get());
        ObjectNode status = budget.withObject("/status");
        Instant at = environment.time().wall();
        String now = ObjectTrees.seconds(at);
        status.put("disruptionsAllowed", left);
        status.withObject("/disruptedPods").put(pod, now);
        if (left == 0) {
            exhausted(judged, status.withArray("/conditions"), now);
        }
        ObjectNode managed = budgetStatus.written(ObjectTrees.unrevised(current.get()), budget, at);
        var write = new Write.Put(
                ObjectTrees.stored(entry, managed, current.get()),
                new Precondition.AtRevision(current.get().revision()));
        return environment.store().commit(write) instanceof Committed.Durable;
    }

    private static void exhausted(PodDisruptionBudget budget, ArrayNode conditions, String now) {
        ObjectNode condition = find(conditions, BudgetRule.DISRUPTION_ALLOWED);
        if (!ObjectTrees.text(condition, "status").equals("False")) {
            condition.put("lastTransitionTime", now);
        }
        condition
                .put("status", "False")
                .put("observedGeneration", budget.meta().generation())
                .put("reason", BudgetRule.INSUFFICIENT_PODS)
                .put("message", "");
    }

    private static ObjectNode find(ArrayNode conditions, String type) {
        for (JsonNode condition : conditions) {
            if (condition instanceof ObjectNode object
                    && ObjectTrees.text(object, "type").equals(type)) {
                return object;
            }
        }
        return conditions.addObject().put("type", type);
    }

    /// Marks the pod as evicted, then deletes it. Options that are not valid are found out when it is marked
    /// already.
    ///
    /// @param only the revision that it must still have, if it must
    /// @return false when it has another revision
    private boolean delete(Call call, DeleteOptions options, Optional<StoredObject> only) {
        if (options.dryRun()) {
            deleteChecked(call, options);
            return true;
        }
        for (int tries = 1; tries <= TRIES; tries++) {
            StoredObject current = environment
                    .store()
                    .get(call.key())
                    .orElseThrow(() -> new RefusedException(Statuses.notFound(call.type(), call.name())));
            if (only.isPresent() && only.get().revision() != current.revision()) {
                return false;
            }
            if (!isMeant(options, current)) {
                handlers.delete(call, options);
                return true;
            }
            Optional<StoredObject> marked = mark(call, current);
            if (marked.isPresent()) {
                boolean exact = options.resourceVersion().isPresent();
                deleteChecked(call, exact ? options.atRevision(marked.get().revision()) : options);
                return true;
            }
        }
        throw new RefusedException(Statuses.conflict(call.type(), call.name()));
    }

    private void deleteChecked(Call call, DeleteOptions options) {
        options.check();
        handlers.delete(call, options);
    }

    /// Whether preconditions hold; empty ones do. What they do not hold for gets no mark, and deleting it
    /// says why.
    private static boolean isMeant(DeleteOptions options, StoredObject pod) {
        String revision = Long.toString(pod.revision());
        return options.uid()
                        .filter(uid -> !uid.isEmpty() && !uid.equals(pod.uid()))
                        .isEmpty()
                && options.resourceVersion()
                        .filter(asked -> !asked.isEmpty() && !asked.equals(revision))
                        .isEmpty();
    }

    /// @return empty when somebody else was faster
    private Optional<StoredObject> mark(Call call, StoredObject current) {
        ObjectNode pod = ObjectTrees.unrevised(current);
        ObjectNode status = pod.withObject("/status");
        PodConditions.setTrue(
                status.withArray("/conditions"),
                Pod.DISRUPTION_TARGET,
                "EvictionByEvictionAPI",
                "Eviction API: evicting",
                environment.time().wall());
        // unlike a binding, this is written as agents write a status: what it does not say of a generation
        // stays
        PodStrategy.keepObserved(status, ObjectTrees.tree(current).path("status"));
        StoredObject marked = ObjectTrees.stored(call.entry(), pod, current);
        var write = new Write.Put(marked, new Precondition.AtRevision(current.revision()));
        return environment.store().commit(write) instanceof Committed.Durable(StoredObject written)
                ? Optional.of(written)
                : Optional.empty();
    }
}
