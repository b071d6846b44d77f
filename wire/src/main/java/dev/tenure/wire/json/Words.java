package dev.tenure.wire.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The short texts that come again and again, names of fields and labels, images, phases: equal ones are one,
/// as far as it is remembered. Safe for use by any thread.
public final class Words {
    /// Longer texts, uids among them, are hardly ever the same.
    private static final int LENGTH_MAX = 32;

    private static final MemoTable<Word> KNOWN = new MemoTable<>("short texts", 1 << 15);

    /// A text, with its characters once more: bytes are compared many at a time, those of a String one by
    /// one.
    private record Word(byte[] ascii, TextNode text) {}

    private Words() {}

    /// The text of bytes of ASCII.
    ///
    /// @param hash as [String#hashCode()] of the text is
    static TextNode of(byte[] data, int from, int to, int hash) {
        return to - from > LENGTH_MAX
                ? TextNode.valueOf(new String(data, from, to - from, StandardCharsets.ISO_8859_1))
                : known(data, from, to, hash);
    }

    private static TextNode known(byte[] data, int from, int to, int hash) {
        Word known = KNOWN.at(hash);
        if (known != null && Arrays.equals(known.ascii(), 0, known.ascii().length, data, from, to)) {
            return known.text();
        }
        TextNode text = TextNode.valueOf(new String(data, from, to - from, StandardCharsets.ISO_8859_1));
        KNOWN.put(hash, new Word(Arrays.copyOfRange(data, from, to), text));
        return text;
    }

    /// The text of bytes of UTF-8.
    public static TextNode of(byte[] data, int from, int to) {
        int hash = 0;
        boolean ascii = to - from <= LENGTH_MAX;
        for (int i = from; ascii && i < to; i++) {
            hash = 31 * hash + data[i];
            ascii = data[i] >= 0;
        }
        return ascii
                ? known(data, from, to, hash)
                : TextNode.valueOf(new String(data, from, to - from, StandardCharsets.UTF_8));
    }
}
