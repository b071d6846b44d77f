package dev.tenure.wire.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Remembers what was made once, so that equal things are one thing, or need not be worked out again.
/// Bounded: each entry has one place, by its hash, and pushes out what is there. Whoever looks compares what
/// it finds, so that an entry which is lost or stands for something else costs the work again and never a
/// wrong answer.
///
/// Safe for use by several threads, without locks: a place is written with release and read with acquire
/// semantics, so whoever sees an entry sees all of it. Two threads may push out one another's entry; either
/// serves. Entries are immutable and reach nothing that changes. This is the one class whose tables may be
/// static.
///
/// @param <E> immutable
public final class MemoTable<E> {
    private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(Object[].class);

    private static final int SPREAD = 0x9E3779B9;

    private final String name;
    private final @Nullable Object[] places;

    /// How full a table is.
    ///
    /// @param places how many entries it has room for
    public record Usage(String name, int entries, int places) {}

    /// @param name what it holds, for who measures it
    /// @param places for how many entries there is room; a power of two
    public MemoTable(String name, int places) {
        if (Integer.bitCount(places) != 1) {
            throw new IllegalArgumentException("%s: %d places are no power of two".formatted(name, places));
        }
        this.name = name;
        this.places = new @Nullable Object[places];
    }

    /// What stands at the place of a hash; it may have another hash. Null when there is nothing.
    @SuppressWarnings("unchecked") // put() takes nothing else
    public @Nullable E at(int hash) {
        return (E) PLACE.getAcquire(places, place(hash));
    }

    /// Remembers an entry, instead of what is at its place.
    public void put(int hash, E entry) {
        PLACE.setRelease(places, place(hash), Objects.requireNonNull(entry));
    }

    /// The entry that equals this one: a known one, or this one, which is known from then on.
    public E share(E entry) {
        int hash = entry.hashCode();
        E known = at(hash);
        if (entry.equals(known)) {
            return Objects.requireNonNull(known);
        }
        put(hash, entry);
        return entry;
    }

    public Usage usage() {
        long entries = Arrays.stream(places).filter(Objects::nonNull).count();
        return new Usage(name, (int) entries, places.length);
    }

    private int place(int hash) {
        int mixed = hash * SPREAD;
        return (mixed ^ (mixed >>> 15)) & (places.length - 1);
    }
}
