package dev.tenure.store.etcd;

import dev.tenure.store.StoreUnavailableException;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// A file of bbolt, the database in which a member of etcd keeps its keys: read only, a page at a time, and
/// never further than the file goes, whatever stands in it. Confined to one thread.
///
/// The first two pages say in turn where the root is; the one with the higher transaction counts whose
/// checksum is right. From there on pages are branches, which name further pages, and leaves, which hold keys
/// and values in order; the value of a bucket names its own root, or holds it. Upstream: go.etcd.io/bbolt
/// (page.go, meta.go, bucket.go).
final class BoltFile implements AutoCloseable {
    /// So many bytes of a file are enough for [#begins].
    static final int BEGIN_BYTES = 20;

    private static final int MAGIC = 0xED0C_DAED;
    private static final int VERSION = 2;
    private static final int HEADER_BYTES = 16;
    private static final int ELEMENT_BYTES = 16;
    private static final int BUCKET_BYTES = 16;
    private static final int META_BYTES = 80;
    private static final int CHECKSUM_AT = 72;
    private static final int PAGE_BYTES_MIN = 512;
    private static final int PAGE_BYTES_MAX = 1 << 16;
    private static final int DEPTH_MAX = 64;
    private static final int BRANCH = 0x01;
    private static final int LEAF = 0x02;
    private static final int IS_BUCKET = 0x01;
    private static final long FNV_OFFSET = 0xCBF2_9CE4_8422_2325L;
    private static final long FNV_PRIME = 0x100_0000_01B3L;

    private final Path file;
    private final FileChannel channel;
    private final long bytes;
    private final Meta meta;

    private BoltFile(Path file, FileChannel channel, long bytes, Meta meta) {
        this.file = file;
        this.channel = channel;
        this.bytes = bytes;
        this.meta = meta;
    }

    /// @param root page of the root bucket
    private record Meta(int pageBytes, long root, long transaction) {}

    /// Is called with each entry, in the order of the keys. The value is good until it returns.
    interface Entries {
        void entry(byte[] key, byte[] value);
    }

    private interface Elements {
        void element(boolean bucket, byte[] key, ByteBuffer value);
    }

    /// Whether a file that begins so is one.
    static boolean begins(byte[] begin) {
        return begin.length >= BEGIN_BYTES && little(ByteBuffer.wrap(begin)).getInt(HEADER_BYTES) == MAGIC;
    }

    private static ByteBuffer little(ByteBuffer buffer) {
        return buffer.order(ByteOrder.LITTLE_ENDIAN);
    }

