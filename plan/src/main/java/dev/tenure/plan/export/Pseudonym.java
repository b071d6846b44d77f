package dev.tenure.plan.export;

/// A word and what stands for it. Immutable.
///
/// @param next how many codes had been used by then
public record Pseudonym(Of of, String word, String code, int next) {
    /// What kind of word it is; the same word has a pseudonym as each.
    public enum Of {
        PART,
        TEXT,
        ADDRESS
    }
}
