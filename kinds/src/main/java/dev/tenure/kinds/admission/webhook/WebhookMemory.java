package dev.tenure.kinds.admission.webhook;

import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.WorkingTree;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// What MutatingAdmissionWebhook remembers of one request: whom it has asked, and what came of it. Used by
/// the thread of the request. Upstream: webhook/mutating/reinvocationcontext.go.
final class WebhookMemory {
    private final Set<String> asked = new HashSet<>();
    private final Set<String> toAskAgain = new HashSet<>();
    private Optional<Document> left = Optional.empty();

    /// How the object is left after all webhooks were asked.
    void leave(Optional<ObjectNode> object) {
        left = object.map(tree -> Document.of(WorkingTree.copy(tree)));
    }

    /// Whether the object is another one than was left.
    boolean isChanged(Optional<ObjectNode> object) {
        if (left.isEmpty() || object.isEmpty()) {
            return left.isPresent() != object.isPresent();
        }
        return !left.get().isEquivalentTo(Document.of(WorkingTree.copy(object.get())));
    }

    /// Notes one that is asked again when others change the object after it.
    void noteAsked(AdmissionWebhook webhook) {
        asked.add(webhook.id());
    }

    /// The object has changed: those that were asked before are to be asked again.
    void change() {
        toAskAgain.addAll(asked);
        asked.clear();
    }

    boolean isToBeAskedAgain(AdmissionWebhook webhook) {
        return toAskAgain.contains(webhook.id());
    }
}
