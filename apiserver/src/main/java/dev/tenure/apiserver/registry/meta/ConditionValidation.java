package dev.tenure.apiserver.registry.meta;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Conditions of the common form that newer kinds have.
public final class ConditionValidation {
    private static final String REASON = "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?";
    private static final Pattern REASON_PATTERN = Pattern.compile(REASON);
    private static final int REASON_MAX = 1024;
    private static final int MESSAGE_MAX = 32 * 1024;

    private ConditionValidation() {}

    public static void conditions(Field conditions) {
        Set<String> seen = new HashSet<>();
        for (Field condition : conditions.items()) {
            if (!seen.add(condition.at("type").text())) {
                condition.at("type").duplicate();
            }
            condition(condition);
        }
    }

    private static void condition(Field condition) {
        Field type = condition.at("type");
        Names.qualified(type.text()).forEach(type::invalidText);
        if (!List.of("True", "False", "Unknown").contains(condition.at("status").text())) {
            condition.at("status").unsupported("False", "True", "Unknown");
        }
        if (condition.at("observedGeneration").number() < 0) {
            condition.at("observedGeneration").invalidNumber("must be greater than or equal to zero");
        }
        if (condition.at("lastTransitionTime").text().isEmpty()) {
            condition.at("lastTransitionTime").required();
        }
        reason(condition.at("reason"));
        if (condition.at("message").isLongerThan(MESSAGE_MAX)) {
            condition.at("message").tooLong(MESSAGE_MAX);
        }
    }

    private static void reason(Field reason) {
        if (reason.text().isEmpty()) {
            reason.required();
            return;
        }
        if (!REASON_PATTERN.matcher(reason.text()).matches()) {
            reason.invalidText(Names.mismatch(
                    "a condition reason must start with alphabetic character, optionally followed by a string of"
                            + " alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
                    REASON,
                    "my_name",
                    "MY_NAME",
                    "MyName",
                    "ReasonA,ReasonB",
                    "ReasonA:ReasonB"));
        }
        if (reason.isLongerThan(REASON_MAX)) {
            reason.tooLong(REASON_MAX);
        }
    }
}
