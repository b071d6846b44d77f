package dev.tenure.cli.taints;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.plan.policy.TaintPolicies;
import dev.tenure.rules.taint.TaintConsent;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.Optional;

/// What becomes of a pod when its node falls silent: three settings in three places say it together, one of
/// the controllers, one of the pod and, where there is one, a policy.
///
/// @param noticedAfter how long nodes may be silent, as flags write durations
/// @param consent how the pod stands to the taint that the node gets then
public record NodeSilence(String node, String noticedAfter, TaintConsent consent) {
    /// Kubernetes' default, for clusters that do not tell theirs.
    public static final String NOTICED_AFTER = "50s";

    private static final Taint UNREACHABLE = new Taint(WellKnownTaints.UNREACHABLE, "", TaintEffect.NO_EXECUTE);

    /// @return empty when the node is silent already
    public static Optional<NodeSilence> of(Pod pod, Node node, TaintPolicies policies, String noticedAfter) {
        return node.spec().taints().stream().anyMatch(UNREACHABLE::sameAs)
                ? Optional.empty()
                : Optional.of(new NodeSilence(node.name(), noticedAfter, policies.consent(pod, UNREACHABLE)));
    }

    /// `node`, `noticedAfter`, and `staysSeconds` unless it stays for ever.
    public ObjectNode json() {
        ObjectNode json = Json.object().put("node", node).put("noticedAfter", noticedAfter);
        return switch (consent) {
            case TaintConsent.Refused _ -> json.put("staysSeconds", 0L);
            case TaintConsent.For(var _, var stay) -> json.put("staysSeconds", stay.seconds());
            case TaintConsent.Forever _, TaintConsent.ByGate _ -> json;
        };
    }
}
