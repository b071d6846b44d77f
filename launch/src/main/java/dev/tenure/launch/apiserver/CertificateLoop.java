package dev.tenure.launch.apiserver;

import dev.tenure.launch.apiserver.ServerCertificates.Shown;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Inquiry;
import dev.tenure.runtime.loop.Supervisor;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// Looks after the certificates of a running server: those that end soon are made anew and shown without a
/// restart. Its state is confined to its loop, and so are the few small files it reads: two who write there
/// at once would leave the key of one beside the certificate of the other.
final class CertificateLoop {
    static final Duration LOOK_EVERY = Duration.ofHours(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String NAME = "certificates";
    private static final System.Logger LOG = System.getLogger(CertificateLoop.class.getPackageName());

    private final ServerCertificates certificates;
    private final EventLoop loop;
    private final Consumer<Shown> taker;
    private Shown shown;

    /// @param shown what is in use already
    /// @param taker puts others to use, on the loop
    CertificateLoop(ServerCertificates certificates, EventLoop loop, Shown shown, Consumer<Shown> taker) {
        this.certificates = certificates;
        this.loop = loop;
        this.shown = shown;
        this.taker = taker;
    }

    /// Begins, and begins anew after a fault.
    void start() {
        new Supervisor(NAME, loop, life -> () -> wait(life)).start();
    }

    private void wait(EventLoop life) {
        life.alarm(NAME, life.time().now().plus(LOOK_EVERY), () -> {
            look();
            wait(life);
        });
    }

    /// Whatever is wrong with the files: what is shown is still good, for it is made anew a month before its
    /// end.
    private void look() {
        try {
            take(certificates.at(loop.time().wall()));
        } catch (IllegalArgumentException | UncheckedIOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "certificates cannot be looked after, those in use stay: {0}",
                    e.getMessage());
        }
    }

    private void take(Shown found) {
        if (!found.equals(shown)) {
            taker.accept(found);
            shown = found;
            LOG.log(
                    System.Logger.Level.INFO,
                    "new certificates are in use; that of the server lasts until {0}",
                    found.own().chain().getFirst().getNotAfter().toInstant());
        }
    }

    /// Makes all of them anew, though they would last. Any thread but the loop's.
    ///
    /// @return `ok`, or `error: …`
    String renew() {
        Optional<String> answer = Inquiry.ask(loop, NAME, PATIENCE, () -> {
            try {
                take(certificates.anew(loop.time().wall()));
                return "ok";
            } catch (IllegalArgumentException | UncheckedIOException e) {
                return "error: " + e.getMessage();
            }
        });
        return answer.orElse("error: the server is busy or stops; try again");
    }
}
