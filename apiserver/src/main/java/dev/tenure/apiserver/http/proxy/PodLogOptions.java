package dev.tenure.apiserver.http.proxy;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.Parameters;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.decode.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What may be asked of a log. Pure. Upstream: ValidatePodLogOptions.
final class PodLogOptions {
    private static final String POSITIVE = "must be greater than 0";
    private static final String SINCE_SECONDS = "sinceSeconds";
    private static final String SINCE_TIME = "sinceTime";

    private PodLogOptions() {}

    /// @param request whose parameters are the options
    /// @throws RefusedException with 400 when one cannot be read, with 422 when one makes no sense
    static void check(ApiRequest request) {
        Optional<Long> seconds = Parameters.number(request, SINCE_SECONDS);
        Optional<String> moment = request.parameter(SINCE_TIME).filter(text -> !text.isEmpty() && !text.equals("null"));
        moment.flatMap(Times::complaint).ifPresent(complaint -> {
            throw new RefusedException(Statuses.badRequest(complaint));
        });
        Optional<Long> lines = Parameters.number(request, "tailLines");
        Optional<Long> bytes = Parameters.number(request, "limitBytes");
        List<FieldError> errors = new ArrayList<>();
        lines.filter(number -> number < 0)
                .ifPresent(number -> errors.add(invalid("tailLines", number, "must be greater than or equal to 0")));
        bytes.filter(number -> number < 1).ifPresent(number -> errors.add(invalid("limitBytes", number, POSITIVE)));
        if (seconds.isPresent() && request.parameter(SINCE_TIME).isPresent()) {
            errors.add(forbidden(
                    "[]", "at most one of `%s` or `%s` may be specified".formatted(SINCE_TIME, SINCE_SECONDS)));
        } else {
            seconds.filter(number -> number < 1)
                    .ifPresent(number -> errors.add(invalid(SINCE_SECONDS, number, POSITIVE)));
        }
        if (request.parameter("stream").isPresent()) {
            errors.add(forbidden("stream", "may not be specified"));
        }
        if (!errors.isEmpty()) {
            throw new RefusedException(
                    Statuses.invalid("", "PodLogOptions", request.target().name(), errors));
        }
    }

    private static FieldError invalid(String field, long number, String why) {
        return new FieldError(FieldError.Type.INVALID, field, Optional.<JsonNode>of(NumberNode.valueOf(number)), why);
    }

    private static FieldError forbidden(String field, String why) {
        return new FieldError(FieldError.Type.FORBIDDEN, field, Optional.empty(), why);
    }
}
