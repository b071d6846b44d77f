package dev.tenure.apiserver.admission;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What plugins have to do after one attempt at a write, depending on its outcome. A quota, for example,
/// charges an object before it is stored: when it was not stored the charge is given back. Used by the thread
/// of the request.
public final class Aftermath {
    /// How an attempt ended.
    public enum Outcome {
        /// The object stands in the store as the request made it.
        STORED,
        /// The object is no longer in the store.
        GONE,
        /// Nothing was written: refused, overtaken by another write, or a dry run.
        NOTHING
    }

    private final List<Runnable> stored = new ArrayList<>();
    private final List<Runnable> gone = new ArrayList<>();
    private final List<Runnable> nothing = new ArrayList<>();
    private final Set<String> claims = new HashSet<>();

    public void whenStored(Runnable action) {
        stored.add(action);
    }

    public void whenGone(Runnable action) {
        gone.add(action);
    }

    public void whenNothing(Runnable action) {
        nothing.add(action);
    }

    /// Names of what was claimed for this attempt, for a plugin that claims in one phase and looks in the
    /// next.
    public Set<String> claims() {
        return claims;
    }

    /// Runs the actions of one outcome. To be called once, when the store has answered or will not be asked.
    public void settle(Outcome outcome) {
        switch (outcome) {
            case STORED -> stored.forEach(Runnable::run);
            case GONE -> gone.forEach(Runnable::run);
            case NOTHING -> nothing.forEach(Runnable::run);
        }
    }
}
