package dev.tenure.rules.console;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which toleration a filled-in form asks for. The form's promise that a blank value matches all taints with
/// the key is not how Kubernetes matches Equal; it is kept by asking for Exists. Pure.
public final class TolerationFormRule {
    private TolerationFormRule() {}

    /// What a form comes to.
    public sealed interface Verdict {
        record Accepted(Toleration toleration) implements Verdict {}

        record Refused(List<Fault> faults) implements Verdict {
            public Refused {
                faults = List.copyOf(faults);
            }
        }
    }

    /// One thing that is wrong with a form.
    ///
    /// @param field as the console calls it
    public record Fault(String field, String complaint) {}

    public static Verdict decide(TolerationForm form) {
        List<Fault> faults = faults(form);
        if (!faults.isEmpty()) {
            return new Verdict.Refused(faults);
        }
        boolean anyValue =
                form.operator() == TolerationOperator.EQUAL && form.value().isEmpty();
        TolerationOperator operator = anyValue ? TolerationOperator.EXISTS : form.operator();
        Stay stay = form.windowSeconds().isPresent()
                ? new Stay.AtMost(form.windowSeconds().getAsLong())
                : Stay.forever();
        return new Verdict.Accepted(new Toleration(form.key(), operator, form.value(), form.policy(), stay));
    }

    private static List<Fault> faults(TolerationForm form) {
        List<Fault> faults = new ArrayList<>();
        switch (form.operator()) {
            case EQUAL -> {
                if (form.key().isEmpty()) {
                    faults.add(new Fault("Taint key", "a key is required with the operator Equal"));
                }
            }
            case EXISTS -> {
                if (!form.value().isEmpty()) {
                    faults.add(new Fault("Taint value", "a value is not allowed with the operator Exists"));
                }
            }
            case UNSPECIFIED, LT, GT, UNKNOWN -> faults.add(new Fault("Operator", "must be Equal or Exists"));
        }
        boolean executes = form.policy().equals(Optional.of(TaintEffect.NO_EXECUTE));
        if (form.windowSeconds().isPresent() && !executes) {
            faults.add(new Fault("Toleration Time Window", "a window is only allowed with the taint policy NoExecute"));
        }
        return faults;
    }
}
