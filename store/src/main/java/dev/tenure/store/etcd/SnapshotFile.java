package dev.tenure.store.etcd;

import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.io.Sha256;
import dev.tenure.store.StorageCodec;
import dev.tenure.store.StoreUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// What `etcdctl snapshot save` writes, or a member's own database (`member/snap/db` of one that is stopped):
/// all keys as of one revision. Only read. Used by one thread.
///
/// The bucket `key` holds every write that is kept, by revision; the last one of a key counts. A snapshot
/// ends with the SHA-256 of what stands before it, which is compared; a member's own database has none.
/// Upstream: etcdutl/snapshot/v3_snapshot.go, server/storage/mvcc (revision.go, kvstore.go).
public final class SnapshotFile {
    /// So many bytes of a file are enough for [#begins].
    public static final int BEGIN_BYTES = BoltFile.BEGIN_BYTES;

    private static final int SUM_BYTES = 32;
    private static final int SECTOR_BYTES = 512;
    private static final int REVISION_BYTES = 17;
    private static final int SUB_AT = 9;
    private static final byte REMOVED = 't';

    private final Path file;
    private final long bytes;
    private final long revision;
    private final Map<String, Position> newest;

    private SnapshotFile(Path file, long bytes, long revision, Map<String, Position> newest) {
        this.file = file;
        this.bytes = bytes;
        this.revision = revision;
        this.newest = newest;
    }

    /// A write.
    ///
    /// @param main the revision
    /// @param sub which one of its writes
    private record Position(long main, long sub) {
        static Position of(byte[] key) {
            ByteBuffer in = ByteBuffer.wrap(key);
            return new Position(in.getLong(0), in.getLong(SUB_AT));
        }
    }

    /// A key that is there.
    ///
    /// @param revision of the write that made it so
    public record Found(String key, byte[] value, long revision) {
        /// Whether it is the note that not everything has been put below some prefix yet.
        public boolean saysUnfinished() {
            return key.startsWith(EtcdFormat.key("")) && EtcdFormat.isUnfinished(value);
        }
    }

    /// Whether a file that begins so is a database of etcd.
    public static boolean begins(byte[] begin) {
        return BoltFile.begins(begin);
    }

    /// Whether there is such a file.
    public static boolean isOne(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return begins(in.readNBytes(BEGIN_BYTES));
        } catch (IOException _) {
            return false;
        }
    }

    /// Compares the checksum and finds out which keys are there.
    ///
    /// @throws StoreUnavailableException when the file is damaged, cannot be read, or is none
    public static SnapshotFile open(Path file) {
        try {
            long bytes = Files.size(file);
            if (bytes % SECTOR_BYTES == SUM_BYTES) {
                compareSum(file, bytes - SUM_BYTES);
            }
            try (BoltFile database = BoltFile.open(file)) {
                return index(file, bytes, database);
            }
        } catch (NoSuchFileException e) {
            throw new StoreUnavailableException("the snapshot %s does not exist".formatted(file), e);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static StoreUnavailableException unreadable(Path file, IOException e) {
        return new StoreUnavailableException("the snapshot %s cannot be read: %s".formatted(file, e.getMessage()), e);
    }

    private static void compareSum(Path file, long length) throws IOException {
        MessageDigest digest = Sha256.digest();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] piece = new byte[1 << 16];
            long left = length;
            while (left > 0) {
                int read = in.read(piece, 0, (int) Math.min(piece.length, left));
                if (read < 0) {
                    break;
                }
                digest.update(piece, 0, read);
                left -= read;
            }
            if (!Arrays.equals(digest.digest(), in.readNBytes(SUM_BYTES))) {
                throw new StoreUnavailableException(
                        "the snapshot %s is damaged: its checksum does not match; use another one".formatted(file));
            }
        }
    }

    private static SnapshotFile index(Path file, long bytes, BoltFile database) throws IOException {
        var newest = new HashMap<String, Position>();
        long[] revision = {0};
        database.each("key", (key, value) -> {
            Position position = position(file, key);
            revision[0] = Math.max(revision[0], position.main());
            if (key.length > REVISION_BYTES && key[REVISION_BYTES] == REMOVED) {
                newest.remove(parsed(file, value).key());
            } else {
                newest.put(parsed(file, value).key(), position);
            }
        });
        database.each("meta", (key, value) -> {
            // What was forgotten last was known, also where nothing of it is left.
            if (new String(key, java.nio.charset.StandardCharsets.UTF_8).endsWith("CompactRev")
                    && value.length >= REVISION_BYTES) {
                revision[0] = Math.max(revision[0], Position.of(value).main());
            }
        });
        if (revision[0] == 0) {
            throw new StoreUnavailableException("%s holds no keys of etcd: it is another program's".formatted(file));
        }
        return new SnapshotFile(file, bytes, revision[0], newest);
    }

    private static Position position(Path file, byte[] key) {
        if (key.length < REVISION_BYTES) {
            throw new StoreUnavailableException("%s is damaged: a key is no revision; use another one".formatted(file));
        }
        return Position.of(key);
    }

    private static KeyValue parsed(Path file, byte[] value) {
        try {
            return KeyValue.of(EtcdMessage.parse(value));
        } catch (IllegalArgumentException e) {
            throw new StoreUnavailableException(
                    "%s is damaged: an entry is garbled; use another one".formatted(file), e);
        }
    }

    /// Tells of all keys that are there, in order of their revisions.
    ///
    /// @throws StoreUnavailableException when the file cannot be read any more
    public void each(Consumer<Found> visitor) {
        try (BoltFile database = BoltFile.open(file)) {
            database.each("key", (key, value) -> {
                KeyValue found = parsed(file, value);
                if (Position.of(key).equals(newest.get(found.key()))) {
                    visitor.accept(new Found(found.key(), found.value(), found.modRevision()));
                }
            });
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /// All objects below a prefix.
    ///
    /// @param prefix without slashes at its ends
    /// @throws StoreUnavailableException when there is nothing below it
    public EtcdContents.Reading read(StorageCodec codec, String prefix) {
        String root = "/" + prefix + "/";
        List<StoredObject> objects = new ArrayList<>();
        List<ObjectKey> unreadable = new ArrayList<>();
        List<String> unfinished = new ArrayList<>();
        each(found -> {
            if (found.key().equals(EtcdFormat.key(prefix)) && EtcdFormat.isUnfinished(found.value())) {
                unfinished.add(EtcdFormat.unfinished("what lies below %s in snapshot %s".formatted(root, file))
                        + " when the snapshot was saved; use another one");
            }
            if (found.key().startsWith(root)) {
                codec.key(found.key().substring(root.length())).ifPresent(key -> {
                    StoredObject object = codec.decode(key, found.value()).withRevision(found.revision());
                    if (object.content() instanceof Content.Unreadable) {
                        unreadable.add(key);
                    } else {
                        objects.add(object);
                    }
                });
            }
        });
        if (objects.isEmpty() && unreadable.isEmpty()) {
            throw new StoreUnavailableException("the snapshot %s has nothing below %s: %s"
                    .formatted(file, root, Prefixes.remedy(Prefixes.of(newest.keySet().stream()))));
        }
        return new EtcdContents.Reading(
                "",
                revision,
                bytes,
                objects,
                unreadable,
                List.of(),
                unfinished.stream().findFirst());
    }
}
