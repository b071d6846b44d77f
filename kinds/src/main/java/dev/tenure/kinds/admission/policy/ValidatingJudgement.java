package dev.tenure.kinds.admission.policy;

import dev.tenure.kinds.admission.match.Interception;
import dev.tenure.kinds.admission.match.MatchConditions;
import dev.tenure.kinds.admission.match.Matched;
import dev.tenure.kinds.admission.policy.ValidatingPolicy.Annotation;
import dev.tenure.kinds.admission.policy.ValidatingPolicy.Validation;
import dev.tenure.kinds.expression.RequestProgram;
import dev.tenure.kinds.expression.RequestRun;
import dev.tenure.kinds.expression.RequestRun.Result;
import dev.tenure.kinds.expression.RequestValues;
import dev.tenure.kinds.expression.library.AccessQuestion;
import dev.tenure.model.meta.GoSpace;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What one validating policy, with one binding and one parameter, says of a write. Used once, by the thread
/// of the request. Upstream: apiserver/pkg/admission/plugin/policy/validating/validator.go.
final class ValidatingJudgement {
    private static final int MESSAGE_BYTES_MAX = 5 * 1024;
    private static final String INVALID = "Invalid";

    private final Interception write;
    private final Encounter.Asked<ValidatingPolicy> asked;
    private final AccessQuestion question;
    private final ValidatingPolicy policy;
    private final boolean ignoring;
    private final PolicyMetrics metrics;

    ValidatingJudgement(
            Interception write,
            Encounter.Asked<ValidatingPolicy> asked,
            AccessQuestion question,
            PolicyMetrics metrics) {
        this.write = write;
        this.asked = asked;
        this.question = question;
        this.policy = asked.policy().compiled().orElseThrow();
        this.ignoring = policy.tree().ignoring();
        this.metrics = metrics;
    }

    /// What a policy has to say.
    sealed interface Found {
        /// @param index of the validation
        /// @param took how long the validation took
        record Denied(int index, String message, String reason, Duration took) implements Found {}

        /// Something has failed, and failures are ignored.
        record Ignored(String why, Duration took) implements Found {}

        /// For the audit event.
        record Note(String key, String value) implements Found {}

        /// A note that cannot be worked out, which counts as a refusal whatever the binding's actions are.
        record Unnoted(String why, Duration took) implements Found {}
    }

    /// @param namespace that the object lies in
    List<Found> run(Optional<ObjectNode> namespace) {
        Matched as = asked.as();
        RequestValues plain = write.values(as, as).given(asked.params());
        RequestValues ofConditions = as.equals(write.asked())
                ? plain
                : write.values(as, write.asked()).given(asked.params());
        switch (policy.tree().conditions().judge(ofConditions.asking(question, write.place()))) {
            case MatchConditions.Verdict.Holds _ -> {}
            case MatchConditions.Verdict.No _ -> {
                return List.of();
            }
            case MatchConditions.Verdict.Failed(String why) -> {
                return failed(why);
            }
        }
        RequestValues inside = plain.in(namespace);
        List<Found> found = new ArrayList<>();
        return validations(inside, found).or(() -> annotations(inside, found)).orElse(found);
    }

    /// What has failed counts as a refusal, unless failures are ignored.
    private List<Found> failed(String why) {
        return List.of(failure(0, why, Duration.ZERO));
    }

    private Found failure(int index, String why, Duration took) {
        return ignoring ? new Found.Ignored(why, took) : new Found.Denied(index, why, INVALID, took);
    }

    private RequestRun run(RequestValues values, long budget) {
        return new RequestRun(variables(), values, budget);
    }

    private Map<String, RequestProgram> variables() {
        return policy.tree().variables();
    }

    /// @return what is to be said instead of anything else
    private Optional<List<Found>> validations(RequestValues values, List<Found> found) {
        RequestRun run = run(values.asking(question, write.place()), RequestRun.BUDGET);
        List<Timed> results = new ArrayList<>();
        for (Validation validation : policy.validations()) {
            Tick began = metrics.now();
            Result result = run.run(validation.program());
            if (result instanceof Result.Spent(String why)) {
                return Optional.of(failed(why));
            }
            results.add(new Timed(result, metrics.since(began)));
        }
        Messages messages = messages(run(values, run.left()));
        for (int i = 0; i < results.size(); i++) {
            judge(i, results.get(i), messages, found);
        }
        return Optional.empty();
    }

    /// What an expression came to, and how long that took.
    private record Timed(Result result, Duration took) {}

    /// @param all what the message expressions came to; as many as there are validations, unless they cost
    ///     too much
    /// @param spent why they were not all run; empty when they were
    private record Messages(List<Optional<Result>> all, String spent) {}

    private Messages messages(RequestRun run) {
        List<Optional<Result>> all = new ArrayList<>();
        for (Validation validation : policy.validations()) {
            Optional<Result> result = validation.message().map(run::run);
            if (result.isPresent() && result.get() instanceof Result.Spent(String why)) {
                return new Messages(List.of(), why);
            }
            all.add(result);
        }
        return new Messages(all, "");
    }

    private void judge(int index, Timed timed, Messages messages, List<Found> found) {
        if (timed.result() instanceof Result.Failed(String why)) {
            found.add(failure(index, why, timed.took()));
        } else if (!messages.spent().isEmpty()) {
            found.add(failure(index, "failed messageExpression: " + messages.spent(), timed.took()));
        } else if (!(timed.result() instanceof Result.Value value && value.isTrue())) {
            Validation validation = policy.validations().get(index);
            found.add(new Found.Denied(
                    index,
                    message(validation, messages.all().get(index)),
                    validation.stated().path("reason").asText(INVALID),
                    timed.took()));
        }
    }

    private static String message(Validation validation, Optional<Result> result) {
        if (result.isPresent()
                && result.get() instanceof Result.Value(String text)
                && isMessage(GoSpace.trimmed(text))) {
            return GoSpace.trimmed(text);
        }
        String plain = GoSpace.trimmed(validation.stated().path("message").asText(""));
        return plain.isEmpty()
                ? "failed expression: " + GoSpace.trimmed(validation.program().expression())
                : plain;
    }

    private static boolean isMessage(String text) {
        return !text.isEmpty()
                && !text.contains("\n")
                && text.getBytes(StandardCharsets.UTF_8).length <= MESSAGE_BYTES_MAX;
    }

    /// @return what is to be said instead of anything else
    private Optional<List<Found>> annotations(RequestValues values, List<Found> found) {
        RequestRun run = run(values, RequestRun.BUDGET);
        for (Annotation annotation : policy.annotations()) {
            Tick began = metrics.now();
            switch (run.run(annotation.value())) {
                case Result.Value(String text) -> {
                    if (!GoSpace.isBlank(text)) {
                        found.add(new Found.Note(annotation.key(), GoSpace.trimmed(text)));
                    }
                }
                case Result.Value value when value.isNull() -> {}
                case Result.Value(Object other) ->
                    found.add(new Found.Unnoted(
                            "valueExpression '%s' resulted in unsupported return type: %s. Return type must be either string or null."
                                    .formatted(
                                            annotation.value().expression(),
                                            other.getClass().getSimpleName()),
                            metrics.since(began)));
                case Result.Failed(String why) -> {
                    if (!ignoring) {
                        found.add(new Found.Unnoted(why, metrics.since(began)));
                    }
                }
                case Result.Spent(String why) -> {
                    return Optional.of(failed(why));
                }
            }
        }
        return Optional.empty();
    }
}
