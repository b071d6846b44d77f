package dev.tenure.store.etcd;

import dev.tenure.runtime.loop.WaitLimits;
import dev.tenure.store.StoreUnavailableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The calls of etcd's interface that a store makes. Safe for use by several threads; each waits for its
/// answer.
final class EtcdCalls {
    private static final int KEYS_PER_PAGE = 1000;
    private static final int COMPARE_EQUAL = 0;
    private static final int TARGET_VERSION = 0;
    private static final int TARGET_MOD_REVISION = 2;

    private final EtcdChannel channel;

    EtcdCalls(EtcdChannel channel) {
        this.channel = channel;
    }

    /// Keys in order.
    ///
    /// @param revision as of which they are, or when it was 0 the newest one
    /// @param more whether there are more behind
    /// @param count how many there are in the whole range
    record Keys(long revision, List<KeyValue> keys, boolean more, long count) {}

    /// What to read.
    ///
    /// @param end the first key that is not read any more; empty for `key` alone
    /// @param limit 0 for all
    /// @param revision 0 for the newest
    record Span(String key, String end, int limit, long revision) {
        static Span of(String key) {
            return new Span(key, "", 0, 0);
        }

        /// All keys that begin so.
        static Span below(String prefix, int limit, long revision) {
            return new Span(prefix, behind(prefix), limit, revision);
        }

        Span after(String last) {
            return new Span(last + '\0', end, limit, revision);
        }
    }

    /// The first key behind all that begin with `prefix`, which ends with a character of ASCII.
    static String behind(String prefix) {
        int last = prefix.length() - 1;
        return prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
    }

    /// How long waits for this etcd may take.
    WaitLimits limits() {
        return channel.limits();
    }

    Keys read(Span span) {
        return keys(channel.ask("KV/Range", range(span)));
    }

    /// The newest revision, as the majority of the members knows it.
    long newest() {
        return revision(
                channel.ask("KV/Range", range(Span.of("compact_rev_key")).flag(8, true)));
    }

    /// All keys that begin with `prefix` as of a revision, page by page.
    void each(String prefix, long revision, Consumer<KeyValue> listener) {
        Span span = Span.below(prefix, KEYS_PER_PAGE, revision);
        Keys page = read(span);
        page.keys().forEach(listener);
        while (page.more()) {
            span = span.after(page.keys().getLast().key());
            page = read(span);
            page.keys().forEach(listener);
        }
    }

    private static EtcdMessage.Builder range(Span span) {
        return new EtcdMessage.Builder()
                .text(1, span.key())
                .text(2, span.end())
                .number(3, span.limit())
                .number(4, span.revision());
    }

    private static Keys keys(EtcdMessage answer) {
        List<KeyValue> keys = answer.messages(2).stream().map(KeyValue::of).toList();
        return new Keys(revision(answer), keys, answer.flag(3), answer.number(4));
    }

    private static long revision(EtcdMessage answer) {
        return answer.message(1).number(3);
    }

    /// What a key must be for it to be written.
    sealed interface Condition {
        record AtRevision(long revision) implements Condition {}

        record AtVersion(long version) implements Condition {}
    }

    /// How a transaction ended.
    ///
    /// @param revision of the write, or the newest one when there was none
    /// @param current what stood there when nothing was written
    record Ended(boolean written, long revision, Optional<KeyValue> current) {}

    /// Puts a key if it is as expected.
    ///
    /// @param lease 0 for none
    Ended put(String key, Condition condition, byte[] value, long lease) {
        EtcdMessage.Builder put =
                new EtcdMessage.Builder().text(1, key).data(2, value).number(3, lease);
        return transact(key, condition, new EtcdMessage.Builder().message(2, put));
    }

    /// Removes a key if it is as expected.
    Ended delete(String key, Condition condition) {
        return transact(key, condition, new EtcdMessage.Builder().message(3, new EtcdMessage.Builder().text(1, key)));
    }

    private Ended transact(String key, Condition condition, EtcdMessage.Builder success) {
        EtcdMessage.Builder request = new EtcdMessage.Builder()
                .message(1, compare(key, condition))
                .message(2, success)
                .message(3, new EtcdMessage.Builder().message(1, range(Span.of(key))));
        EtcdMessage answer = channel.order("KV/Txn", request);
        boolean written = answer.flag(2);
        Optional<KeyValue> current = written
                ? Optional.empty()
                : answer.message(3).message(1).messages(2).stream()
                        .map(KeyValue::of)
                        .findFirst();
        return new Ended(written, revision(answer), current);
    }

    private static EtcdMessage.Builder compare(String key, Condition condition) {
        EtcdMessage.Builder compare =
                new EtcdMessage.Builder().number(1, COMPARE_EQUAL).text(3, key);
        return switch (condition) {
            case Condition.AtRevision(long revision) ->
                compare.number(2, TARGET_MOD_REVISION).number(6, revision);
            case Condition.AtVersion(long version) ->
                compare.number(2, TARGET_VERSION).number(4, version);
        };
    }

    /// Puts a key whatever it is.
    long put(String key, byte[] value, long lease) {
        return revision(channel.order(
                "KV/Put", new EtcdMessage.Builder().text(1, key).data(2, value).number(3, lease)));
    }

    void remove(String key) {
        channel.order("KV/DeleteRange", new EtcdMessage.Builder().text(1, key));
    }

    /// Forgets history before `revision`; what is forgotten already stays so.
    void compact(long revision) {
        try {
            channel.order("KV/Compact", new EtcdMessage.Builder().number(1, revision));
        } catch (StoreUnavailableException e) {
            if (!EtcdFailures.isCompacted(e)) {
                throw e;
            }
        }
    }

    /// A lease; what has it is removed when it ends.
    long grant(Duration lifetime) {
        return channel.order("Lease/LeaseGrant", new EtcdMessage.Builder().number(1, Math.max(1, lifetime.toSeconds())))
                .number(2);
    }

    /// The alarms that are raised, for example `NOSPACE`.
    List<String> alarms() {
        return channel.ask("Maintenance/Alarm", new EtcdMessage.Builder()).messages(2).stream()
                .map(alarm -> alarm.number(2) == 1 ? "NOSPACE" : "CORRUPT")
                .distinct()
                .toList();
    }

    /// The begin of a watch of all keys below a prefix.
    static byte[] watchBelow(String prefix, long from) {
        EtcdMessage.Builder create = new EtcdMessage.Builder()
                .text(1, prefix)
                .text(2, behind(prefix))
                .number(3, from)
                .flag(4, true);
        return new EtcdMessage.Builder().message(1, create).bytes();
    }

    /// Asks, on the stream of a watch, up to which revision everything has been reported.
    static byte[] progressRequest() {
        return new EtcdMessage.Builder().message(3, new EtcdMessage.Builder()).bytes();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