    /// @throws StoreUnavailableException when it is none, or is damaged
    static BoltFile open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            long bytes = channel.size();
            return new BoltFile(file, channel, bytes, meta(file, channel, bytes));
        } catch (IOException | StoreUnavailableException e) {
            channel.close();
            throw e;
        }
    }

    private static Meta meta(Path file, FileChannel channel, long bytes) throws IOException {
        Optional<Meta> first = meta(file, channel, bytes, 0);
        Stream<Integer> sizes = first.map(one -> Stream.of(one.pageBytes()))
                .orElseGet(() -> Stream.iterate(PAGE_BYTES_MIN, size -> size <= PAGE_BYTES_MAX, size -> size * 2));
        Optional<Meta> second = Optional.empty();
        for (int size : sizes.toList()) {
            second = second.or(() -> quietly(file, channel, bytes, size));
        }
        Optional<Meta> newer = second.filter(
                other -> first.isEmpty() || other.transaction() > first.get().transaction());
        return newer.or(() -> first)
                .orElseThrow(() -> damaged(file, "neither of its first two pages is as it was written"));
    }

    private static Optional<Meta> quietly(Path file, FileChannel channel, long bytes, int at) {
        try {
            return meta(file, channel, bytes, at);
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static Optional<Meta> meta(Path file, FileChannel channel, long bytes, int at) throws IOException {
        if (at + META_BYTES > bytes) {
            return Optional.empty();
        }
        ByteBuffer page = read(channel, at, META_BYTES);
        if (page.getInt(16) != MAGIC) {
            return Optional.empty();
        }
        if (page.getInt(20) != VERSION) {
            throw new StoreUnavailableException(
                    "%s is a database of bbolt's format %d, this build knows format %d: use a build that knows it, or `etcdutl snapshot restore` with its own etcd"
                            .formatted(file, page.getInt(20), VERSION));
        }
        int pageBytes = page.getInt(24);
        boolean possible = pageBytes >= PAGE_BYTES_MIN
                && pageBytes <= PAGE_BYTES_MAX
                && Integer.bitCount(pageBytes) == 1
                && (at == 0 || at == pageBytes);
        return possible && checksum(page) == page.getLong(CHECKSUM_AT)
                ? Optional.of(new Meta(pageBytes, page.getLong(32), page.getLong(64)))
                : Optional.empty();
    }

    /// FNV-1a over what the meta says.
    private static long checksum(ByteBuffer page) {
        long sum = FNV_OFFSET;
        for (int i = HEADER_BYTES; i < CHECKSUM_AT; i++) {
            sum = (sum ^ (page.get(i) & 0xff)) * FNV_PRIME;
        }
        return sum;
    }

    private static ByteBuffer read(FileChannel channel, long at, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, at + buffer.position()) < 0) {
                throw new EOFException("it ends in the middle of a page");
            }
        }
        return little(buffer.flip());
    }

    private static StoreUnavailableException damaged(Path file, String why) {
        return new StoreUnavailableException(
                "%s is damaged, or no database of etcd: %s; use another one".formatted(file, why));
    }

    /// Tells of all entries of a bucket at the first level; of none where there is no such bucket.
    ///
    /// @throws StoreUnavailableException when something is damaged
    void each(String bucket, Entries visitor) throws IOException {
        var wanted = bucket.getBytes(StandardCharsets.UTF_8);
        var pages = new BitSet();
        try {
            walk(meta.root(), pages, 0, (isBucket, key, value) -> {
                if (isBucket && Arrays.equals(key, wanted)) {
                    open(value, pages, visitor);
                }
            });
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new StoreUnavailableException(
                    String.valueOf(damaged(file, "what a page says of itself goes beyond it")
                            .getMessage()),
                    e);
        } catch (UncheckedIOException e) {
            throw Objects.requireNonNull(e.getCause());
        }
    }

    private void open(ByteBuffer bucket, BitSet pages, Entries visitor) {
        Elements entries = (isBucket, key, value) -> {
            if (!isBucket) {
                byte[] copy = new byte[value.remaining()];
                value.get(copy);
                visitor.entry(key, copy);
            }
        };
        long root = bucket.getLong(0);
        try {
            if (root == 0) {
                elements(little(bucket.slice(BUCKET_BYTES, bucket.remaining() - BUCKET_BYTES)), entries);
            } else {
                walk(root, pages, 0, entries);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void walk(long id, BitSet pages, int depth, Elements visitor) throws IOException {
        ByteBuffer page = page(id);
        int number = Math.toIntExact(id);
        if (depth > DEPTH_MAX || pages.get(number)) {
            throw damaged(file, "page %d leads back to itself".formatted(id));
        }
        pages.set(number);
        int flags = page.getShort(8);
        if (flags == LEAF) {
            elements(page, visitor);
        } else if (flags == BRANCH) {
            for (long child : children(page)) {
                walk(child, pages, depth + 1, visitor);
            }
        } else {
            throw damaged(file, "page %d is neither a branch nor a leaf".formatted(id));
        }
    }

    private static List<Long> children(ByteBuffer page) {
        int count = page.getShort(10) & 0xffff;
        return Stream.iterate(0, i -> i < count, i -> i + 1)
                .map(i -> page.getLong(HEADER_BYTES + i * ELEMENT_BYTES + 8))
                .toList();
    }

    /// A page with those that it flows over into.
    private ByteBuffer page(long id) throws IOException {
        long at = id * meta.pageBytes();
        if (id < 2 || id > bytes / meta.pageBytes() || at + meta.pageBytes() > bytes) {
            throw damaged(file, "page %d is not in it".formatted(id));
        }
        ByteBuffer header = read(channel, at, HEADER_BYTES);
        long length = (1 + (header.getInt(12) & 0xffff_ffffL)) * meta.pageBytes();
        if (header.getLong(0) != id || length > Integer.MAX_VALUE || at + length > bytes) {
            throw damaged(file, "page %d is not what it should be".formatted(id));
        }
        return read(channel, at, (int) length);
    }

    private static void elements(ByteBuffer page, Elements visitor) {
        int count = page.getShort(10) & 0xffff;
        for (int i = 0; i < count; i++) {
            int at = HEADER_BYTES + i * ELEMENT_BYTES;
            int keyAt = Math.addExact(at, page.getInt(at + 4));
            int keyBytes = page.getInt(at + 8);
            ByteBuffer key = page.slice(keyAt, keyBytes);
            byte[] name = new byte[keyBytes];
            key.get(name);
            visitor.element(
                    (page.getInt(at) & IS_BUCKET) != 0,
                    name,
                    little(page.slice(Math.addExact(keyAt, keyBytes), page.getInt(at + 12))));
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
