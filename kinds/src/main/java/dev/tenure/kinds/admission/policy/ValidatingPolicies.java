package dev.tenure.kinds.admission.policy;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.kinds.admission.match.Exemptions;
import dev.tenure.kinds.admission.match.Interception;
import java.util.List;
import java.util.Optional;

/// Asks the ValidatingAdmissionPolicies about a write as it would be stored. Upstream:
/// apiserver/pkg/admission/plugin/policy/validating.
public final class ValidatingPolicies implements AdmissionPlugin {
    private final Optional<PolicySource> source;

    /// @param source empty for a plugin that asks nobody, until the server is put together
    public ValidatingPolicies(Optional<PolicySource> source) {
        this.source = source;
    }

    @Override
    public String name() {
        return "ValidatingAdmissionPolicy";
    }

    @Override
    public boolean shows() {
        return source.isPresent() && !source.get().policies().get().validating().isEmpty();
    }

    @Override
    public void validate(AdmissionRequest request, ClusterAccess cluster) {
        source.ifPresent(asked -> validate(asked, request, cluster));
    }

    private static void validate(PolicySource source, AdmissionRequest request, ClusterAccess cluster) {
        List<BoundPolicy<ValidatingPolicy>> policies = source.policies().get().validating();
        if (policies.isEmpty() || Exemptions.fromPolicies(request)) {
            return;
        }
        KindTable kinds = source.kinds().get();
        Interception.validating(request, kinds).ifPresent(write -> {
            List<Encounter<ValidatingPolicy>> met = Encounter.all(write, policies, cluster, kinds);
            if (!met.isEmpty()) {
                new ValidatingReview(write, cluster, source).run(met);
            }
        });
    }
}
