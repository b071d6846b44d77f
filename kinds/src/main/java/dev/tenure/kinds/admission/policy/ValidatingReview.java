package dev.tenure.kinds.admission.policy;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.kinds.admission.match.Interception;
import dev.tenure.kinds.admission.policy.BoundPolicy.Binding;
import dev.tenure.kinds.admission.policy.ValidatingJudgement.Found;
import dev.tenure.kinds.expression.library.AccessQuestion;
import dev.tenure.model.meta.Lazy;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.Status.Cause;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One write before the validating policies that it meets: refuses it, warns of it, or has its audit event
/// say something. Used once, by the thread of the request. Upstream:
/// apiserver/pkg/admission/plugin/policy/validating/dispatcher.go.
final class ValidatingReview {
    private static final String FAILURE = "validation.policy.admission.k8s.io/validation_failure";
    private static final int NOTE_BYTES_MAX = 10 * 1024;
    /// How each byte of a character but its first begins, in UTF-8.
    private static final int CONTINUATION = 0x80;

    private static final int CONTINUATION_MASK = 0xC0;

    private final Interception write;
    private final AdmissionRequest request;
    private final ClusterAccess cluster;
    private final Authorizer authorizer;
    private final PolicyMetrics metrics;
    private final Map<String, Set<String>> notes = new LinkedHashMap<>();
    private Optional<Status> refusal = Optional.empty();

    ValidatingReview(Interception write, ClusterAccess cluster, PolicySource source) {
        this.write = write;
        this.request = write.request();
        this.cluster = cluster;
        this.authorizer = source.authorizer();
        this.metrics = source.metrics();
    }

    /// @throws RefusedException when a policy refuses the write
    void run(List<Encounter<ValidatingPolicy>> met) {
        var question = new AccessQuestion(authorizer, request.caller());
        var namespace = new Lazy<>(() -> write.namespaceObject(cluster));
        for (Encounter<ValidatingPolicy> encounter : met) {
            switch (encounter) {
                case Encounter.Misconfigured<ValidatingPolicy> fault -> {
                    if (!fault.policy().isIgnoring()) {
                        refuse(fault.policy().name(), fault.binding(), fault.words(), "Invalid");
                    }
                }
                case Encounter.Asked<ValidatingPolicy> asked -> {
                    var judgement = new ValidatingJudgement(write, asked, question, metrics);
                    judgement.run(namespace.get()).forEach(found -> act(asked, found));
                }
            }
        }
        notes.forEach((key, values) ->
                request.form().ifPresent(form -> form.notes().add(key, String.join(", ", values))));
        refusal.ifPresent(status -> {
            throw new RefusedException(status);
        });
    }

    private void act(Encounter.Asked<ValidatingPolicy> asked, Found found) {
        String policy = asked.policy().name();
        Binding binding = asked.binding();
        switch (found) {
            case Found.Denied denied -> {
                for (JsonNode action : binding.spec().path("validationActions")) {
                    count(asked, denied.message(), action.asText("").toLowerCase(Locale.ROOT), denied.took());
                    switch (action.asText("")) {
                        case "Deny" -> refuse(policy, Optional.of(binding), denied.message(), denied.reason());
                        case "Warn" ->
                            request.warnings()
                                    .add("Validation failed for ValidatingAdmissionPolicy '%s' with binding '%s': %s"
                                            .formatted(policy, binding.name(), denied.message()));
                        case "Audit" -> noteFailure(binding, denied);
                        default -> throw new IllegalStateException("no action " + action);
                    }
                }
            }
            case Found.Note(String key, String value) ->
                notes.computeIfAbsent(policy + "/" + key, _ -> new LinkedHashSet<>())
                        .add(shortened(value));
            case Found.Unnoted(String why, Duration took) -> {
                refuse(policy, Optional.of(binding), why, "Invalid");
                count(asked, why, "deny", took);
            }
            case Found.Ignored(String why, Duration took) -> count(asked, why, "allow", took);
        }
    }

    private void count(Encounter.Asked<ValidatingPolicy> asked, String why, String action, Duration took) {
        metrics.judged(asked.policy().name(), asked.binding().name(), why, action, took);
    }

    /// Cut between bytes, as upstream cuts it, whose events then show each byte of a character that is not
    /// whole.
    private static String shortened(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= NOTE_BYTES_MAX) {
            return value;
        }
        int whole = NOTE_BYTES_MAX;
        while ((bytes[whole] & CONTINUATION_MASK) == CONTINUATION) {
            whole--;
        }
        return new String(bytes, 0, whole, StandardCharsets.UTF_8) + "\uFFFD".repeat(NOTE_BYTES_MAX - whole);
    }

    private void noteFailure(Binding binding, Found.Denied denied) {
        ArrayNode failures = Json.array();
        ObjectNode failure = failures.addObject();
        failure.put("message", denied.message())
                .put("policy", binding.spec().path("policyName").asText(""))
                .put("binding", binding.name())
                .put("expressionIndex", denied.index())
                .set("validationActions", binding.spec().path("validationActions"));
        String text = Json.goText(failures);
        request.form().ifPresent(form -> form.notes().add(FAILURE, text));
    }

    /// The first refusal counts.
    private void refuse(String policy, Optional<Binding> binding, String why, String reason) {
        if (refusal.isPresent()) {
            return;
        }
        String message = "ValidatingAdmissionPolicy '%s'%s denied request: %s"
                .formatted(
                        policy,
                        binding.map(one -> " with binding '" + one.name() + "'").orElse(""),
                        why);
        ResourceType resource = request.form().orElseThrow().resource();
        Status status = Statuses.forbidden(
                resource.group(), resource.resource(), write.shownName(), message, List.of(new Cause("", message, "")));
        refusal = Optional.of(new Status(code(reason), reason, status.message(), status.details()));
    }

    private static int code(String reason) {
        return switch (reason) {
            case "Forbidden" -> 403;
            case "Unauthorized" -> 401;
            case "RequestEntityTooLarge" -> 413;
            default -> 422;
        };
    }
}
