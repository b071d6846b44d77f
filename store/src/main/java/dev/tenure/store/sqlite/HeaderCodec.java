package dev.tenure.store.sqlite;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/// The header of an object as bytes, so that loading a store reads no JSON, with a checksum of all that a row
/// holds.
///
/// Form: CRC32C of the key, the revision, the rest and the JSON (4 bytes, big-endian); flags (1 byte, bit 0:
/// deleting); uid; count and names of owners; count, keys and values of labels; the same of fields. A string
/// is its length in UTF-8 and its bytes; counts and lengths are of 7 bits a byte, lowest first, the top bit
/// set on all but the last.
final class HeaderCodec {
    private static final int DELETING = 1;
    private static final int CHECKSUM_BYTES = 4;

    /// Labels, values and owners repeat from object to object; so many different ones are shared while
    /// loading.
    private static final int SHARED_MAX = 1 << 16;

    private final Map<String, String> shared = new HashMap<>();

    /// What stands in the column `header` for an object.
    ///
    /// @param json of the object
    static byte[] encode(StoredObject object, byte[] json) {
        StoredObject.Header header = object.header();
        var out = new ByteArrayOutputStream(256);
        out.writeBytes(new byte[CHECKSUM_BYTES]);
        out.write(header.deleting() ? DELETING : 0);
        string(out, header.uid());
        number(out, header.ownerUids().size());
        header.ownerUids().forEach(owner -> string(out, owner));
        strings(out, header.labels());
        strings(out, header.fields());
        byte[] bytes = out.toByteArray();
        seal(bytes, object.key(), object.revision(), json);
        return bytes;
    }

    /// Writes the checksum of a row into its header.
    static void seal(byte[] header, ObjectKey key, long revision, byte[] json) {
        ByteBuffer.wrap(header).putInt(0, checksum(key, revision, header, json));
    }

    /// Whether a header of format 1, whose checksum leaves out key and revision, is as it was written.
    static boolean isSoundInFormatOne(byte[] header, byte[] json) {
        var sum = new CRC32C();
        sum.update(header, CHECKSUM_BYTES, header.length - CHECKSUM_BYTES);
        sum.update(json);
        return header.length > CHECKSUM_BYTES && ByteBuffer.wrap(header).getInt() == (int) sum.getValue();
    }

    /// @throws IllegalArgumentException when the row is not as it was written
    StoredObject.Header decode(ObjectKey key, long revision, byte[] bytes, byte[] json) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (bytes.length <= CHECKSUM_BYTES || in.getInt() != checksum(key, revision, bytes, json)) {
            throw new IllegalArgumentException("the checksum of %s does not match its bytes".formatted(key.path()));
        }
        boolean deleting = (in.get() & DELETING) != 0;
        String uid = string(in);
        List<String> owners = owners(in);
        Map<String, String> labels = strings(in);
        Map<String, String> fields = strings(in);
        return new StoredObject.Header(key, uid, labels, owners, fields, deleting);
    }

    /// The key written as [ObjectKey#path()].
    ///
    /// @throws IllegalArgumentException when `path` has another form
    ObjectKey key(String path) {
        int resource = path.indexOf('/', 1);
        int namespace = path.indexOf('/', resource + 1);
        int name = path.indexOf('/', namespace + 1);
        if (!path.startsWith("/") || resource < 0 || namespace < 0 || name < 0) {
            throw new IllegalArgumentException("\"%s\" is not a key".formatted(path));
        }
        return new ObjectKey(
                share(path.substring(1, resource)),
                share(path.substring(resource + 1, namespace)),
                share(path.substring(namespace + 1, name)),
                path.substring(name + 1));
    }

    /// One instance for equal strings, as far as there is room to remember them.
    private String share(String text) {
        String known = shared.get(text);
        if (known != null) {
            return known;
        }
        if (shared.size() < SHARED_MAX) {
            shared.put(text, text);
        }
        return text;
    }

    private static int checksum(ObjectKey key, long revision, byte[] header, byte[] json) {
        var sum = new CRC32C();
        sum.update(key.path().getBytes(StandardCharsets.UTF_8));
        sum.update(ByteBuffer.allocate(Long.BYTES).putLong(revision).flip());
        sum.update(header, CHECKSUM_BYTES, header.length - CHECKSUM_BYTES);
        sum.update(json);
        return (int) sum.getValue();
    }

    private static void strings(ByteArrayOutputStream out, Map<String, String> map) {
        number(out, map.size());
        map.forEach((key, value) -> {
            string(out, key);
            string(out, value);
        });
    }

    private static void string(ByteArrayOutputStream out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        number(out, bytes.length);
        out.writeBytes(bytes);
    }

    private static void number(ByteArrayOutputStream out, int number) {
        int rest = number;
        while (rest > 0x7f) {
            out.write((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }

    private List<String> owners(ByteBuffer in) {
        int count = number(in);
        if (count == 0) {
            return List.of();
        }
        List<String> owners = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            owners.add(share(string(in)));
        }
        return owners;
    }

    private Map<String, String> strings(ByteBuffer in) {
        int count = number(in);
        if (count == 0) {
            return Map.of();
        }
        List<Map.Entry<String, String>> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            String key = share(string(in));
            entries.add(Map.entry(key, share(string(in))));
        }
        return mapOf(entries);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type cannot be made otherwise
    private static Map<String, String> mapOf(List<Map.Entry<String, String>> entries) {
        return Map.ofEntries(entries.toArray(new Map.Entry[0]));
    }

    private static String string(ByteBuffer in) {
        int length = number(in);
        byte[] text = new byte[length];
        in.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private static int number(ByteBuffer in) {
        int number = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            number |= (next & 0x7f) << shift;
            if (next >= 0) {
                return number;
            }
        }
    }
}
