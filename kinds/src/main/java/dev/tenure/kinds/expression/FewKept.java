package dev.tenure.kinds.expression;

import java.util.LinkedHashMap;
import java.util.Map;

/// The few things that were asked for last. Used by one thread.
final class FewKept<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;
    private static final int KEPT_MAX = 64;

    FewKept() {
        super(KEPT_MAX, 0.75F, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > KEPT_MAX;
    }
}
