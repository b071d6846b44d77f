package dev.tenure.store.sqlite;

import java.util.List;
import java.util.Map;

/// A file of format 1 with two objects, as the build before wrote it.
final class FormatOneSample {
    static final long REVISION = 9;
    static final Map<String, Long> OBJECTS = Map.of("a", 5L, "b", 7L);

    static final List<String> SQL = List.of(
            "CREATE TABLE objects (row INTEGER PRIMARY KEY, key TEXT NOT NULL, revision INTEGER NOT NULL, header BLOB"
                    + " NOT NULL, json BLOB NOT NULL)",
            "CREATE TABLE counter (revision INTEGER NOT NULL)",
            "INSERT INTO counter VALUES (9)",
            "INSERT INTO objects VALUES (1, '//configmaps/default/a', 5, x'b087f6e70003756964000103617070017800',"
                    + " x'7b2261223a317d')",
            "INSERT INTO objects VALUES (3, '//configmaps/default/b', 7, x'cc53ee8a0003756964000103617070017800',"
                    + " x'7b2262223a327d')",
            "PRAGMA application_id = 1413828181",
            "PRAGMA user_version = 1");

    private FormatOneSample() {}
}
