package dev.tenure.kinds.admission.webhook;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.kinds.admission.match.Exemptions;
import dev.tenure.kinds.admission.match.Interception;
import dev.tenure.kinds.admission.match.Matched;
import java.util.List;
import java.util.Optional;

/// Has webhooks change what is written, one after the other; each sees what those before it have made.
/// Upstream: webhook/mutating/dispatcher.go.
public final class MutatingAdmissionWebhook implements AdmissionPlugin {
    private final Optional<WebhookCalls> calls;

    /// One that asks nobody, as in a simulated cluster.
    public MutatingAdmissionWebhook() {
        this.calls = Optional.empty();
    }

    public MutatingAdmissionWebhook(WebhookCalls calls) {
        this.calls = Optional.of(calls);
    }

    @Override
    public String name() {
        return "MutatingAdmissionWebhook";
    }

    @Override
    public boolean shows() {
        return calls.isPresent() && !calls.get().webhooks().mutating().isEmpty();
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        if (calls.isEmpty() || !shows() || Exemptions.fromWebhooks(request)) {
            return;
        }
        Interception.mutating(request, calls.get().kinds())
                .ifPresent(write -> new Round(calls.get(), write, cluster).ask());
    }

    /// All webhooks once for one write.
    private static final class Round {
        private final WebhookCalls calls;
        private final Interception write;
        private final ClusterAccess cluster;
        private final AdmissionRequest request;
        private final WebhookMemory memory;
        private final WebhookNotes notes;
        private final boolean second;

        Round(WebhookCalls calls, Interception write, ClusterAccess cluster) {
            this.calls = calls;
            this.write = write;
            this.cluster = cluster;
            this.request = write.request();
            this.memory = request.reinvocation().memory(WebhookMemory.class, WebhookMemory::new);
            this.notes = WebhookNotes.of(request);
            this.second = request.reinvocation().isSecond();
        }

        void ask() {
            if (second && memory.isChanged(request.next())) {
                memory.change();
            }
            List<AdmissionWebhook> webhooks = calls.webhooks().mutating();
            try {
                for (int i = 0; i < webhooks.size(); i++) {
                    AdmissionWebhook webhook = webhooks.get(i);
                    Optional<Matched> as = calls.match(webhook, write, cluster);
                    boolean again = !second || memory.isToBeAskedAgain(webhook);
                    if (as.isPresent() && again) {
                        ask(webhook, i, Subject.of(write, as.get()));
                    }
                }
            } finally {
                memory.leave(request.next());
            }
        }

        /// @param index of the webhook among all
        private void ask(AdmissionWebhook webhook, int index, Subject subject) {
            boolean changed = false;
            try {
                changed = asked(webhook, index, subject);
            } catch (CallingWebhookException e) {
                calls.left(request);
                if (!webhook.ignoresFailures()) {
                    throw new RefusedException(Statuses.internal(e.words()));
                }
                notes.failedOpen(webhook, second, index);
            } finally {
                notes.mutated(webhook, second, index, changed);
                if (changed) {
                    memory.change();
                    request.reinvocation().want();
                }
                if (webhook.isAskedAgain()) {
                    memory.noteAsked(webhook);
                }
            }
        }

        /// @return whether the webhook has changed the object
        private boolean asked(AdmissionWebhook webhook, int index, Subject subject) throws CallingWebhookException {
            AdmissionReviews.Question question = calls.reviews().question(webhook, subject, calls.left(request), true);
            AdmissionAnswer answer = calls.reviews().ask(question);
            notes.said(webhook, answer);
            request.warnings().addAll(answer.warnings());
            if (!answer.allowed()) {
                throw new RefusedException(answer.refusal(webhook));
            }
            if (answer.patch().length == 0) {
                return false;
            }
            Optional<PatchedObject> patched = PatchedObject.of(webhook, answer, subject, calls.bodies());
            if (patched.isEmpty()) {
                return false;
            }
            notes.patched(webhook, second, index, patched.get().patch());
            write.change(subject.as(), patched.get().object());
            return patched.get().changed();
        }
    }
}
