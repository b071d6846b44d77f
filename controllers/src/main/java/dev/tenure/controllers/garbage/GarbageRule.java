package dev.tenure.controllers.garbage;

import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.OwnerReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Decides what becomes of an object because of its owners. Upstream: attemptToDeleteItem.
final class GarbageRule {
    /// What is known of an owner.
    public enum OwnerState {
        /// It exists and stays.
        SOLID,
        /// It is gone, or another object has its name.
        ABSENT,
        /// It is being deleted and waits for what it owns.
        WAITING
    }

    /// What an object owns itself.
    public enum Owned {
        NOTHING,
        SOMETHING,
        /// Something that is being deleted and waits for what it owns: perhaps, by way of others, for this
        /// object.
        WAITING
    }

    /// What to do.
    public sealed interface Verdict {
        record Keep() implements Verdict {}

        /// Some owners remain: the references to the others go.
        record Release(List<String> ownerUids) implements Verdict {}

        /// No owner remains.
        ///
        /// @param unblocks whether its owners must not wait for it, for they may own each other in a circle
        record Delete(Propagation propagation, boolean unblocks) implements Verdict {}
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
    public static Verdict decide(ObjectMeta object, Map<String, OwnerState> owners, Owned owned) {
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
        return waiting && owned != Owned.NOTHING
                ? new Verdict.Delete(Propagation.Foreground, owned == Owned.WAITING)
                : new Verdict.Delete(own(object), false);
    }

    private static Propagation own(ObjectMeta object) {
        if (object.finalizers().contains(ORPHAN)) {
            return Propagation.Orphan;
        }
        return object.finalizers().contains(FOREGROUND) ? Propagation.Foreground : Propagation.Background;
    }
}
