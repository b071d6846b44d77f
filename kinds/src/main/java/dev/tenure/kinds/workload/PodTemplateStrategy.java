package dev.tenure.kinds.workload;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.DisabledFields;
import dev.tenure.kinds.podspec.PodOptions;
import dev.tenure.kinds.podspec.PodSpecDefaults;
import dev.tenure.kinds.podspec.PodTemplateValidation;
import dev.tenure.kinds.podspec.warning.PodWarnings;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// Pod templates stored for themselves.
public final class PodTemplateStrategy implements PlainKind {
    private static final String TEMPLATE = "template";

    private final boolean comparisonOperators;

    /// @param comparisonOperators whether tolerations may use Lt and Gt
    public PodTemplateStrategy(boolean comparisonOperators) {
        this.comparisonOperators = comparisonOperators;
    }

    @Override
    public void setDefaults(ObjectNode object) {
        Trees.object(Trees.object(object, TEMPLATE), "spec");
        PodSpecDefaults.template(object.path(TEMPLATE));
    }

    @Override
    public void prepareForCreate(ObjectNode object) {
        Trees.within(object.path(TEMPLATE), "spec", spec -> DisabledFields.drop(spec, MissingNode.INSTANCE));
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        JsonNode before = old.path(TEMPLATE).path("spec");
        Trees.within(next.path(TEMPLATE), "spec", spec -> DisabledFields.drop(spec, before));
    }

    @Override
    public boolean raisesGeneration(ObjectNode next, ObjectNode old) {
        return !SameValue.same(next.path(TEMPLATE), old.path(TEMPLATE));
    }

    @Override
    public void validate(ObjectNode object, FieldErrors errors) {
        ObjectMetaValidation.object(object, NameFormat.DNS_SUBDOMAIN, errors);
        PodTemplateValidation.check(Field.root(object, errors).at(TEMPLATE), PodOptions.fresh(comparisonOperators));
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        JsonNode before = old.path(TEMPLATE);
        PodTemplateValidation.check(
                Field.root(next, errors).at(TEMPLATE),
                PodOptions.of(comparisonOperators, before.path("spec"), before.path("metadata")));
    }

    @Override
    public List<String> warnings(ObjectNode object, Optional<ObjectNode> old) {
        boolean same = old.isPresent() && !raisesGeneration(object, old.get());
        return same ? List.of() : PodWarnings.ofTemplate(Path.ROOT.child(TEMPLATE), object.path(TEMPLATE));
    }
}
