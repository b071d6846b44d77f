package dev.tenure.store.etcd;

import dev.tenure.store.etcd.EtcdCalls.Keys;
import dev.tenure.store.etcd.EtcdCalls.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What keys in an etcd begin with, for who named a prefix below which there is nothing.
final class Prefixes {
    /// More are not told.
    private static final int MOST = 10;

    private static final String SLASH = "/";

    private Prefixes() {}

    /// The first parts of all keys, found by one call for each: behind the keys that begin alike comes the
    /// next one.
    static List<String> of(EtcdCalls calls) {
        var found = new ArrayList<String>();
        String from = SLASH;
        while (found.size() < MOST) {
            Keys first = calls.read(new Span(from, EtcdCalls.behind(SLASH), 1, 0));
            Optional<String> prefix = first.keys().stream().findFirst().map(key -> first(key.key()));
            if (prefix.isEmpty()) {
                break;
            }
            found.add(prefix.get());
            from = EtcdCalls.behind(prefix.get() + SLASH);
        }
        return found;
    }

    static List<String> of(Stream<String> keys) {
        return keys.filter(key -> key.startsWith(SLASH))
                .map(Prefixes::first)
                .distinct()
                .sorted()
                .limit(MOST)
                .toList();
    }

    /// For example `/registry` of `/registry/pods/default/web-0`.
    private static String first(String key) {
        int end = key.indexOf('/', 1);
        return end < 0 ? key : key.substring(0, end);
    }

    /// What to do when there is no cluster below the prefix that was named.
    static String remedy(List<String> prefixes) {
        return prefixes.isEmpty()
                ? "there are no keys in it that begin with a slash: name the etcd that holds the cluster"
                : "its keys begin with %s: name the right one with --etcd-prefix"
                        .formatted(String.join(", ", prefixes));
    }
}
