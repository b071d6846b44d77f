package dev.tenure.kinds.scheduling;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.rules.priority.PriorityRule;
import dev.tenure.wire.json.ObjectNode;

/// Priority classes: their numbers never change.
public final class PriorityClassStrategy implements PlainKind {
    private static final String SYSTEM = "system-";

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
        } else if (value.number() > PriorityRule.USER_MAX) {
            value.forbidden("maximum allowed value of a user defined priority is " + PriorityRule.USER_MAX);
        }
        Field policy = root.at("preemptionPolicy");
        if (policy.isSet()) {
            policy.mustBeGivenAndOneOf("PreemptLowerPriority", "Never");
        }
    }

    private static void system(Field name, Field value, boolean globalDefault) {
        String known = name.text();
        Integer worth = PriorityRule.SYSTEM_CLASSES.get(known);
        String fault;
        if (worth == null) {
            fault = known + " is not a known system priority class";
        } else if (value.number() != worth) {
            fault = "value of %s PriorityClass must be %d".formatted(known, worth);
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
