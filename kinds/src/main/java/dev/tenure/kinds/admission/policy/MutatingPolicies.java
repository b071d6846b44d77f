package dev.tenure.kinds.admission.policy;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.kinds.admission.match.Exemptions;
import dev.tenure.kinds.admission.match.Interception;
import java.util.List;
import java.util.Optional;

/// Lets the MutatingAdmissionPolicies change what is written; a deletion has nothing to change. Upstream:
/// apiserver/pkg/admission/plugin/policy/mutating.
public final class MutatingPolicies implements AdmissionPlugin {
    private final Optional<PolicySource> source;

    /// @param source empty for a plugin that asks nobody, until the server is put together
    public MutatingPolicies(Optional<PolicySource> source) {
        this.source = source;
    }

    @Override
    public String name() {
        return "MutatingAdmissionPolicy";
    }

    @Override
    public boolean shows() {
        return source.isPresent() && !source.get().policies().get().mutating().isEmpty();
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        source.ifPresent(asked -> mutate(asked, request, cluster));
    }

    private static void mutate(PolicySource source, AdmissionRequest request, ClusterAccess cluster) {
        List<BoundPolicy<MutatingPolicy>> policies = source.policies().get().mutating();
        if (policies.isEmpty() || request.operation() == Operation.DELETE || Exemptions.fromPolicies(request)) {
            return;
        }
        KindTable kinds = source.kinds().get();
        Interception.mutating(request, kinds).ifPresent(write -> {
            List<Encounter<MutatingPolicy>> met = Encounter.all(write, policies, cluster, kinds);
            if (!met.isEmpty()) {
                new MutatingReview(write, cluster, source).run(met);
            }
        });
    }
}
