package dev.tenure.plan.source;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// A text on its way from a stream to a parser, of which as much is kept as may still be asked for: what has
/// been forgotten takes no room, so a text of any length goes through. Confined to one thread.
final class TextWindow extends InputStream {
    /// More than any server of Kubernetes takes for one object.
    static final int OBJECT_BYTES_MAX = 64 << 20;

    private static final int BYTES_AT_FIRST = 1 << 16;

    private final InputStream in;
    private byte[] kept = new byte[BYTES_AT_FIRST];
    private long first;
    private int begin;
    private int end;
    private boolean over;

    TextWindow(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /// @throws DumpException when more would have to be kept than one object may have
    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int count = in.read(into, offset, length);
        if (count < 0) {
            over = true;
            return count;
        }
        makeRoom(count);
        System.arraycopy(into, offset, kept, end, count);
        end += count;
        return count;
    }

    private void makeRoom(int count) {
        if (end + count <= kept.length) {
            return;
        }
        int length = end - begin;
        if (length + count > OBJECT_BYTES_MAX) {
            throw new DumpException("an object is larger than %d MB, which no server takes: is it a dump?"
                    .formatted(OBJECT_BYTES_MAX >> 20));
        }
        byte[] next = length + count <= kept.length / 2 ? kept : new byte[Math.max(kept.length, 2 * (length + count))];
        System.arraycopy(kept, begin, next, 0, length);
        kept = next;
        begin = 0;
        end = length;
    }

    /// Whether the text has ended before this place.
    boolean isOverAt(long place) {
        return over && place >= first + end - begin;
    }

    /// A part of the text that is not forgotten.
    byte[] slice(long from, long to) {
        int at = begin + (int) (from - first);
        return Arrays.copyOfRange(kept, at, at + (int) (to - from));
    }

    /// Whether a place is no longer kept.
    boolean hasForgotten(long place) {
        return place < first;
    }

    /// Nobody will ask for what stands before this place.
    void forget(long before) {
        begin += (int) (before - first);
        first = before;
    }

    /// How many bytes are kept, room for more included.
    int room() {
        return kept.length;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
