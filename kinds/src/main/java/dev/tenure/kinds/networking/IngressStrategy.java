package dev.tenure.kinds.networking;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Ingresses.
public final class IngressStrategy implements PlainKind {
    private static final String CLASS = "kubernetes.io/ingress.class";

    @Override
    public void prepareForCreate(ObjectNode ingress) {
        ingress.putObject("status").putObject("loadBalancer");
    }

    @Override
    public void validate(ObjectNode ingress, FieldErrors errors) {
        ObjectMetaValidation.object(ingress, nameFormat(), errors);
        Field root = Field.root(ingress, errors);
        IngressValidation.spec(root.at("spec"));
        Field annotation = root.at("metadata", "annotations", CLASS);
        Field name = root.at("spec", "ingressClassName");
        if (annotation.isSet() && name.isSet() && !annotation.is(name.text())) {
            annotation
                    .under(new Path("annotations").child(CLASS))
                    .invalidText("must match `ingressClassName` when both are specified");
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        Field root = Field.root(next, errors);
        if (subresource.isEmpty()) {
            ObjectMetaValidation.object(next, nameFormat(), errors);
            IngressValidation.spec(root.at("spec"));
        } else {
            Set<String> known = new HashSet<>();
            old.at("/status/loadBalancer/ingress")
                    .forEach(entry -> known.add(entry.path("ip").asText("")));
            IngressValidation.status(root.at("status", "loadBalancer", "ingress"), known);
        }
    }

    @Override
    public List<String> warnings(ObjectNode next, Optional<ObjectNode> old) {
        Field root = Field.root(next, new FieldErrors());
        List<String> warnings = new ArrayList<>();
        if (old.isEmpty()) {
            boolean annotated = root.at("metadata", "annotations", CLASS).isSet();
            if (annotated && !root.at("spec", "ingressClassName").isSet()) {
                warnings.add("annotation \"" + CLASS + "\" is deprecated, please use 'spec.ingressClassName' instead");
            }
        }
        return warnings;
    }

    @Override
    public List<String> statusWarnings(ObjectNode next) {
        Field root = Field.root(next, new FieldErrors());
        List<String> warnings = new ArrayList<>();
        for (Field entry : root.at("status", "loadBalancer", "ingress").items()) {
            warnings.addAll(
                    Addresses.ipWarnings(entry.path().text(), entry.at("ip").text()));
        }
        return warnings;
    }
}
