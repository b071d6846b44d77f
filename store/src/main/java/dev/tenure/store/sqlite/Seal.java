package dev.tenure.store.sqlite;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/// What a store must hold after a batch: enough to notice that a part of it is missing, older than the rest,
/// or that it is another store. Written with each batch into the database, and beside it into the [Mark].
///
/// The digest is the exclusive or, over all rows, of a number made of the row and its revision. It does not
/// depend on order, so a batch changes it by what the batch changes, and a start works it out again from the
/// rows it reads. No two states of a row have the same revision: a row that is missing, left over or older
/// than it should be shows.
///
/// @param identity of the store, made with it
/// @param objects how many rows there are
record Seal(String identity, long revision, long objects, long digest) {
    /// Of a store with nothing in it.
    static Seal ofNothing(String identity, long revision) {
        return new Seal(identity, revision, 0, 0);
    }

    /// What one row adds to the digest, and takes from it: a mixing function without fixed points among small
    /// numbers (the finaliser of SplitMix64).
    static long share(long row, long revision) {
        long mixed = row * 0x9E37_79B9_7F4A_7C15L + revision;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return mixed ^ (mixed >>> 31);
    }

    Seal at(long newRevision) {
        return new Seal(identity, newRevision, objects, digest);
    }

    Seal with(long row, long itsRevision) {
        return new Seal(identity, revision, objects + 1, digest ^ share(row, itsRevision));
    }

    Seal without(long row, long itsRevision) {
        return new Seal(identity, revision, objects - 1, digest ^ share(row, itsRevision));
    }

    /// Over all of it.
    int checksum() {
        byte[] name = identity.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(3 * Long.BYTES + name.length);
        bytes.putLong(revision).putLong(objects).putLong(digest).put(name);
        var sum = new CRC32C();
        sum.update(bytes.flip());
        return (int) sum.getValue();
    }
}
