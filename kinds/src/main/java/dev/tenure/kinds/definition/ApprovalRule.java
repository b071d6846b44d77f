package dev.tenure.kinds.definition;

import com.google.re2j.Pattern;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import java.util.Optional;

/// Whether somebody approved of a kind in a group of the community: an annotation says who did, or why
/// nobody. Upstream: apihelpers/helpers.go.
public final class ApprovalRule {
    static final String ANNOTATION = "api-approved.kubernetes.io";
    private static final String SEE = "see https://github.com/kubernetes/enhancements/pull/1111";
    private static final Pattern URL = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://[^/\\s]+\\S*");

    private ApprovalRule() {}

    /// What the annotation amounts to.
    public sealed interface Approval {
        /// No annotation.
        record Missing() implements Approval {}

        /// A reason why nobody approved.
        record Bypassed() implements Approval {}

        /// An address where somebody approved.
        record Approved() implements Approval {}

        /// Neither of them.
        record Invalid() implements Approval {}
    }

    /// An approval, and what is said about it.
    public record Verdict(Approval approval, String message) {}

    /// @return empty for a definition of a group that needs none
    public static Optional<Verdict> of(JsonNode definition) {
        return isProtected(definition.path("spec").path("group").asText(""))
                ? Optional.of(verdict(annotation(definition)))
                : Optional.empty();
    }

    static String annotation(JsonNode definition) {
        return definition.path("metadata").path("annotations").path(ANNOTATION).asText("");
    }

    private static boolean isProtected(String group) {
        return group.equals("k8s.io")
                || group.endsWith(".k8s.io")
                || group.equals("kubernetes.io")
                || group.endsWith(".kubernetes.io");
    }

    static Verdict verdict(String annotation) {
        String needed = "protected groups must have approval annotation " + Quoted.of(ANNOTATION);
        if (annotation.isEmpty()) {
            return new Verdict(new Approval.Missing(), needed + ", " + SEE);
        }
        if (annotation.startsWith("unapproved")) {
            return new Verdict(new Approval.Bypassed(), "not approved: " + Quoted.of(annotation));
        }
        return URL.matcher(annotation).matches()
                ? new Verdict(new Approval.Approved(), "approved in " + annotation)
                : new Verdict(
                        new Approval.Invalid(),
                        needed + " with either a URL or a reason starting with \"unapproved\", " + SEE);
    }
}
