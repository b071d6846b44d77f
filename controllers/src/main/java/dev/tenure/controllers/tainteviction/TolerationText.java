package dev.tenure.controllers.tainteviction;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;

/// A toleration in one line, as `kubectl describe pod` shows it. Upstream: kubectl/pkg/describe (printTolerations).
final class TolerationText {
    private TolerationText() {}

    static String of(Toleration toleration) {
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
        if (toleration.stay() instanceof Stay.AtMost(long seconds)) {
            text.append(" for ").append(seconds).append('s');
        }
        return text.toString();
    }
}
