package dev.tenure.rules.taint;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.Toleration;
import java.util.List;
import java.util.Optional;

/// How tolerations stand to one taint, whatever others the node bears.
public sealed interface TaintConsent {
    /// None of them matches, or the one that counts grants no time.
    record Refused() implements TaintConsent {}

    record Forever(Toleration toleration) implements TaintConsent {}

    record For(Toleration toleration, Stay.AtMost stay) implements TaintConsent {}

    /// Only with the feature gate of the operators Lt and Gt, of which the objects do not tell whether it is
    /// on.
    record ByGate(Toleration toleration) implements TaintConsent {}

    /// The first toleration that matches says for how long, which counts only for taints that make pods
    /// leave.
    static TaintConsent of(List<Toleration> tolerations, Taint taint) {
        Optional<Toleration> first = TolerationRule.firstConsent(tolerations, taint, false);
        Optional<Toleration> withGate = TolerationRule.firstConsent(tolerations, taint, true);
        if (withGate.isPresent() && !withGate.equals(first)) {
            return new ByGate(withGate.get());
        }
        if (first.isEmpty()) {
            return new Refused();
        }
        return switch (first.get().stay()) {
            case Stay.Forever _ -> new Forever(first.get());
            case Stay.AtMost _ when !TolerationRule.EVICTS.contains(taint.effect()) -> new Forever(first.get());
            case Stay.AtMost stay -> stay.seconds() > 0 ? new For(first.get(), stay) : new Refused();
        };
    }
}
