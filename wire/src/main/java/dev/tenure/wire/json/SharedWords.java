package dev.tenure.wire.json;

import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Lets trees share the short texts that come again and again: names of fields and labels, images, phases. A known text
/// costs a look instead of three objects, what is stored holds one instance of it, and it is written by copying its
/// bytes.
///
/// Each text has one place, by its hash, and pushes out what is there. What is returned always equals what was read, so
/// nobody can tell whether it is shared; that is why this may be a static table. The words are immutable, with final
/// fields, so threads may race for a place: either word serves.
final class SharedWords {
    /// Longer texts, uids among them, are hardly ever the same.
    static final int LENGTH_MAX = 32;

    /// A power of two.
    private static final int PLACES = 1 << 13;

    private static final @Nullable Word[] TABLE = new @Nullable Word[PLACES];

    /// A text that JSON spells as it is, with the bytes of this spelling.
    static final class Word extends TextNode {
        private static final long serialVersionUID = 1;

        private final byte[] bytes;

        private Word(String text, byte[] bytes) {
            super(text);
            this.bytes = bytes;
        }

        /// Without quotes. Shared: never write into it.
        byte[] bytes() {
            return bytes;
        }
    }

    private SharedWords() {}

    /// The text of these bytes.
    ///
    /// @param data holds the text, which is of ASCII without characters that JSON escapes
    /// @param hash as [String#hashCode()] of the text would be
    static TextNode node(byte[] data, int from, int to, int hash) {
        int length = to - from;
        if (length > LENGTH_MAX) {
            return TextNode.valueOf(new String(data, from, length, StandardCharsets.ISO_8859_1));
        }
        int place = place(hash);
        Word there = TABLE[place];
        if (there != null && Arrays.equals(data, from, to, there.bytes, 0, there.bytes.length)) {
            return there;
        }
        byte[] bytes = Arrays.copyOfRange(data, from, to);
        Word word = new Word(new String(bytes, StandardCharsets.ISO_8859_1), bytes);
        TABLE[place] = word;
        return word;
    }

    private static int place(int hash) {
        int mixed = hash * 0x9E3779B9;
        return (mixed ^ (mixed >>> 15)) & (PLACES - 1);
    }
}
