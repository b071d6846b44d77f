package dev.tenure.rules.taint;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;

/// A toleration in one line, as `kubectl describe pod` shows it, and with the operators that compare numbers,
/// which that leaves out. The console's pages write the same (`tolerationText` in words.ts). Pure. Upstream:
/// kubectl/pkg/describe (printTolerations).
public final class TolerationText {
    private TolerationText() {}

    public static String of(Toleration toleration) {
        var text = new StringBuilder(toleration.key());
        if (!toleration.value().isEmpty()) {
            text.append('=').append(toleration.value());
        }
        toleration
                .effect()
                .map(TaintEffect::word)
                .ifPresent(word -> text.append(':').append(word));
        if (toleration.operator() == TolerationOperator.EXISTS
                && toleration.value().isEmpty()) {
            text.append(text.isEmpty() ? "op=Exists" : " op=Exists");
        }
        if (toleration.operator() == TolerationOperator.LT || toleration.operator() == TolerationOperator.GT) {
            text.append(" op=").append(toleration.operator().word());
        }
        if (toleration.stay() instanceof Stay.AtMost(long seconds)) {
            text.append(" for ").append(seconds).append('s');
        }
        return text.toString();
    }
}
