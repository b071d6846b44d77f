package dev.tenure.wire.json;

import dev.tenure.wire.json.Part.Elements;
import dev.tenure.wire.json.Part.Members;
import dev.tenure.wire.json.Part.Text;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Reads what [ArchiveWriter] wrote. Documents share the texts that are equal, and none of them is looked
/// into. Confined to one thread.
public final class ArchiveReader {
    private static final int BUFFER = 1 << 16;
    private static final int SEVEN_BITS = 7;
    private static final int MORE = 0x80;
    private static final int BITS_MAX = 63;
    /// No text, list or object of a cluster is larger.
    private static final int LENGTH_MAX = 1 << 26;
    private static final int DEPTH_MAX = 16;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private final List<Text> kept = new ArrayList<>();
    private final List<Shape> shapes = new ArrayList<>();
    private int next;
    private int end;

    public ArchiveReader(InputStream in) {
        this.in = in;
    }

    private int read() throws IOException {
        if (next == end) {
            next = 0;
            end = Math.max(0, in.read(buffer));
            if (end == 0) {
                throw new EOFException("an archive ends before its end");
            }
        }
        return buffer[next++] & 0xff;
    }

    /// Whether nothing follows any more.
    public boolean isOver() throws IOException {
        if (next == end) {
            next = 0;
            end = Math.max(0, in.read(buffer));
        }
        return end == 0;
    }

    /// A number that is not negative.
    ///
    /// @throws IOException when there is none, also an EOFException where the archive is cut off
    public long number() throws IOException {
        long number = 0;
        for (int shift = 0; shift < BITS_MAX; shift += SEVEN_BITS) {
            int one = read();
            number |= (long) (one & (MORE - 1)) << shift;
            if (one < MORE) {
                return number;
            }
        }
        throw damaged();
    }

    private static IOException damaged() {
        return new IOException("an archive is damaged");
    }

    private int count() throws IOException {
        long count = number();
        if (count > LENGTH_MAX) {
            throw damaged();
        }
        return (int) count;
    }

    /// @throws IOException when there is none, also an EOFException where the archive is cut off
    public Document document() throws IOException {
        if (part(0) instanceof Members members) {
            return Document.of(members);
        }
        throw damaged();
    }

    private Part part(int depth) throws IOException {
        if (depth > DEPTH_MAX) {
            throw damaged();
        }
        int tag = count();
        return switch (tag) {
            case ArchiveWriter.TEXT -> new Text(bytes());
            case ArchiveWriter.KEPT -> {
                var text = new Text(bytes());
                kept.add(text);
                yield text;
            }
            case ArchiveWriter.MEMBERS -> {
                Shape shape = shape();
                yield new Members(shape, parts(shape.size(), depth));
            }
            case ArchiveWriter.ELEMENTS -> new Elements(parts(count(), depth));
            default -> {
                int known = tag - ArchiveWriter.FIRST_KNOWN;
                if (known >= kept.size()) {
                    throw damaged();
                }
                yield kept.get(known);
            }
        };
    }

    private Part[] parts(int size, int depth) throws IOException {
        var parts = new ArrayList<Part>(Math.min(size, BUFFER));
        for (int i = 0; i < size; i++) {
            parts.add(part(depth + 1));
        }
        return parts.toArray(Part[]::new);
    }

    private Shape shape() throws IOException {
        int number = count();
        if (number > shapes.size()) {
            throw damaged();
        }
        if (number > 0) {
            return shapes.get(number - 1);
        }
        int size = count();
        var names = new ArrayList<String>(Math.min(size, BUFFER));
        for (int i = 0; i < size; i++) {
            names.add(new String(bytes(), StandardCharsets.UTF_8));
        }
        Shape shape = Shape.of(names.toArray(String[]::new));
        if (shape.isRepeating()) {
            throw damaged();
        }
        shapes.add(shape);
        return shape;
    }

    private byte[] bytes() throws IOException {
        int length = count();
        if (length > end - next && length > BUFFER) {
            return longBytes(length);
        }
        var bytes = new byte[length];
        int done = 0;
        while (done < length) {
            int some = Math.min(length - done, end - next);
            System.arraycopy(buffer, next, bytes, done, some);
            done += some;
            next += some;
            if (done < length) {
                bytes[done++] = (byte) read();
            }
        }
        return bytes;
    }

    /// A length may be wrong: room is made as bytes come.
    private byte[] longBytes(int length) throws IOException {
        var bytes = new ByteArrayOutputStream(BUFFER);
        bytes.write(buffer, next, end - next);
        next = end;
        bytes.write(in.readNBytes(length - bytes.size()));
        if (bytes.size() < length) {
            throw new EOFException("an archive ends before its end");
        }
        return bytes.toByteArray();
    }
}
