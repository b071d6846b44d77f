package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.admission.RequestForm.Projection;
import dev.tenure.apiserver.handler.body.BodyReader;
import dev.tenure.apiserver.handler.body.BodyReader.Configuration;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.request.WriteOptions;
import dev.tenure.apiserver.schema.CustomKind;
import dev.tenure.apiserver.schema.ScalePaths;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.WorkingTree;
import dev.tenure.wire.patch.managedfields.ApplyOutcome;
import dev.tenure.wire.view.Views;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The subresource `scale`: the number of replicas of a workload as an object of its own. Upstream:
/// registry/apps/deployment/storage (ScaleREST).
final class ScaleHandler implements SpecialHandler {
    private static final ResourceType SCALE =
            new ResourceType("autoscaling", "v1", "scales", "Scale", Scope.NAMESPACED);

    /// What a Scale shows to a patch when its object of a defined kind has no number of replicas.
    private static final int UNSET = Integer.MIN_VALUE;

    private static final String NO_KIND =
            "no kind is registered for the type v1.Scale in scheme \"pkg/runtime/scheme.go:111\"";

    private final Environment environment;
    private final BodyReader bodies;
    private final UpdateHandler updates;
    private final PatchHandler patches;
    private final FieldOwnership ownership;

    ScaleHandler(
            Environment environment,
            BodyReader bodies,
            UpdateHandler updates,
            PatchHandler patches,
            FieldOwnership ownership) {
        this.environment = environment;
        this.bodies = bodies;
        this.updates = updates;
        this.patches = patches;
        this.ownership = ownership;
    }

    @Override
    public ApiReply call(KindEntry entry, ApiRequest request, List<String> warnings) {
        var projection = new ScaleProjection(entry, request.target().name());
        var call = new Call(entry, request, warnings, new EmptyParts(), projection);
        entry.custom().ifPresent(custom -> call.warnings().addAll(custom.warnings()));
        return switch (request.verb()) {
            case GET -> {
                ReadHandler.checkRevision(call, environment.store());
                yield get(call, read(call));
            }
            case UPDATE -> update(call, projection);
            case PATCH -> patch(call, projection);
            case CREATE, LIST, WATCH, DELETE, DELETE_COLLECTION ->
                throw new RefusedException(Statuses.methodNotAllowed());
        };
    }

    private StoredObject read(Call call) {
        return environment
                .store()
                .get(call.key())
                .map(found -> ServedForm.of(call.entry(), found))
                .orElseThrow(() -> new RefusedException(Statuses.notFound(call.type(), call.name())));
    }

    private static ApiReply reply(Call call, StoredObject workload) {
        return new ApiReply.Document(200, Json.write(scale(call.entry(), ObjectTrees.tree(workload))), call.warnings());
    }

    private static ApiReply get(Call call, StoredObject workload) {
        unset(call, ObjectTrees.tree(workload)).ifPresent(field -> {
            throw new RefusedException(Statuses.internal("the spec replicas field " + field + " does not exist"));
        });
        return reply(call, workload);
    }

    /// The field of a kind that was defined at run time in which its objects keep the number of replicas,
    /// when this object has none.
    private static Optional<String> unset(Call call, ObjectNode workload) {
        return paths(call.entry())
                .map(ScalePaths::specReplicas)
                .filter(path -> ScalePaths.at(workload, path).isMissingNode())
                .map(Quoted::of);
    }

    /// The object as its Scale. As upstream, only who may still change it sees who manages it, and what was
    /// sent instead of what it comes to.
    private static final class ScaleProjection implements Projection {
        private final KindEntry entry;
        private final String name;
        private Optional<ObjectNode> sent = Optional.empty();

        ScaleProjection(KindEntry entry, String name) {
            this.entry = entry;
            this.name = name;
        }

        @Override
        public ObjectNode shown(ObjectNode object, boolean mutating) {
            ObjectNode scale = scale(entry, object);
            return mutating ? FieldOwnership.toScale(entry, object, scale) : scale;
        }

        @Override
        public Optional<ObjectNode> sent() {
            return sent;
        }

        @Override
        public void change(ObjectNode object, ObjectNode scale) {
            sent = Optional.of(scale);
            int replicas = scale.path("spec").path("replicas").asInt(0);
            Optional<ScalePaths> paths = paths(entry);
            if (paths.isPresent() && replicas == UNSET) {
                throw new RefusedException(Statuses.badRequest(
                        "the spec replicas field " + Quoted.of(paths.get().specReplicas()) + " cannot be empty"));
            }
            JsonNode revision = scale.path("metadata").path("resourceVersion");
            if (paths.isPresent()) {
                setReplicas(paths.get(), object, replicas);
            } else {
                check(scale);
                checkUid(object, scale);
                object.withObject("/spec").put("replicas", replicas);
                ObjectTrees.metadata(object).remove("resourceVersion");
            }
            if (!revision.asText("").isEmpty()) {
                ObjectTrees.metadata(object).set("resourceVersion", revision);
            }
        }

        /// Upstream: ValidateScale.
        private void check(ObjectNode scale) {
            var errors = new FieldErrors();
            ObjectMetaValidation.object(scale, NameFormat.DNS_SUBDOMAIN, errors);
            if (ObjectTrees.text(scale.path("metadata"), "namespace").isEmpty()) {
                errors.required("metadata.namespace", "");
            }
            int replicas = scale.path("spec").path("replicas").asInt(0);
            if (replicas < 0) {
                errors.invalid("spec.replicas", replicas, "must be greater than or equal to 0");
            }
            if (!errors.list().isEmpty()) {
                throw new RefusedException(Statuses.invalid(SCALE, name, errors.list()));
            }
        }

