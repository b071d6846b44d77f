package dev.tenure.plan.compare;

import java.util.List;

/// One thing that comes out differently under two configurations.
///
/// @param kind `pod`, `new-pods`, `budget` or `service`
/// @param fields what differs: `leaves`, `time`, `cause`, `then`, `node`, `ready`, `lowest`, `broken` or
///     `count`
/// @param a what comes of it under the first configuration, in words
/// @param b under the second
/// @param tie whether only the node differs, and another choice among equal nodes makes it differ under the
/// first configuration alone, too
public record Difference(
        String kind, String namespace, String name, List<String> fields, String a, String b, boolean tie) {
    public Difference {
        fields = List.copyOf(fields);
    }
}
