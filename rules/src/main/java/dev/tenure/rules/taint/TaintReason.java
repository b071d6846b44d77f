package dev.tenure.rules.taint;

import java.util.Optional;

/// Why a node bears a taint, as far as the node itself tells.
public sealed interface TaintReason {
    /// Nothing of the cluster keeps such a taint: it stays until somebody takes it away.
    record Unkept() implements TaintReason {}

    /// It stands for something that lasts.
    ///
    /// @param keeper who sets it and takes it away; absent where that is up to people
    /// @param because the condition or field behind it, for example `Ready is Unknown`
    record Lasting(Optional<String> keeper, String because) implements TaintReason {}

    /// What it stands for is over, or never was.
    ///
    /// @param keeper who ought to have taken it away; absent where that is up to people
    /// @param but what the node says instead, for example `Ready is True`
    record Stale(Optional<String> keeper, String but) implements TaintReason {}

    /// Its key belongs to a program, and the node does not tell whether what it stands for lasts.
    record Announced(String keeper, String meaning) implements TaintReason {}

    /// Who sets it and takes it away, if that is known from the key.
    default Optional<String> keptBy() {
        return switch (this) {
            case Unkept _ -> Optional.empty();
            case Lasting(var keeper, var _) -> keeper;
            case Stale(var keeper, var _) -> keeper;
            case Announced(var keeper, var _) -> Optional.of(keeper);
        };
    }

    /// In words; empty when there is nothing to say.
    default String words() {
        return switch (this) {
            case Unkept _ -> "";
            case Lasting(var _, var because) -> because;
            case Stale(var _, var but) -> "stale: " + but;
            case Announced(var _, var meaning) -> meaning;
        };
    }

    default boolean stale() {
        return this instanceof Stale;
    }
}
