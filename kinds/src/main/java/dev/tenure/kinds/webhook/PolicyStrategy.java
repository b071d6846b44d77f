package dev.tenure.kinds.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.PlainKind;
import java.util.List;

/// Policies of admission and what binds them to objects.
///
/// @param part what they are
public record PolicyStrategy(Part part) implements PlainKind {
    /// Policies that check have a status; those that change objects have none.
    public enum Part {
        VALIDATING,
        MUTATING,
        BINDING
    }

    @Override
    public void setDefaults(ObjectNode policy) {
        Trees.within(policy, "spec", spec -> {
            Trees.within(spec, part == Part.BINDING ? "matchResources" : "matchConstraints", PolicyStrategy::resources);
            if (part != Part.BINDING) {
                Trees.fill(spec, "failurePolicy", "Fail");
            }
        });
        if (part == Part.VALIDATING) {
            Trees.object(policy, "status");
        }
    }

    private static void resources(ObjectNode resources) {
        Trees.fill(resources, "matchPolicy", "Equivalent");
        Trees.object(resources, "namespaceSelector");
        Trees.object(resources, "objectSelector");
        for (String list : new String[] {"resourceRules", "excludeResourceRules"}) {
            Trees.objects(resources.path(list)).forEach(rule -> Trees.fill(rule, "scope", "*"));
        }
    }

    @Override
    public void prepareForCreate(ObjectNode policy) {
        policy.remove("status");
        if (part == Part.VALIDATING) {
            policy.putObject("status");
        }
    }

    @Override
    public List<String> warningsWhenStored(ObjectNode object) {
        return List.of("this server does not enforce admission policies yet: \"%s\" is stored and has no effect"
                .formatted(object.path("metadata").path("name").asText()));
    }
}
