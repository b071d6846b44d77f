package dev.tenure.store.etcd;

import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.EtcdCalls.Condition;
import dev.tenure.store.etcd.EtcdCalls.Ended;
import dev.tenure.store.etcd.EtcdCalls.Span;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The number of the form in which objects lie below a prefix, so that a build that does not know a form
/// leaves it alone. It stands at a key of its own beside the prefix, `tenure/` and the prefix, where no
/// server of Kubernetes looks; what such a server has written is without it, and is taken as it is.
///
/// | format | is |
/// |---|---|
/// | 0 | no number: as kube-apiserver and builds before this one leave it |
/// | 1 | the same objects, with the number |
///
/// While a command fills the prefix, a second line says so. A copy that is broken off leaves it there, so
/// that its part of a cluster is not taken for a whole one.
final class EtcdFormat {
    /// What this build writes.
    static final int FORMAT = 1;

    private static final System.Logger LOG = System.getLogger(EtcdFormat.class.getPackageName());
    private static final String FILLING = "unfinished";
    private static final Pattern FORM = Pattern.compile("format (\\d{1,9})(?:\\s.*)?", Pattern.DOTALL);

    private final EtcdCalls calls;
    private final EtcdOptions options;

    EtcdFormat(EtcdCalls calls, EtcdOptions options) {
        this.calls = calls;
        this.options = options;
    }

    private String key() {
        return key(options.prefix());
    }

    static String key(String prefix) {
        return "tenure/" + prefix;
    }

    private static byte[] whole() {
        return EtcdCalls.bytes("format %d\n".formatted(FORMAT));
    }

    private static byte[] unfinished() {
        return EtcdCalls.bytes("format %d\n%s\n".formatted(FORMAT, FILLING));
    }

    /// Whether the value of that key says that the prefix is not filled yet.
    static boolean isUnfinished(byte[] value) {
        return new String(value, StandardCharsets.UTF_8).lines().anyMatch(FILLING::equals);
    }

    /// Says, before anything is put, that what lies below the prefix is not all.
    ///
    /// @throws StoreUnavailableException when the form there is one that this build does not know, or
    ///     somebody else begins there at the same time
    void begin() {
        long before = known().map(KeyValue::modRevision).orElse(0L);
        if (!calls.put(key(), new Condition.AtRevision(before), unfinished(), 0).written()) {
            throw new StoreUnavailableException(
                    "somebody else begins below %s in etcd at %s".formatted(options.root(), options.servers()));
        }
    }

    /// Says that everything is there now.
    void end() {
        calls.put(key(), whole(), 0);
    }

    /// What is wrong when a command that was to fill the prefix has not come to its end.
    Optional<String> unfinishedFault() {
        return known().filter(value -> isUnfinished(value.value()))
                .map(_ -> unfinished("what lies below %s in etcd at %s".formatted(options.root(), options.servers()))
                        + "; once that is over, remove what it left (`etcdctl del --prefix %s`) and run it again, or name another --etcd-prefix"
                                .formatted(options.root()));
    }

    static String unfinished(String what) {
        return what + " is not whole: a copy or restore into it is under way, or was broken off";
    }

    /// Reads the number and changes nothing.
    ///
    /// @throws StoreUnavailableException when it is one that this build does not know
    void check() {
        known();
    }

    /// Brings what is there forward to this build's form. An etcd that takes no writes just now is left as it
    /// is.
    ///
    /// @throws StoreUnavailableException when the form is one that this build does not know, or not
    ///     everything is there yet
    void bringForward() {
        unfinishedFault().ifPresent(fault -> {
            throw new StoreUnavailableException(fault);
        });
        Optional<KeyValue> before = known();
        while (before.map(EtcdFormat::number).orElse(0) < FORMAT) {
            Optional<Ended> ended = note(before.map(KeyValue::modRevision).orElse(0L));
            if (ended.isEmpty() || ended.get().written()) {
                return;
            }
            // Another server was faster: what it wrote is judged.
            before = judged(ended.get().current());
        }
    }

    /// @param revision of the number before; 0 when there is none
    /// @return how the write ended; empty when etcd refused it
    private Optional<Ended> note(long revision) {
        try {
            return Optional.of(calls.put(key(), new Condition.AtRevision(revision), whole(), 0));
        } catch (StoreUnavailableException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the number of the format cannot be noted in etcd, which is tried again at the next start: {0}",
                    e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<KeyValue> known() {
        return judged(calls.read(Span.of(key())).keys().stream().findFirst());
    }

    private Optional<KeyValue> judged(Optional<KeyValue> found) {
        found.ifPresent(value -> {
            int number = number(value);
            if (number > FORMAT) {
                throw new StoreUnavailableException(
                        "what lies below %s in etcd at %s has format %d, this build knows up to %d; use the newer build that wrote it, or another etcd or --etcd-prefix"
                                .formatted(options.root(), options.servers(), number, FORMAT));
            }
        });
        return found;
    }

    /// A text that says no number comes from a build whose way to say it is not known here.
    private static int number(KeyValue value) {
        Matcher matcher = FORM.matcher(new String(value.value(), StandardCharsets.UTF_8));
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : Integer.MAX_VALUE;
    }
}
