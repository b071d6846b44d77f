package dev.tenure.kinds.admission.policy;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.handler.BodyReader;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.kinds.admission.match.Exemptions;
import dev.tenure.kinds.admission.match.Interception;
import dev.tenure.runtime.loop.Published;
import java.util.List;

/// Asks the ValidatingAdmissionPolicies about a write as it would be stored. Upstream:
/// apiserver/pkg/admission/plugin/policy/validating.
public final class ValidatingPolicies implements AdmissionPlugin {
    private final PolicySource source;

    /// Asks nobody, until the server is put together.
    public ValidatingPolicies() {
        this(PolicySource.none());
    }

    private ValidatingPolicies(PolicySource source) {
        this.source = source;
    }

    /// Asks the policies that a loop knows.
    ///
    /// @param authorizer whom expressions may ask
    /// @param bodies bring objects into canonical form
    public static ValidatingPolicies of(
            PolicyLoop loop, Published<KindTable> kinds, Authorizer authorizer, BodyReader bodies) {
        return asking(new PolicySource(loop.state(), kinds, authorizer, bodies));
    }

    static ValidatingPolicies asking(PolicySource source) {
        return new ValidatingPolicies(source);
    }

    @Override
    public String name() {
        return "ValidatingAdmissionPolicy";
    }

    @Override
    public void validate(AdmissionRequest request, ClusterAccess cluster) {
        List<BoundPolicy<ValidatingPolicy>> policies = source.policies().get().validating();
        if (policies.isEmpty() || Exemptions.fromPolicies(request)) {
            return;
        }
        KindTable kinds = source.kinds().get();
        Interception.validating(request, kinds).ifPresent(write -> {
            List<Encounter<ValidatingPolicy>> met = Encounter.all(write, policies, cluster, kinds);
            if (!met.isEmpty()) {
                new ValidatingReview(write, cluster, source.authorizer()).run(met);
            }
        });
    }
}