        private void checkUid(ObjectNode object, ObjectNode scale) {
            String asked = ObjectTrees.text(scale.path("metadata"), "uid");
            String there = ObjectTrees.text(object.path("metadata"), "uid");
            if (!asked.isEmpty() && !asked.equals(there)) {
                ResourceType type = entry.type();
                throw new RefusedException(Statuses.conflict(
                        type.group(),
                        type.resource() + "/scale",
                        name,
                        "Precondition failed: UID in precondition: %s, UID in object meta: %s"
                                .formatted(asked, there)));
            }
        }
    }

    private static void setReplicas(ScalePaths paths, ObjectNode object, int replicas) {
        paths.setReplicas(object, replicas).ifPresent(fault -> {
            throw new RefusedException(Statuses.unknown(fault));
        });
    }

    private static Optional<ScalePaths> paths(KindEntry entry) {
        return entry.custom().flatMap(CustomKind::scale);
    }

    /// The Scale of a workload.
    private static ObjectNode scale(KindEntry entry, ObjectNode workload) {
        Optional<ScalePaths> paths = paths(entry);
        ObjectNode scale = Json.object().put("kind", SCALE.kind()).put("apiVersion", SCALE.apiVersion());
        ObjectNode meta = scale.putObject("metadata");
        for (String field : new String[] {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"}) {
            JsonNode value = workload.path("metadata").path(field);
            if (!value.isMissingNode()) {
                meta.set(field, value);
            }
        }
        ObjectNode spec = scale.putObject("spec");
        int replicas = ScalePaths.at(
                        workload, paths.map(ScalePaths::specReplicas).orElse("spec.replicas"))
                .asInt(0);
        if (replicas != 0) {
            spec.put("replicas", replicas);
        }
        ObjectNode status = scale.putObject("status")
                .put(
                        "replicas",
                        ScalePaths.at(
                                        workload,
                                        paths.map(ScalePaths::statusReplicas).orElse("status.replicas"))
                                .asInt(0));
        String selector = paths.map(
                        p -> ScalePaths.at(workload, p.labelSelector()).asText(""))
                .orElseGet(() -> selector(workload.path("spec").path("selector")));
        if (!selector.isEmpty()) {
            status.put("selector", selector);
        }
        return scale;
    }

    private static String selector(JsonNode selector) {
        boolean plain = !selector.has("matchLabels") && !selector.has("matchExpressions");
        if (!plain) {
            return Views.selector(selector).toString();
        }
        var labels = new TreeMap<String, String>();
        selector.properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return LabelSelector.ofLabels(labels).toString();
    }

    private ApiReply update(Call call, ScaleProjection projection) {
        WriteOptions options = WriteOptions.of(call.request(), false);
        ObjectNode scale = sent(call, options);
        Metadata.settleNamespace(call, scale);
        UpdateHandler.checkName(call, scale);
        read(call);
        return reply(call, updates.change(call, options, old -> {
            UpdateHandler.checkUid(call, options, scale, old);
            ObjectNode next = scale.deepCopy();
            ownership.scaleUpdated(call, options, new ObjectUpdate(next, shown(call, old)));
            return resized(call, projection, old, next);
        }));
    }

    /// Upstream wants to name the kind of what it could not read, which of a defined kind's Scale it does not
    /// know.
    private ObjectNode sent(Call call, WriteOptions options) {
        bodies.checkFormat(call.request().body(), SCALE);
        try {
            return bodies.read(call.request().body(), SCALE, options.strictness(), call.warnings())
                    .object();
        } catch (RefusedException e) {
            throw paths(call.entry()).isPresent() ? new RefusedException(Statuses.badRequest(NO_KIND)) : e;
        }
    }

    private ApiReply patch(Call call, ScaleProjection projection) {
        PatchHandler.checkMediaType(call);
        boolean applying = call.request().body().contentType().equals(Body.APPLY_PATCH);
        WriteOptions options = WriteOptions.of(call.request(), applying);
        if (applying) {
            Configuration applied = bodies.configuration(call.request().body());
            return reply(
                    call,
                    updates.change(
                            call,
                            options,
                            old -> resized(call, projection, old, applied(call, options, old, applied))));
        }
        return reply(call, updates.change(call, options, old -> {
            ObjectNode before = shown(call, old);
            ObjectNode scale = patches.patched(call, options, SCALE, before);
            Metadata.settleNamespace(call, scale);
            UpdateHandler.checkName(call, scale);
            ownership.scaleUpdated(call, options, new ObjectUpdate(scale, before));
            return resized(call, projection, old, scale);
        }));
    }

    private static ObjectNode shown(Call call, ObjectNode workload) {
        ObjectNode scale = scale(call.entry(), workload);
        unset(call, workload).ifPresent(_ -> scale.withObjectProperty("spec").put("replicas", UNSET));
        return FieldOwnership.toScale(call.entry(), workload, scale);
    }

    private ObjectNode applied(Call call, WriteOptions options, ObjectNode old, Configuration applied) {
        return switch (ownership.scaleApplied(call, options, shown(call, old), applied.object())) {
            case ApplyOutcome.Conflicts conflicts -> throw new RefusedException(conflicts.status());
            case ApplyOutcome.Applied done -> {
                ObjectNode scale = ApplyHandler.decoded(call, SCALE, bodies, applied.object(), done.object())
                        .object();
                applied.reportRepeated(options.strictness(), call.warnings());
                Metadata.settleNamespace(call, scale);
                UpdateHandler.checkName(call, scale);
                yield scale;
            }
        };
    }

    private ObjectNode resized(Call call, ScaleProjection projection, ObjectNode old, ObjectNode scale) {
        ObjectNode next = WorkingTree.copy(old);
        projection.change(next, scale);
        ownership.scaleWritten(call, new ObjectUpdate(next, old), scale);
        return next;
    }
}
