package dev.tenure.runtime.io;

/// Spells a text as one word of a command that people paste into a shell (POSIX).
public final class ShellWord {
    private ShellWord() {}

    /// In single quotes when a shell would not take it for one word as it is.
    public static String of(Object text) {
        String word = String.valueOf(text);
        boolean plain = !word.isEmpty();
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            plain &= letter || "-_./:=,@%+".indexOf(c) >= 0;
        }
        return plain ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
