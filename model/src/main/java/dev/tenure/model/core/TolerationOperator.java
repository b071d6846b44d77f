package dev.tenure.model.core;

/// How a toleration compares. The empty word stays apart from `Equal`: both match alike, yet objects that
/// differ in it differ.
public enum TolerationOperator {
    /// Nothing was written; matches as [#EQUAL] does.
    UNSPECIFIED(""),
    EQUAL("Equal"),
    EXISTS("Exists"),
    LT("Lt"),
    GT("Gt"),
    /// A word that no release knows; matches nothing.
    UNKNOWN("?");

    private final String word;

    TolerationOperator(String word) {
        this.word = word;
    }

    /// The word in objects.
    public String word() {
        return word;
    }

    public static TolerationOperator ofWord(String word) {
        return switch (word) {
            case "" -> UNSPECIFIED;
            case "Equal" -> EQUAL;
            case "Exists" -> EXISTS;
            case "Lt" -> LT;
            case "Gt" -> GT;
            default -> UNKNOWN;
        };
    }
}
