package dev.tenure.kinds.admission.policy;

import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.kinds.admission.match.Interception;
import dev.tenure.kinds.admission.match.MatchRule;
import dev.tenure.kinds.admission.match.MatchRule.Verdict;
import dev.tenure.kinds.admission.match.Matched;
import dev.tenure.kinds.admission.policy.BoundPolicy.Binding;
import dev.tenure.kinds.admission.policy.PolicyParameters.Given;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// That a write meets a policy. Upstream: apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go.
sealed interface Encounter<P> {
    BoundPolicy<P> policy();

    /// The policy is to be asked.
    ///
    /// @param as how the policy sees the objects of the write
    /// @param params null for the policy when absent
    record Asked<P>(BoundPolicy<P> policy, Binding binding, Matched as, Optional<ObjectNode> params)
            implements Encounter<P> {}

    /// The policy, or one of its bindings, is not set up as it should be.
    ///
    /// @param binding absent when it is the policy
    record Misconfigured<P>(BoundPolicy<P> policy, Optional<Binding> binding, String why) implements Encounter<P> {
        /// As refusals tell it.
        String words() {
            return "failed to configure " + (binding.isPresent() ? "binding" : "policy") + ": " + why;
        }
    }

    /// Whom a write meets, in order of policy and binding.
    static <P> List<Encounter<P>> all(
            Interception write, List<BoundPolicy<P>> policies, ClusterAccess cluster, KindTable kinds) {
        List<Encounter<P>> all = new ArrayList<>();
        for (BoundPolicy<P> policy : policies) {
            switch (MatchRule.policy(write, policy.spec().path("matchConstraints"), cluster)) {
                case Verdict.No _ -> {}
                case Verdict.Failed(var status) ->
                    all.add(new Misconfigured<>(policy, Optional.empty(), status.message()));
                case Verdict.Yes(Matched as) -> {
                    String fault = policy.fault().isEmpty()
                            ? PolicyParameters.fault(policy.spec().path("paramKind"), kinds)
                            : policy.fault();
                    if (fault.isEmpty()) {
                        policy.bindings()
                                .forEach(binding -> bound(
                                        write,
                                        new Asked<>(policy, binding, as, Optional.empty()),
                                        all,
                                        cluster,
                                        kinds));
                    } else {
                        all.add(new Misconfigured<>(policy, Optional.empty(), fault));
                    }
                }
            }
        }
        return all;
    }

    private static <P> void bound(
            Interception write, Asked<P> met, List<Encounter<P>> all, ClusterAccess cluster, KindTable kinds) {
        Binding binding = met.binding();
        JsonNode resources = binding.spec().path("matchResources");
        Verdict verdict =
                resources.isObject() ? MatchRule.policy(write, resources, cluster) : new Verdict.Yes(met.as());
        switch (verdict) {
            case Verdict.No _ -> {}
            case Verdict.Failed(var status) ->
                all.add(new Misconfigured<>(met.policy(), Optional.of(binding), status.message()));
            case Verdict.Yes _ -> {
                Given given = PolicyParameters.of(
                        met.policy().spec().path("paramKind"),
                        binding.spec().path("paramRef"),
                        write.namespace(),
                        cluster,
                        kinds);
                switch (given) {
                    case Given.Params(var params) ->
                        params.forEach(one -> all.add(new Asked<>(met.policy(), binding, met.as(), one)));
                    case Given.Fault(String why) ->
                        all.add(new Misconfigured<>(met.policy(), Optional.of(binding), why));
                }
            }
        }
    }
}
