package dev.tenure.rules.taint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.rules.taint.TolerationFormRule.Form;
import dev.tenure.rules.taint.TolerationFormRule.Operator;
import dev.tenure.rules.taint.TolerationFormRule.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// The form's whole domain: blank or not, both operators, all policies, with and without a window.
class TolerationFormRuleTest {
    private static final List<String> TEXTS = List.of("", "x");

    private static List<Form> all() {
        List<Optional<TaintEffect>> policies = new ArrayList<>();
        policies.add(Optional.empty());
        for (TaintEffect effect : TaintEffect.values()) {
            policies.add(Optional.of(effect));
        }
        var forms = new ArrayList<Form>();
        for (String key : TEXTS) {
            for (String value : TEXTS) {
                for (Operator operator : Operator.values()) {
                    for (Optional<TaintEffect> policy : policies) {
                        forms.add(new Form(key, operator, value, policy, OptionalLong.empty()));
                        forms.add(new Form(key, operator, value, policy, OptionalLong.of(300)));
                    }
                }
            }
        }
        return forms;
    }

    @Test
    void everyFormIsRefusedForItsReasonOrFilled() {
        for (Form form : all()) {
            boolean windowed = form.windowSeconds().isPresent();
            String field = "";
            if (form.operator() == Operator.EQUAL && form.key().isEmpty()) {
                field = "key";
            } else if (form.operator() == Operator.EXISTS && !form.value().isEmpty()) {
                field = "value";
            } else if (windowed && !form.policy().equals(Optional.of(TaintEffect.NO_EXECUTE))) {
                field = "window";
            }
            switch (TolerationFormRule.decide(form)) {
                case Outcome.Refused refused ->
                    assertThat(refused.field()).as("%s", form).isEqualTo(field);
                case Outcome.Filled(Toleration toleration) -> {
                    assertThat(field).as("%s", form).isEmpty();
                    assertThat(toleration)
                            .as("%s", form)
                            .isEqualTo(new Toleration(
                                    form.key(),
                                    form.value().isEmpty() ? TolerationOperator.EXISTS : TolerationOperator.EQUAL,
                                    form.value(),
                                    form.policy(),
                                    windowed ? new Stay.AtMost(300) : Stay.forever()));
                }
            }
        }
    }
}
