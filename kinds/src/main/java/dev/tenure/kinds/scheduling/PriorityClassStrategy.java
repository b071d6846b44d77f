package dev.tenure.kinds.scheduling;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.ObjectNode;
import java.util.Map;

/// Priority classes: their numbers never change.
public final class PriorityClassStrategy implements PlainKind {
    private static final long HIGHEST_OF_USERS = 1_000_000_000;
    private static final String SYSTEM = "system-";
    private static final Map<String, Long> KNOWN = Map.of(
            "system-node-critical", 2 * HIGHEST_OF_USERS + 1000, "system-cluster-critical", 2 * HIGHEST_OF_USERS);

    @Override
    public void setDefaults(ObjectNode priorityClass) {
        Trees.fillAbsent(priorityClass, "preemptionPolicy", "PreemptLowerPriority");
    }

    @Override
    public void validate(ObjectNode priorityClass, FieldErrors errors) {
        ObjectMetaValidation.object(priorityClass, NameFormat.DNS_SUBDOMAIN, errors);
        Field root = Field.root(priorityClass, errors);
        Field name = root.at("metadata", "name");
        Field value = root.at("value");
        if (name.text().startsWith(SYSTEM)) {
            system(name, value, root.at("globalDefault").flag());
        } else if (value.number() > HIGHEST_OF_USERS) {
            value.forbidden("maximum allowed value of a user defined priority is " + HIGHEST_OF_USERS);
        }
        Field policy = root.at("preemptionPolicy");
        if (policy.isSet()) {
            policy.mustBeGivenAndOneOf("PreemptLowerPriority", "Never");
        }
    }

    private static void system(Field name, Field value, boolean globalDefault) {
        String known = name.text();
        String fault;
        if (!KNOWN.containsKey(known)) {
            fault = known + " is not a known system priority class";
        } else if (value.number() != KNOWN.get(known)) {
            fault = "value of %s PriorityClass must be %d".formatted(known, KNOWN.get(known));
        } else if (globalDefault) {
            fault = "globalDefault of %s PriorityClass must be false".formatted(known);
        } else {
            return;
        }
        name.forbidden("priority class names with 'system-' prefix are reserved for system use only. error: " + fault);
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        Field root = Field.root(next, errors);
        if (root.at("value").number() != old.path("value").asLong()) {
            root.at("value").forbidden("may not be changed in an update.");
        }
        ObjectMetaValidation.immutable(root.at("preemptionPolicy"), old.path("preemptionPolicy"));
    }
}
