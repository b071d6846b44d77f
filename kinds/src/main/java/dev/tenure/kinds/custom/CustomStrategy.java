package dev.tenure.kinds.custom;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.schema.DefaultingRule;
import dev.tenure.apiserver.schema.PruningRule;
import dev.tenure.apiserver.schema.ScalePaths;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.kinds.expression.SchemaExpressions;
import dev.tenure.kinds.value.EmbeddedValidation;
import dev.tenure.kinds.value.ListTypeValidation;
import dev.tenure.kinds.value.SchemaValidation;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.runtime.io.MadeOnce;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.go.GoNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What is peculiar to one version of a kind that was defined at run time: everything comes from its
/// definition. Upstream: registry/customresource/strategy.go, status_strategy.go, validator.go.
///
/// @param type whose kind and version must stand in objects when they are checked: as they are stored
/// @param schema of the served version
/// @param storedSchema of the version that is stored; what it does not know is not kept
/// @param status whether `status` is written through its subresource alone
/// @param expressions compiled when they are first needed
record CustomStrategy(
        ResourceType type,
        Optional<Structural> schema,
        Optional<Structural> storedSchema,
        boolean status,
        Optional<ScalePaths> scale,
        MadeOnce<Optional<SchemaExpressions>> expressions)
        implements KindStrategy {
    private static final String NOT_CHECKED = "some validation rules were not checked because the object was invalid;"
            + " correct the existing errors to complete validation";
    private static final String NO_FIELD = "<nil>";
    private static final Set<FieldError.Type> BLOCKING = Set.of(
            FieldError.Type.NOT_SUPPORTED,
            FieldError.Type.REQUIRED,
            FieldError.Type.TOO_LONG,
            FieldError.Type.TOO_MANY,
            FieldError.Type.TYPE_INVALID);
    private static final Set<String> STANDARD_FINALIZERS = Set.of("orphan", "foregroundDeletion", "kubernetes");

    @Override
    public void setDefaults(ObjectNode object) {
        schema.ifPresent(known -> DefaultingRule.fill(object, known));
    }

    @Override
    public void prepareForCreate(ObjectNode object) {
        if (status) {
            object.remove("status");
        }
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        if (subresource.equals("status")) {
            JsonNode managers = next.path("metadata").path("managedFields");
            KindStrategy.keepAllBut(next, old, "status");
            KindStrategy.keep(next, old, "kind");
            KindStrategy.keep(next, old, "apiVersion");
            ObjectNode metadata = (ObjectNode) old.path("metadata").deepCopy();
            if (managers.isMissingNode()) {
                metadata.remove("managedFields");
            } else {
                metadata.set("managedFields", managers);
            }
            next.set("metadata", metadata);
        } else if (status) {
            KindStrategy.keep(next, old, "status");
        }
    }

    @Override
    public void beforeStoring(ObjectNode object) {
        if (!storedSchema.equals(schema)) {
            PruningRule.object(object, storedSchema);
        }
        GoNumbers.written(object);
    }

    @Override
    public boolean raisesGeneration(ObjectNode next, ObjectNode old) {
        ObjectNode one = next.deepCopy().without("metadata");
        ObjectNode other = old.deepCopy().without("metadata");
        return !one.equals(other);
    }

    @Override
    public List<String> resetFields(String subresource) {
        return switch (subresource) {
            case "" -> status ? List.of("status") : List.of();
            case "status" -> List.of("metadata", "spec");
            default -> List.of();
        };
    }

    @Override
    public void validate(ObjectNode object, FieldErrors errors) {
        if (typed(object, errors)) {
            ObjectMetaValidation.plain(Field.root(object, errors).at("metadata"), Names::dnsSubdomain);
            schema.ifPresent(known -> SchemaValidation.validate(object, known.source(), Path.ROOT, errors));
            scaleSpec(object, errors);
            scaleStatus(object, errors);
        }
        schema.ifPresent(known -> {
            EmbeddedValidation.validate(object, known, Path.ROOT, errors);
            ListTypeValidation.validate(object, known, Path.ROOT, errors);
        });
        expressions(object, Optional.empty(), errors);
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        boolean ofStatus = subresource.equals("status");
        if (typed(next, errors)) {
            ObjectMetaValidation.plainUpdate(Field.root(next, errors).at("metadata"), old.path("metadata"));
            values(next, old, ofStatus, errors);
            if (!ofStatus) {
                scaleSpec(next, errors);
            }
            scaleStatus(next, errors);
        }
        schema.ifPresent(known -> {
            if (!ofStatus) {
                EmbeddedValidation.validate(next, known, Path.ROOT, errors);
            }
            var before = new FieldErrors();
            ListTypeValidation.validate(old, known, Path.ROOT, before);
            if (before.isEmpty()) {
                ListTypeValidation.validate(next, known, Path.ROOT, errors);
            }
        });
        expressions(next, Optional.of(old), errors);
    }

    private void values(ObjectNode next, ObjectNode old, boolean ofStatus, FieldErrors errors) {
        if (schema.isEmpty()) {
            return;
        }
        JsonNode source = schema.get().source();
        if (!ofStatus) {
            SchemaValidation.validateUpdate(next, Optional.of(old), source, Path.ROOT, errors);
        } else if (next.has("status") && source.path("properties").has("status")) {
            Optional<JsonNode> before = Optional.ofNullable(old.get("status"));
            JsonNode own = source.path("properties").path("status");
            SchemaValidation.validateUpdate(next.path("status"), before, own, new Path("status"), errors);
        }
    }

    private boolean typed(ObjectNode object, FieldErrors errors) {
        String kind = object.path("kind").asText("");
        String apiVersion = object.path("apiVersion").asText("");
        if (!kind.equals(type.kind())) {
            errors.invalid("kind", kind, "must be " + type.kind());
        }
        if (!apiVersion.equals(type.apiVersion())) {
            errors.invalid("apiVersion", apiVersion, "must be " + type.apiVersion());
        }
        return kind.equals(type.kind()) && apiVersion.equals(type.apiVersion());
    }

    /// Rules written as expressions are only looked at where the object has the form that they count on.
    private void expressions(ObjectNode object, Optional<JsonNode> old, FieldErrors errors) {
        Optional<SchemaExpressions> known = expressions.get();
        if (known.isEmpty()) {
            return;
        }
        if (errors.list().stream().anyMatch(error -> BLOCKING.contains(error.type()))) {
            errors.invalid(NO_FIELD, NullNode.INSTANCE, NOT_CHECKED);
        } else {
            old.ifPresentOrElse(
                    was -> known.get().validateUpdate(object, was, Path.ROOT, errors),
                    () -> known.get().validate(object, Path.ROOT, errors));
        }
    }

    private void scaleSpec(ObjectNode object, FieldErrors errors) {
        scale.ifPresent(paths -> count(object, paths.specReplicas(), errors));
    }

    private void scaleStatus(ObjectNode object, FieldErrors errors) {
        if (scale.isEmpty()) {
            return;
        }
        count(object, scale.get().statusReplicas(), errors);
        String path = scale.get().labelSelector();
        if (!path.isEmpty()) {
            ScaleValues.text(object, path).ifPresent(fault -> errors.invalid(path, "", fault));
        }
    }

    private static void count(ObjectNode object, String path, FieldErrors errors) {
        Optional<String> fault = ScaleValues.fault(object, path);
        long replicas = ScalePaths.at(object, path).asLong(0);
        if (fault.isPresent()) {
            errors.invalid(path, 0, fault.get());
        } else if (replicas < 0) {
            errors.invalid(path, replicas, "should be a non-negative integer");
        } else if (replicas > Integer.MAX_VALUE) {
            errors.invalid(path, replicas, "should be less than or equal to " + Integer.MAX_VALUE);
        }
    }

    @Override
    public List<String> warnings(ObjectNode next, Optional<ObjectNode> old) {
        Set<String> added = new TreeSet<>();
        next.path("metadata").path("finalizers").forEach(finalizer -> added.add(finalizer.asText()));
        old.ifPresent(
                was -> was.path("metadata").path("finalizers").forEach(finalizer -> added.remove(finalizer.asText())));
        var warnings = new ArrayList<String>();
        for (String finalizer : added) {
            String front = "metadata.finalizers: " + Quoted.of(finalizer) + ": ";
            Names.qualified(finalizer).forEach(complaint -> warnings.add(front + complaint));
            if (!finalizer.contains("/") && !STANDARD_FINALIZERS.contains(finalizer)) {
                String path = finalizer.contains(".") ? " including a path (/)" : "";
                warnings.add(front + "prefer a domain-qualified finalizer name" + path
                        + " to avoid accidental conflicts with other finalizer writers");
            }
        }
        return warnings;
    }
}
