package dev.tenure.kinds.networking;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.Empties;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Network policies.
public final class NetworkPolicyStrategy implements PlainKind {
    @Override
    public void setDefaults(ObjectNode policy) {
        Trees.within(policy, "spec", spec -> {
            for (String direction : List.of("ingress", "egress")) {
                spec.path(direction).forEach(NetworkPolicyStrategy::ports);
            }
        });
        ObjectNode spec = Trees.object(policy, "spec");
        if (spec.path("policyTypes").isEmpty()) {
            ArrayNode types = spec.putArray("policyTypes").add("Ingress");
            if (!spec.path("egress").isEmpty()) {
                types.add("Egress");
            }
        }
    }

    private static void ports(JsonNode rule) {
        Trees.objects(rule.path("ports")).forEach(port -> {
            if (!port.hasNonNull("protocol")) {
                port.put("protocol", "TCP");
            }
        });
    }

    @Override
    public void validate(ObjectNode policy, FieldErrors errors) {
        ObjectMetaValidation.object(policy, nameFormat(), errors);
        NetworkPolicyValidation.spec(Field.root(policy, errors).at("spec"), Set.of());
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        Set<String> known = NetworkPolicyValidation.ranges(
                        Field.root(old, new FieldErrors()).at("spec"))
                .stream()
                .map(Field::text)
                .collect(Collectors.toSet());
        NetworkPolicyValidation.spec(Field.root(next, errors).at("spec"), known);
    }

    @Override
    public boolean raisesGeneration(ObjectNode next, ObjectNode old, Empties sent) {
        return raisesGeneration(next, old) || sent.isIn("spec", next.path("spec"));
    }

    @Override
    public List<String> warnings(ObjectNode next, Optional<ObjectNode> old) {
        List<String> warnings = new ArrayList<>();
        for (Field range : NetworkPolicyValidation.ranges(
                Field.root(next, new FieldErrors()).at("spec"))) {
            warnings.addAll(Addresses.rangeWarnings(range.path().text(), range.text()));
        }
        return warnings;
    }
}
