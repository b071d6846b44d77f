package dev.tenure.plan.trace;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;

/// The members of a gzip file (RFC 1952), one at a time, so that it is known where the last whole one ends: a
/// process that is killed leaves at most one that is cut off. Reads what [#pack] writes, a header of ten
/// bytes and nothing optional. Confined to one thread.
final class GzipMembers implements AutoCloseable {
    private static final int HEAD_BYTES = 10;
    private static final int TRAILER_BYTES = 8;
    private static final int BUFFER_BYTES = 1 << 16;

    /// A member holds some lines, each an object at most; more is no trace.
    private static final int MEMBER_BYTES_MAX = 256 << 20;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int from;
    private int to;
    private long passed;
    private long whole;

    GzipMembers(InputStream in) {
        this.in = in;
    }

    /// One member that holds these bytes.
    static byte[] pack(byte[] content) {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out, BUFFER_BYTES)) {
            gzip.write(content);
        } catch (IOException e) {
            throw new IllegalStateException("memory cannot be written to", e);
        }
        return out.toByteArray();
    }

    /// What the next member holds; empty at the end of the file.
    ///
    /// @throws EOFException when it is cut off
    /// @throws IOException when it is no member, or damaged
    Optional<byte[]> next() throws IOException {
        if (from == to && !fill()) {
            return Optional.empty();
        }
        byte[] head = take(HEAD_BYTES);
        if ((head[0] & 0xff) != 0x1f || (head[1] & 0xff) != 0x8b || head[2] != 8 || head[3] != 0) {
            throw new IOException("byte %d begins no part of a trace".formatted(whole));
        }
        byte[] content = inflate();
        byte[] trailer = take(TRAILER_BYTES);
        var sum = new CRC32();
        sum.update(content);
        if (number(trailer, 0) != sum.getValue() || number(trailer, 4) != content.length) {
            throw new IOException("the checksum of the part that begins at byte %d does not fit".formatted(whole));
        }
        whole = passed;
        return Optional.of(content);
    }

    /// How many bytes of the file the members take that were whole.
    long wholeBytes() {
        return whole;
    }

    private byte[] inflate() throws IOException {
        var content = new ByteArrayOutputStream();
        byte[] some = new byte[BUFFER_BYTES];
        try (var inflater = new Inflater(true)) {
            while (!inflater.finished()) {
                if (inflater.needsInput()) {
                    if (from == to && !fill()) {
                        throw new EOFException();
                    }
                    inflater.setInput(buffer, from, to - from);
                    passed += to - from;
                    from = to;
                }
                content.write(some, 0, inflater.inflate(some));
                if (content.size() > MEMBER_BYTES_MAX) {
                    throw new IOException(
                            "the part that begins at byte %d is larger than a trace has any".formatted(whole));
                }
            }
            from = to - inflater.getRemaining();
            passed -= inflater.getRemaining();
        } catch (DataFormatException e) {
            throw new IOException("the part that begins at byte %d is damaged".formatted(whole), e);
        }
        return content.toByteArray();
    }

    private static long number(byte[] bytes, int at) {
        long value = 0;
        for (int i = 3; i >= 0; i--) {
            value = (value << 8) | (bytes[at + i] & 0xff);
        }
        return value;
    }

    private byte[] take(int count) throws IOException {
        byte[] taken = new byte[count];
        for (int i = 0; i < count; i++) {
            if (from == to && !fill()) {
                throw new EOFException();
            }
            taken[i] = buffer[from++];
            passed++;
        }
        return taken;
    }

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(0, in.read(buffer));
        return to > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
