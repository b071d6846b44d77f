package dev.tenure.rules.taint;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.Toleration;
import java.util.List;

/// Which taints are meant: those that one of a list of tolerations matches, but for those that one of another
/// list matches. Here a key may end in `*`, which no key of a taint does: `readiness.k8s.io/*` is every key
/// that begins so.
///
/// @param taints which; without any none
/// @param except which of them not
public record TaintChoice(List<Toleration> taints, List<Toleration> except) {
    private static final String ANY_END = "*";

    public TaintChoice {
        taints = List.copyOf(taints);
        except = List.copyOf(except);
    }

    public boolean means(Taint taint) {
        return anyMatches(taints, taint) && !anyMatches(except, taint);
    }

    /// Whether one of the list has exactly this key.
    public boolean names(String key) {
        return taints.stream().anyMatch(each -> each.key().equals(key));
    }

    private static boolean anyMatches(List<Toleration> list, Taint taint) {
        return list.stream().anyMatch(each -> matches(each, taint));
    }

    private static boolean matches(Toleration each, Taint taint) {
        if (!each.key().endsWith(ANY_END)) {
            return TolerationRule.tolerates(each, taint);
        }
        String prefix = each.key().substring(0, each.key().length() - ANY_END.length());
        return taint.key().startsWith(prefix)
                && each.effect().filter(effect -> effect != taint.effect()).isEmpty();
    }
}
