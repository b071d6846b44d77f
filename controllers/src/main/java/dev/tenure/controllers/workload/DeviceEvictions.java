package dev.tenure.controllers.workload;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The evictions because of devices, as their controller knows them, for the one that keeps the ledger of all
/// evictions and shows those to come. Confined to the thread that all controllers share.
public final class DeviceEvictions {
    /// So many past ones are remembered: those that the ledger has yet to hear of.
    static final int PAST_MAX = 500;

    private final Map<String, DeviceEviction> coming = new HashMap<>();
    private final LinkedHashMap<String, DeviceEviction> past = new LinkedHashMap<>();
    private long changes;

    /// Their controller begins anew.
    public void clear() {
        coming.clear();
        changes++;
    }

    /// A pod has to leave, or at another moment than was said before.
    public void expect(DeviceEviction eviction) {
        coming.put(eviction.uid(), eviction);
        changes++;
    }

    /// A pod need not leave.
    public void cancel(String uid) {
        changes += coming.remove(uid) == null ? 0 : 1;
    }

    /// A pod leaves, or has left.
    public void over(String uid) {
        DeviceEviction eviction = coming.remove(uid);
        if (eviction == null) {
            return;
        }
        changes++;
        past.put(uid, eviction);
        if (past.size() > PAST_MAX) {
            past.pollFirstEntry();
        }
    }

    /// Those to come, in no order.
    public Collection<DeviceEviction> coming() {
        return List.copyOf(coming.values());
    }

    /// Another number after each change of what is to come.
    public long changes() {
        return changes;
    }

    /// Why a pod leaves or has left because of a device; absent when nobody remembers.
    public Optional<DeviceEviction> of(String uid) {
        return Optional.ofNullable(coming.get(uid)).or(() -> Optional.ofNullable(past.get(uid)));
    }
}
