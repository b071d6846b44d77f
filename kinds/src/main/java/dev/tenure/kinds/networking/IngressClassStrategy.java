package dev.tenure.kinds.networking;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.ObjectNode;

/// Classes of ingresses.
public final class IngressClassStrategy implements PlainKind {
    private static final int CONTROLLER_MAX = 250;
    private static final String PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
    private static final Pattern PATH_PATTERN = Pattern.compile(PATH);

    @Override
    public void setDefaults(ObjectNode object) {
        Trees.within(object.path("spec"), "parameters", parameters -> {
            if (!parameters.hasNonNull("scope")) {
                parameters.put("scope", "Cluster");
            }
        });
    }

    @Override
    public void validate(ObjectNode object, FieldErrors errors) {
        ObjectMetaValidation.object(object, nameFormat(), errors);
        Field spec = Field.root(object, errors).at("spec");
        Field controller = spec.at("controller");
        if (FieldError.byteLength(controller.text()) > CONTROLLER_MAX) {
            controller.tooLong(CONTROLLER_MAX);
        }
        controller(controller);
        if (spec.at("parameters").isSet()) {
            parameters(spec.at("parameters"));
        }
    }

    private static void controller(Field controller) {
        String text = controller.text();
        if (text.isEmpty()) {
            controller.required();
            return;
        }
        int slash = text.indexOf('/');
        if (slash <= 0 || slash == text.length() - 1) {
            controller.invalidText("must be a domain-prefixed path (such as \"acme.io/foo\")");
            return;
        }
        String host = text.substring(0, slash);
        Names.dnsSubdomain(host).forEach(complaint -> controller.invalid(host, complaint));
        String path = text.substring(slash + 1);
        if (!PATH_PATTERN.matcher(path).matches()) {
            controller.invalid(path, Names.mismatch("Invalid path", PATH));
        }
    }

    private static void parameters(Field parameters) {
        IngressValidation.reference(parameters);
        Field scope = parameters.at("scope");
        Field namespace = parameters.at("namespace");
        switch (scope.text()) {
            case "Namespace" -> {
                if (namespace.isSet()) {
                    namespace.mustBe(Names::dnsLabel);
                } else {
                    namespace.required("`parameters.scope` is set to 'Namespace'");
                }
            }
            case "Cluster" -> {
                if (namespace.isSet()) {
                    namespace.forbidden("`parameters.scope` is set to 'Cluster'");
                }
            }
            default -> scope.unsupported("Cluster", "Namespace");
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        Field controller = Field.root(next, errors).at("spec", "controller");
        if (!controller.is(old.at("/spec/controller").asText(""))) {
            controller.invalidText(ObjectMetaValidation.IMMUTABLE);
        }
        validate(next, errors);
    }
}
