package dev.tenure.rules.taint;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import java.util.ArrayList;
import java.util.List;

/// Whether one toleration permits all that another does, and what is left of lists when such are dropped.
/// Upstream: util/tolerations.
public final class TolerationCoverRule {
    private TolerationCoverRule() {}

    /// Whether `wide` permits all that `narrow` does. Upstream's oddities are kept: an Exists without a key
    /// covers every key, and what has the operator "" is covered only by its equal or by Exists.
    public static boolean covers(Toleration wide, Toleration narrow) {
        if (wide.equals(narrow)) {
            return true;
        }
        if (!coversKey(wide, narrow) || !coversEffect(wide, narrow)) {
            return false;
        }
        return switch (wide.operator()) {
            case UNSPECIFIED, EQUAL ->
                narrow.operator() == TolerationOperator.EQUAL && wide.value().equals(narrow.value());
            case EXISTS -> true;
            case LT, GT, UNKNOWN -> false;
        };
    }

    private static boolean coversKey(Toleration wide, Toleration narrow) {
        boolean every = wide.key().isEmpty() && wide.operator() == TolerationOperator.EXISTS;
        return every || wide.key().equals(narrow.key());
    }

    private static boolean coversEffect(Toleration wide, Toleration narrow) {
        if (wide.effect().isEmpty()) {
            return true;
        }
        return wide.effect().equals(narrow.effect())
                && (wide.effect().get() != TaintEffect.NO_EXECUTE || longEnough(wide.stay(), narrow.stay()));
    }

    private static boolean longEnough(Stay wide, Stay narrow) {
        return switch (wide) {
            case Stay.Forever _ -> true;
            case Stay.AtMost(long most) -> narrow instanceof Stay.AtMost(long wanted) && wanted <= most;
        };
    }

    /// Whether every one of `tolerations` is covered by an entry of the whitelist; an empty whitelist permits
    /// all.
    public static boolean permitted(List<Toleration> tolerations, List<Toleration> whitelist) {
        return whitelist.isEmpty() || tolerations.stream().allMatch(CoveringTolerations.of(whitelist)::cover);
    }

    /// The positions of those that stay when the covered ones are dropped: each that no kept one before it
    /// covers, nor one behind it that differs from it.
    public static List<Integer> kept(List<Toleration> all) {
        boolean[] coveredLater = new boolean[all.size()];
        var later = new CoveringTolerations();
        for (int i = all.size() - 1; i >= 0; i--) {
            coveredLater[i] = later.othersCover(all.get(i));
            later.add(all.get(i));
        }
        List<Integer> kept = new ArrayList<>();
        var before = new CoveringTolerations();
        for (int i = 0; i < all.size(); i++) {
            if (!coveredLater[i] && !before.cover(all.get(i))) {
                kept.add(i);
                before.add(all.get(i));
            }
        }
        return kept;
    }
}
