package dev.tenure.launch.agent;

import dev.tenure.apiserver.pki.CertificateRequests;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.launch.agent.CertificateCalls.Answer;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.time.GrowingPause;
import dev.tenure.runtime.tls.CertificateSubject;
import dev.tenure.runtime.tls.SigningRequest;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/// One certificate of an agent that never ends: before it does, a new key is made and the cluster is asked to
/// sign for it. Runs on its loop, which its state is confined to; there is at most one request under way,
/// which is looked at for as long as it is there, for an administrator may take his time. Upstream:
/// client-go/util/certificate (certificate_manager.go).
final class KeptCertificate {
    static final Duration LOOK_EVERY = Duration.ofHours(1);
    private static final Duration REST = Duration.ofMinutes(10);
    private static final Duration LOOK_AT_REQUEST_EVERY = Duration.ofSeconds(5);
    private static final GrowingPause PAUSE = new GrowingPause(Duration.ofSeconds(10), Duration.ofMinutes(15));
    private static final int LOOKS_UNREPORTED = 12;
    private static final System.Logger LOG = System.getLogger(KeptCertificate.class.getPackageName());

    /// What is kept.
    ///
    /// @param name of its alarm, and in the log
    /// @param content whom it stands for and what it answers for
    record Wanted(String name, CertificateCalls.Use use, SigningRequest content) {}

    private final EventLoop loop;
    private final CertificateCalls calls;
    private final Wanted wanted;
    private final double share;
    private final Consumer<Identity> taker;
    private Optional<X509Certificate> present;
    private int failures;
    private int looks;

    /// @param taker puts another one to use, on the loop
    KeptCertificate(EventLoop loop, CertificateCalls calls, Wanted wanted, Present present, Consumer<Identity> taker) {
        this.loop = loop;
        this.calls = calls;
        this.wanted = wanted;
        this.share = present.share();
        this.present = present.certificate();
        this.taker = taker;
    }

    /// @param certificate what is in use; empty to ask at once
    /// @param share where between 70 % and 90 % of its life a certificate is made anew, from 0 to 1
    record Present(Optional<X509Certificate> certificate, double share) {}

    /// Begins; to be called on the loop, once.
    void start() {
        Instant now = loop.time().wall();
        Instant due =
                present.map(certificate -> RenewalRule.due(certificate, share)).orElse(now);
        if (!due.isAfter(now)) {
            ask();
            return;
        }
        Duration left = Duration.between(now, due);
        // the wall clock may be set meanwhile
        in(left.compareTo(LOOK_EVERY) < 0 ? left : LOOK_EVERY, this::start);
    }

    private void in(Duration pause, Runnable next) {
        loop.alarm(wanted.name(), loop.time().now().plus(pause), next);
    }

    private void ask() {
        KeyPair pair = Issuer.newKey();
        looks = 0;
        loop.work(
                wanted.name(),
                () -> calls.ask(wanted.use(), CertificateRequests.of(pair, wanted.content())),
                outcome -> asked(outcome, pair));
    }

    private void asked(Outcome<Answer> outcome, KeyPair pair) {
        switch (outcome) {
            case Outcome.Done<Answer>(Answer answer) -> answered(answer, pair);
            case Outcome.Failed<Answer>(Exception cause) -> again("cannot be asked for: " + cause.getMessage());
        }
    }

    private void answered(Answer answer, KeyPair pair) {
        switch (answer) {
            case Answer.Issued(X509Certificate certificate) -> take(certificate, pair);
            case Answer.Refused(String why) -> again("was refused: " + why);
            case Answer.Waiting(String name) -> {
                if (++looks == LOOKS_UNREPORTED) {
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "the {0} certificate waits for an administrator: kubectl certificate approve {1}",
                            wanted.name(),
                            name);
                }
                in(looks == 1 ? LOOK_AT_REQUEST_EVERY.dividedBy(10) : LOOK_AT_REQUEST_EVERY, () -> look(name, pair));
            }
        }
    }

    private void look(String name, KeyPair pair) {
        loop.<Answer>work(wanted.name(), () -> calls.look(name), outcome -> looked(outcome, name, pair));
    }

    private void looked(Outcome<Answer> outcome, String name, KeyPair pair) {
        switch (outcome) {
            case Outcome.Done<Answer>(Answer answer) -> answered(answer, pair);
            // the request stands where it stood
            case Outcome.Failed<Answer> _ -> answered(new Answer.Waiting(name), pair);
        }
    }

    private void take(X509Certificate certificate, KeyPair pair) {
        boolean mine = certificate.getPublicKey().equals(pair.getPublic())
                && CertificateSubject.of(certificate)
                        .equals(Optional.of(wanted.content().subject()));
        if (!mine) {
            again("that came is of another key, or for somebody else");
            return;
        }
        taker.accept(new Identity(certificate, pair.getPrivate()));
        present = Optional.of(certificate);
        failures = 0;
        LOG.log(
                System.Logger.Level.INFO,
                "a new {0} certificate is in use; it lasts until {1}",
                wanted.name(),
                certificate.getNotAfter().toInstant());
        // not at once, whatever it says of its life: the clock of who has signed may be far from this one
        in(REST, this::start);
    }

    private void again(String why) {
        failures++;
        LOG.log(System.Logger.Level.WARNING, "the {0} certificate {1}", wanted.name(), why);
        in(PAUSE.after(failures), this::start);
    }
}
