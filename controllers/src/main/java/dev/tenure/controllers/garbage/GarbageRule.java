package dev.tenure.controllers.garbage;

import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.OwnerReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Decides what becomes of an object because of its owners. Upstream: attemptToDeleteItem.
public final class GarbageRule {
    /// What is known of an owner.
    public enum OwnerState {
        /// It exists and stays.
        SOLID,
        /// It is gone, or another object has its name.
        ABSENT,
        /// It is being deleted and waits for what it owns.
        WAITING
    }

    /// What to do.
    public sealed interface Verdict {
        record Keep() implements Verdict {}

        /// Some owners remain: the references to the others go.
        record Release(List<String> ownerUids) implements Verdict {}

        /// No owner remains.
        record Delete(Propagation propagation) implements Verdict {}
    }

    /// Deletion policies, by their words.
    public enum Propagation {
        Background,
        Foreground,
        Orphan
    }

    public static final String FOREGROUND = "foregroundDeletion";
    public static final String ORPHAN = "orphan";

    private GarbageRule() {}

    /// @param owners the state of each owner, by uid
    /// @param ownsOthers whether the object owns something itself
    public static Verdict decide(ObjectMeta object, Map<String, OwnerState> owners, boolean ownsOthers) {
        var gone = new ArrayList<String>();
        boolean solid = false;
        boolean waiting = false;
        for (OwnerReference owner : object.ownerReferences()) {
            OwnerState state = owners.getOrDefault(owner.uid(), OwnerState.SOLID);
            solid |= state == OwnerState.SOLID;
            waiting |= state == OwnerState.WAITING;
            if (state != OwnerState.SOLID) {
                gone.add(owner.uid());
            }
        }
        if (gone.isEmpty()) {
            return new Verdict.Keep();
        }
        if (solid) {
            return new Verdict.Release(gone);
        }
        return new Verdict.Delete(waiting && ownsOthers ? Propagation.Foreground : own(object));
    }

    private static Propagation own(ObjectMeta object) {
        if (object.finalizers().contains(ORPHAN)) {
            return Propagation.Orphan;
        }
        return object.finalizers().contains(FOREGROUND) ? Propagation.Foreground : Propagation.Background;
    }
}
