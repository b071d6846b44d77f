package dev.tenure.kinds.admission.webhook;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.kinds.admission.match.Exemptions;
import dev.tenure.kinds.admission.match.Interception;
import dev.tenure.kinds.admission.match.Matched;
import dev.tenure.runtime.io.Batch;
import dev.tenure.runtime.io.HardWork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Has webhooks look at what would be stored, all at once; the first one that refuses decides. Upstream:
/// webhook/validating/dispatcher.go.
public final class ValidatingAdmissionWebhook implements AdmissionPlugin {
    private final Optional<WebhookCalls> calls;

    /// One that asks nobody, as in a simulated cluster.
    public ValidatingAdmissionWebhook() {
        this.calls = Optional.empty();
    }

    public ValidatingAdmissionWebhook(WebhookCalls calls) {
        this.calls = Optional.of(calls);
    }

    @Override
    public String name() {
        return "ValidatingAdmissionWebhook";
    }

    @Override
    public boolean shows() {
        return calls.isPresent() && !calls.get().webhooks().validating().isEmpty();
    }

    @Override
    public void validate(AdmissionRequest request, ClusterAccess cluster) {
        if (calls.isEmpty() || !shows() || Exemptions.fromWebhooks(request)) {
            return;
        }
        Interception.validating(request, calls.get().kinds()).ifPresent(write -> ask(calls.get(), write, cluster));
    }

    private static void ask(WebhookCalls calls, Interception write, ClusterAccess cluster) {
        List<Hearing> hearings = new ArrayList<>();
        Map<Matched, Subject> subjects = new HashMap<>();
        for (AdmissionWebhook webhook : calls.webhooks().validating()) {
            Optional<Matched> as = calls.match(webhook, write, cluster);
            if (as.isPresent()) {
                Subject subject = subjects.computeIfAbsent(as.get(), one -> Subject.of(write, one));
                hearings.add(new Hearing(calls.reviews(), webhook, subject, calls.left(write.request())));
            }
        }
        try {
            hear(hearings);
        } finally {
            note(write, hearings);
            if (!hearings.isEmpty()) {
                calls.left(write.request());
            }
        }
    }

    /// @throws RefusedException the first refusal, once all have answered
    private static void hear(List<Hearing> hearings) {
        hearings.forEach(Hearing::prepare);
        List<Hearing> open = hearings.stream().filter(Hearing::isOpen).toList();
        if (open.size() <= 1) {
            open.forEach(Hearing::ask);
        } else {
            askAll(open);
        }
        hearings.forEach(Hearing::refuseLate);
    }

    private static void askAll(List<Hearing> open) {
        try {
            HardWork.away(() -> {
                Batch.run(open, open.size(), Hearing::ask, _ -> {});
                return true;
            });
        } catch (RuntimeException e) {
            throw e;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new RefusedException(Statuses.timeout("request did not complete within requested timeout", 0));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void note(Interception write, List<Hearing> hearings) {
        var notes = WebhookNotes.of(write.request());
        for (int i = 0; i < hearings.size(); i++) {
            Hearing hearing = hearings.get(i);
            if (hearing.failedOpen) {
                notes.failedOpen(hearing.webhook, i);
            }
            hearing.answer.ifPresent(answer -> {
                notes.said(hearing.webhook, answer);
                write.request().warnings().addAll(answer.warnings());
            });
        }
    }

    /// One webhook that is asked. Prepared by the thread of the request, used by the one that asks it, and
    /// then by that of the request again.
    private static final class Hearing {
        private final AdmissionReviews reviews;
        private final AdmissionWebhook webhook;
        private final Subject subject;
        private final Duration left;
        private Optional<AdmissionReviews.Question> question = Optional.empty();
        private Optional<AdmissionAnswer> answer = Optional.empty();
        private Optional<RefusedException> refusal = Optional.empty();
        private boolean failedOpen;

        Hearing(AdmissionReviews reviews, AdmissionWebhook webhook, Subject subject, Duration left) {
            this.reviews = reviews;
            this.webhook = webhook;
            this.subject = subject;
            this.left = left;
        }

        void prepare() {
            try {
                question = Optional.of(reviews.question(webhook, subject, left, false));
            } catch (CallingWebhookException e) {
                failed(e);
            } catch (RefusedException e) {
                refusal = Optional.of(e);
            }
        }

        boolean isOpen() {
            return question.isPresent();
        }

        /// @throws RefusedException when the webhook refuses, or cannot be asked though it must be
        void ask() {
            try {
                AdmissionAnswer given = reviews.ask(question.orElseThrow());
                answer = Optional.of(given);
                if (!given.allowed()) {
                    refusal = Optional.of(new RefusedException(given.refusal(webhook)));
                }
            } catch (CallingWebhookException e) {
                failed(e);
            }
            refuseLate();
        }

        private void failed(CallingWebhookException e) {
            failedOpen = webhook.ignoresFailures();
            if (!failedOpen) {
                refusal = Optional.of(new RefusedException(Statuses.internal(e.words())));
            }
        }

        /// @throws RefusedException when the outcome is one
        void refuseLate() {
            refusal.ifPresent(why -> {
                throw why;
            });
        }
    }
}
