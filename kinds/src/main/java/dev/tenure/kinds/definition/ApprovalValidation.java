package dev.tenure.kinds.definition;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;

/// Groups of the community need a note that somebody approved of the kind. Upstream: apihelpers/helpers.go.
final class ApprovalValidation {
    private static final String ANNOTATION = "api-approved.kubernetes.io";
    private static final String SEE = "see https://github.com/kubernetes/enhancements/pull/1111";
    private static final Pattern URL = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://[^/\\s]+\\S*");

    private ApprovalValidation() {}

    private enum State {
        MISSING,
        BYPASSED,
        APPROVED,
        INVALID
    }

    /// @param update whether there was an older state, which may stay as it was
    static void check(Field definition, JsonNode old, boolean update) {
        String group = definition.at("spec", "group").text();
        if (!isProtected(group)) {
            return;
        }
        Field annotations = definition.at("metadata", "annotations");
        String given = annotations.at(ANNOTATION).text();
        State state = state(given);
        if (update
                && state
                        == state(old.path("metadata")
                                .path("annotations")
                                .path(ANNOTATION)
                                .asText(""))) {
            return;
        }
        String front = "protected groups must have approval annotation " + Quoted.of(ANNOTATION);
        String place = annotations.path().key(ANNOTATION).text();
        switch (state) {
            case MISSING -> definition.errors().required(place, front + ", " + SEE);
            case INVALID ->
                definition
                        .errors()
                        .invalid(
                                place,
                                given,
                                front + " with either a URL or a reason starting with \"unapproved\", " + SEE);
            case APPROVED, BYPASSED -> {}
        }
    }

    private static boolean isProtected(String group) {
        return group.equals("k8s.io")
                || group.endsWith(".k8s.io")
                || group.equals("kubernetes.io")
                || group.endsWith(".kubernetes.io");
    }

    private static State state(String annotation) {
        if (annotation.isEmpty()) {
            return State.MISSING;
        }
        if (annotation.startsWith("unapproved")) {
            return State.BYPASSED;
        }
        return URL.matcher(annotation).matches() ? State.APPROVED : State.INVALID;
    }
}
