package dev.tenure.apiserver.handler;

import java.util.UUID;
import java.util.random.RandomGenerator;

/// Gives out uids and the generated parts of names. As safe for use by several threads as its source of
/// chance is.
public final class Identities {
    /// Letters and digits that make no words and are not mixed up.
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX_LENGTH = 5;
    private static final int NAME_LENGTH_MAX = 63;

    private final RandomGenerator random;

    public Identities(RandomGenerator random) {
        this.random = random;
    }

    /// A version 4 UUID.
    public String uid() {
        long high = (random.nextLong() & 0xffffffffffff0fffL) | 0x4000L;
        long low = (random.nextLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
        return new UUID(high, low).toString();
    }

    /// A name that begins as asked and ends by chance; a beginning that is too long is cut.
    public String name(String prefix) {
        int room = NAME_LENGTH_MAX - SUFFIX_LENGTH;
        return (prefix.length() > room ? prefix.substring(0, room) : prefix) + suffix();
    }

    /// Five characters by chance.
    public String suffix() {
        var suffix = new StringBuilder(SUFFIX_LENGTH);
        for (int i = 0; i < SUFFIX_LENGTH; i++) {
            suffix.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return suffix.toString();
    }
}
