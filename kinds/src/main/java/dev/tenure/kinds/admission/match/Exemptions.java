package dev.tenure.kinds.admission.match;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.model.meta.ResourceType;
import java.util.Set;

/// What no policy and no webhook is asked about, or a cluster could lock itself out. Pure. Upstream:
/// policy/generic/plugin.go, pkg/kubeapiserver/admission/exclusion, webhook/predicates/rules.
public final class Exemptions {
    private static final String CONFIGURATION = "admissionregistration.k8s.io";
    private static final Set<String> POLICIES = Set.of(
            "validatingadmissionpolicies",
            "validatingadmissionpolicybindings",
            "mutatingadmissionpolicies",
            "mutatingadmissionpolicybindings");
    private static final Set<String> WEBHOOKS =
            Set.of("validatingwebhookconfigurations", "mutatingwebhookconfigurations");
    private static final Set<String> REVIEWS = Set.of(
            "authentication.k8s.io/selfsubjectreviews",
            "authentication.k8s.io/tokenreviews",
            "authorization.k8s.io/localsubjectaccessreviews",
            "authorization.k8s.io/selfsubjectaccessreviews",
            "authorization.k8s.io/selfsubjectrulesreviews",
            "authorization.k8s.io/subjectaccessreviews");

    private Exemptions() {}

    /// Whether no policy is asked about a request.
    public static boolean fromPolicies(AdmissionRequest request) {
        ResourceType type = request.type();
        return (type.group().equals(CONFIGURATION) && POLICIES.contains(type.resource()))
                || REVIEWS.contains(type.group() + "/" + type.resource());
    }

    /// Whether no webhook is asked about a request.
    public static boolean fromWebhooks(AdmissionRequest request) {
        ResourceType type = request.type();
        return type.group().equals(CONFIGURATION)
                && (POLICIES.contains(type.resource()) || WEBHOOKS.contains(type.resource()));
    }
}
