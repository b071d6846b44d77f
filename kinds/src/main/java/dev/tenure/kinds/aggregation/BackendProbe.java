package dev.tenure.kinds.aggregation;

import dev.tenure.apiserver.aggregation.Backend;
import dev.tenure.apiserver.aggregation.BackendCalls;
import dev.tenure.apiserver.aggregation.BackendCalls.Passed;
import dev.tenure.apiserver.aggregation.UnreachableException;
import dev.tenure.kinds.custom.Conditions.Condition;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.callout.HttpsForwards.Answer;
import dev.tenure.runtime.io.Batch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Asks a backend for its version, whether it is there. Waits; any thread. Upstream:
/// kube-aggregator/pkg/controllers/status/remote/remote_available_controller.go.
final class BackendProbe {
    /// Who asks.
    static final Caller SELF =
            Caller.component("system:kube-aggregator", List.of(Caller.SYSTEM_MASTERS), "kube-apiserver");

    /// Of several endpoints one may be broken: it is enough that one answers.
    private static final int ATTEMPTS = 5;

    private static final Duration WITHIN = Duration.ofSeconds(5);
    private static final int GOOD_FROM = 200;
    private static final int GOOD_BELOW = 300;

    static final String FAILED = "FailedDiscoveryCheck";

    private BackendProbe() {}

    /// The condition that is to be set.
    static Condition look(BackendCalls calls, Backend backend) {
        List<Integer> attempts = IntStream.range(0, ATTEMPTS).boxed().toList();
        List<Optional<String>> results = Batch.results(attempts, ATTEMPTS, _ -> trouble(calls, backend), _ -> {});
        boolean one = results.stream().anyMatch(Optional::isEmpty);
        return one
                ? new Condition(RegistrationParser.AVAILABLE, "True", "Passed", "all checks passed")
                : new Condition(
                        RegistrationParser.AVAILABLE,
                        "False",
                        FAILED,
                        results.getLast().orElse(""));
    }

    /// What is wrong; empty when it answers as it should.
    private static Optional<String> trouble(BackendCalls calls, Backend backend) {
        String place;
        try {
            place = calls.locate(backend);
        } catch (UnreachableException e) {
            return Optional.of(e.why());
        }
        String address = "https://" + place + backend.path();
        String failing = "failing or missing response from %s: ".formatted(address);
        var question = Passed.get(backend.path(), Map.of("User-Agent", List.of("Go-http-client/1.1")), WITHIN);
        try {
            Answer answer = calls.ask(backend, place, SELF, question);
            answer.body().close();
            return answer.code() >= GOOD_FROM && answer.code() < GOOD_BELOW
                    ? Optional.empty()
                    : Optional.of(failing + "bad status from %s: %d".formatted(address, answer.code()));
        } catch (UnreachableException e) {
            return Optional.of(failing + "Get \"%s\": %s".formatted(address, inTime(e.why())));
        } catch (IOException e) {
            return Optional.of(failing + "Get \"%s\": %s".formatted(address, e.getMessage()));
        }
    }

    private static String inTime(String why) {
        return why.equals("context deadline exceeded")
                ? why + " (Client.Timeout exceeded while awaiting headers)"
                : why;
    }
}
