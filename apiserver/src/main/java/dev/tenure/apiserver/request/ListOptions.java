package dev.tenure.apiserver.request;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.FieldSelector;
import dev.tenure.model.meta.LabelSelector;
import java.util.List;
import java.util.Optional;

/// What a list or a watch asks for.
///
/// @param match empty, `Exact` or `NotOlderThan`
/// @param limit 0 when absent
/// @param next the continue token, empty when absent
public record ListOptions(
        LabelSelector labels,
        FieldSelector fields,
        boolean watch,
        boolean bookmarks,
        String resourceVersion,
        String match,
        long limit,
        String next,
        Optional<Boolean> sendInitialEvents) {
    /// A watch at one of the old paths below `watch` is read as a list unless a parameter says that it is a
    /// watch, as upstream, whose path only has the list watched.
    ///
    /// @param watch whether changes are to be told; the parameter is false for who asks by the path alone
    /// @throws RefusedException when a parameter cannot be read
    public static ListOptions of(ApiRequest request, boolean watch) {
        // whoever ends a watch reads this, but what is no number is refused here
        Parameters.number(request, "timeoutSeconds");
        long limit = Parameters.number(request, "limit").orElse(0L);
        return new ListOptions(
                Selectors.labels(request),
                Selectors.fields(request),
                watch && flag(request, "watch").orElse(true),
                flag(request, "allowWatchBookmarks").orElse(false),
                request.parameter("resourceVersion").orElse(""),
                request.parameter("resourceVersionMatch").orElse(""),
                Math.max(0, limit),
                request.parameter("continue").orElse(""),
                flag(request, "sendInitialEvents"));
    }

    private static Optional<Boolean> flag(ApiRequest request, String name) {
        return Parameters.flag(request, name);
    }

    /// Refuses combinations that make no sense.
    ///
    /// @throws RefusedException with 422
    public void validate() {
        var errors = new FieldErrors();
        if (watch) {
            validateWatch(errors);
        } else {
            validateList(errors);
        }
        if (!errors.isEmpty()) {
            throw new RefusedException(Statuses.invalid("meta.k8s.io", "ListOptions", "", errors.list()));
        }
    }

    /// Whether a watch is told when it has seen the present state: also one that states no revision, or 0,
    /// and nothing about events of the beginning. Upstream: internalversion/defaults.go.
    public boolean asksForInitialEvents() {
        return sendInitialEvents.orElse(watch && saysNothingOfStart());
    }

    /// Upstream reads such a watch as one that asks for the present state and whatever is not older.
    private boolean saysNothingOfStart() {
        return sendInitialEvents.isEmpty()
                && match.isEmpty()
                && (resourceVersion.isEmpty() || resourceVersion.equals("0"));
    }

    private void validateWatch(FieldErrors errors) {
        if (sendInitialEvents.isPresent() && !match.equals("NotOlderThan")) {
            errors.forbidden(
                    "resourceVersionMatch", "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
        }
        if (!match.isEmpty()) {
            if (sendInitialEvents.isEmpty()) {
                errors.forbidden(
                        "resourceVersionMatch",
                        "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
            }
            if (!match.equals("NotOlderThan")) {
                errors.notSupported("resourceVersionMatch", match, List.of("NotOlderThan"));
            }
        }
        if (!next.isEmpty() && (!match.isEmpty() || saysNothingOfStart())) {
            errors.forbidden("resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided");
        }
    }

    private void validateList(FieldErrors errors) {
        if (!match.isEmpty()) {
            validateMatch(errors);
        }
        if (sendInitialEvents.isPresent()) {
            errors.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list");
        }
    }

    private void validateMatch(FieldErrors errors) {
        if (resourceVersion.isEmpty()) {
            errors.forbidden(
                    "resourceVersionMatch", "resourceVersionMatch is forbidden unless resourceVersion is provided");
        }
        if (!next.isEmpty()) {
            errors.forbidden("resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided");
        }
        if (!match.equals("Exact") && !match.equals("NotOlderThan")) {
            errors.notSupported("resourceVersionMatch", match, List.of("Exact", "NotOlderThan", ""));
        }
        if (match.equals("Exact") && resourceVersion.equals("0")) {
            errors.forbidden(
                    "resourceVersionMatch", "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
        }
    }
}
