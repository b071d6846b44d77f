package dev.tenure.apiserver.negotiate;

import dev.tenure.model.meta.StoredObject;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;

/// The items of a list in protobuf, where the length of all of them comes first. A few megabytes of them are
/// held; of what is longer, the rest is written twice, once to learn how long it is, and again while the
/// client takes it: a list of any length needs the same memory. Upstream writes every list so. Used by one
/// thread.
final class ProtoItems {
    /// Pages of 500 pods stay below.
    private static final long HELD_BYTES_MAX = 8L << 20;

    private static final byte[] NOTHING = {};

    private final List<StoredObject> objects;
    private final Function<StoredObject, byte[]> write;
    private final List<byte[]> held = new ArrayList<>();
    private final long bytes;

    /// @param write gives the same bytes each time
    ProtoItems(List<StoredObject> objects, Function<StoredObject, byte[]> write) {
        this.objects = objects;
        this.write = write;
        long sum = 0;
        for (StoredObject object : objects) {
            byte[] item = write.apply(object);
            sum += item.length;
            if (sum <= HELD_BYTES_MAX) {
                held.add(item);
            }
        }
        bytes = sum;
    }

    /// How long they are together.
    long bytes() {
        return bytes;
    }

    /// All of them, with something before and after. To be asked for once.
    Iterator<byte[]> between(byte[] before, byte[] after) {
        return new Iterator<>() {
            private int next = -1;

            @Override
            public boolean hasNext() {
                return next <= objects.size();
            }

            @Override
            public byte[] next() {
                int at = next++;
                if (at > objects.size()) {
                    throw new NoSuchElementException();
                }
                if (at < 0) {
                    return before;
                }
                return at == objects.size() ? after : item(at);
            }
        };
    }

    /// What was held is let go of as it is sent.
    private byte[] item(int at) {
        return at < held.size() ? held.set(at, NOTHING) : write.apply(objects.get(at));
    }
}
