package dev.tenure.apiserver.audit;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.Json;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes down what a policy asks for, one JSON object a line. Safe for use by several threads.
public final class AuditTrail {
    private final AuditPolicy policy;
    private final TimeSource time;
    private final Consumer<byte[]> lines;

    /// @param lines takes each event, without the line's end; called from the thread of the request, so that
    ///     an answer is not sent before its event is written
    public AuditTrail(AuditPolicy policy, TimeSource time, Consumer<byte[]> lines) {
        this.policy = policy;
        this.time = time;
        this.lines = lines;
    }

    /// Begins the events of a request whose sender is known; nothing when the policy is not about it.
    public Optional<AuditedRequest> begin(Attributes attributes, AuditedRequest.Sender sender) {
        Optional<AuditedRequest> request = open(attributes, sender, true);
        request.ifPresent(AuditedRequest::received);
        return request;
    }

    /// Begins the events of a request whose sender could not prove who it is; nothing when the policy is not
    /// about it.
    ///
    /// @param shown what it tried, in words
    public Optional<AuditedRequest> refused(Attributes attributes, AuditedRequest.Sender sender, String shown) {
        Optional<AuditedRequest> request = open(attributes, sender, false);
        request.ifPresent(one -> one.notAuthenticated(shown));
        return request;
    }

    private Optional<AuditedRequest> open(Attributes attributes, AuditedRequest.Sender sender, boolean identified) {
        AuditPolicy.Verdict verdict = policy.decide(attributes, identified);
        return verdict.level() == AuditLevel.NONE
                ? Optional.empty()
                : Optional.of(new AuditedRequest(
                        verdict, attributes, sender, event -> lines.accept(Json.write(event)), time::wall));
    }
}
