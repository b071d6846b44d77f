package dev.tenure.controllers.tainteviction.policy;

import java.util.Locale;

/// Why a pod that should have left has not.
///
/// @param policy the name of the policy that holds it
/// @param message for people, for example `3 of 10 nodes are tainted, more than 20%`
/// @param passes whether it ends by itself, in time
public record EvictionHold(String policy, Reason reason, String message, boolean passes) {
    /// What a policy waits for.
    public enum Reason {
        /// That the stay is as long as it is to be at least.
        STAY("Stay"),
        /// That somebody ends the pause.
        PAUSED("Paused"),
        /// That fewer nodes are tainted.
        BRAKE("Brake"),
        /// That another pod stands ready in its place.
        REPLACEMENT("Replacement"),
        /// That disruption budgets let the pod go.
        BUDGET("Budget"),
        /// Its turn.
        PACE("Pace");

        private final String word;

        Reason(String word) {
            this.word = word;
        }

        /// As conditions tell it.
        public String word() {
            return word;
        }
    }

    /// In one line, for people.
    @Override
    public String toString() {
        return reason == Reason.PAUSED
                ? "policy %s is paused".formatted(policy)
                : "policy %s, %s: %s".formatted(policy, reason.word().toLowerCase(Locale.ROOT), message);
    }
}
