package dev.tenure.apiserver.audit;

import java.util.Arrays;
import java.util.Optional;

/// How far a request has come.
enum AuditStage {
    REQUEST_RECEIVED("RequestReceived"),
    /// The head of the answer is sent; only of requests that go on for long, as watches.
    RESPONSE_STARTED("ResponseStarted"),
    RESPONSE_COMPLETE("ResponseComplete"),
    /// Known to policies; a fault in a handler is answered with 500 here, so that no event has this stage.
    PANIC("Panic");

    private final String word;

    AuditStage(String word) {
        this.word = word;
    }

    /// As policies and events have it.
    public String word() {
        return word;
    }

    static Optional<AuditStage> of(String word) {
        return Arrays.stream(values()).filter(stage -> stage.word.equals(word)).findFirst();
    }
}
