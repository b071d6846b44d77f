package dev.tenure.store.etcd;

import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.EtcdCalls.Condition;
import dev.tenure.store.etcd.EtcdCalls.Ended;
import dev.tenure.store.etcd.EtcdCalls.Span;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The number of the form in which objects lie below a prefix, so that a build that does not know a form leaves it
/// alone. It stands at a key of its own beside the prefix, `tenure/` and the prefix, where no server of Kubernetes
/// looks; what such a server has written is without it, and is taken as it is.
///
/// | format | is |
/// |---|---|
/// | 0 | no number: as kube-apiserver and builds before this one leave it |
/// | 1 | the same objects, with the number |
final class EtcdFormat {
    /// What this build writes.
    static final int FORMAT = 1;

    private static final System.Logger LOG = System.getLogger(EtcdFormat.class.getPackageName());
    private static final Pattern FORM = Pattern.compile("format (\\d{1,9})(?:\\s.*)?", Pattern.DOTALL);

    private final EtcdCalls calls;
    private final EtcdOptions options;

    EtcdFormat(EtcdCalls calls, EtcdOptions options) {
        this.calls = calls;
        this.options = options;
    }

    private String key() {
        return "tenure/" + options.prefix();
    }

    /// Reads the number and changes nothing.
    ///
    /// @throws StoreUnavailableException when it is one that this build does not know
    void check() {
        known();
    }

    /// Brings what is there forward to this build's form. An etcd that takes no writes just now is left as it is.
    ///
    /// @throws StoreUnavailableException when the form is one that this build does not know
    void bringForward() {
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
        byte[] value = EtcdCalls.bytes("format %d\n".formatted(FORMAT));
        try {
            return Optional.of(calls.put(key(), new Condition.AtRevision(revision), value, 0));
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
