package dev.tenure.apiserver.authz;

import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.Status;
import java.util.List;

/// The 403 that says who may not do what.
public final class Refusals {
    private Refusals() {}

    /// `["a" "b"]`, as Go prints a list of texts.
    public static String quotedList(List<String> texts) {
        return "[" + String.join(" ", texts.stream().map(Quoted::of).toList()) + "]";
    }

    /// Several faults as one, as upstream's aggregates print them.
    ///
    /// @param faults not empty, none twice
    public static String aggregate(List<String> faults) {
        return faults.size() == 1 ? faults.getFirst() : "[" + String.join(", ", faults) + "]";
    }

    /// @param reason may be empty
    public static Status of(Attributes a, String reason) {
        String suffix = reason.isEmpty() ? "" : ": " + reason;
        String user = Quoted.of(a.caller().user());
        if (a.aboutPath()) {
            String why = "User %s cannot %s path %s%s".formatted(user, a.verb(), Quoted.of(a.path()), suffix);
            return Statuses.forbidden("", "", "", why, List.of());
        }
        String where =
                a.namespace().isEmpty() ? "at the cluster scope" : "in the namespace " + Quoted.of(a.namespace());
        String why = "User %s cannot %s resource %s in API group %s %s%s"
                .formatted(user, a.verb(), Quoted.of(a.fullResource()), Quoted.of(a.group()), where, suffix);
        return Statuses.forbidden(a.group(), a.resource(), a.name(), why, List.of());
    }
}
