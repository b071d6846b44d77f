package dev.tenure.rules.taint;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// The toleration that stands for what somebody filled into the form of a console: key, operator, value, policy and time
/// window. Its rules are those of Huawei's CCE, which has such a form.
///
/// One of them is not Kubernetes': Equal with a blank value means every value of the key. In Kubernetes it would match
/// only taints without a value, so the form writes Exists instead.
public final class TolerationFormRule {
    /// What was filled in; a blank field is empty.
    ///
    /// @param policy absent for all policies
    /// @param windowSeconds how long pods may stay; absent for ever
    public record Form(
            String key, Operator operator, String value, Optional<TaintEffect> policy, OptionalLong windowSeconds) {}

    /// What the form offers.
    public enum Operator {
        EQUAL,
        EXISTS
    }

    /// The toleration, or what is wrong with the form.
    public sealed interface Outcome {
        record Filled(Toleration toleration) implements Outcome {}

        /// @param field of the form: key, value or window
        record Refused(String field, String why) implements Outcome {}
    }

    private TolerationFormRule() {}

    public static Outcome decide(Form form) {
        if (form.operator() == Operator.EQUAL && form.key().isEmpty()) {
            return new Outcome.Refused("key", "is mandatory with operator Equal; leave it out only with Exists");
        }
        if (form.operator() == Operator.EXISTS && !form.value().isEmpty()) {
            return new Outcome.Refused("value", "cannot be given with operator Exists, which matches every value");
        }
        boolean execute = form.policy().filter(TaintEffect.NO_EXECUTE::equals).isPresent();
        if (form.windowSeconds().isPresent() && !execute) {
            return new Outcome.Refused("window", "can be given only with policy NoExecute");
        }
        boolean every = form.operator() == Operator.EXISTS || form.value().isEmpty();
        return new Outcome.Filled(new Toleration(
                form.key(),
                every ? TolerationOperator.EXISTS : TolerationOperator.EQUAL,
                form.value(),
                form.policy(),
                form.windowSeconds().isPresent()
                        ? new Stay.AtMost(form.windowSeconds().getAsLong())
                        : Stay.forever()));
    }
}
