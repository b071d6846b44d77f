package dev.tenure.kinds.admission.escalation;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.CoverRule;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.authz.PolicyRule;
import dev.tenure.apiserver.authz.RbacAuthorizer;
import dev.tenure.apiserver.authz.Refusals;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Refuses roles that hold, and bindings that grant, more than their writer has, unless he may `escalate` the
/// role or `bind` it, or is of `system:masters`. Part of the API server itself: it cannot be switched off.
public final class PrivilegeEscalation implements AdmissionPlugin {
    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final Set<String> ROLES = Set.of("roles", "clusterroles");
    private static final Set<String> BINDINGS = Set.of("rolebindings", "clusterrolebindings");
    private static final List<String> ALL = List.of("*");
    private static final List<PolicyRule> EVERYTHING = List.of(
            new PolicyRule(ALL, ALL, ALL, List.of(), List.of()),
            new PolicyRule(ALL, List.of(), List.of(), List.of(), ALL));

    private final RbacAuthorizer authorizer;

    public PrivilegeEscalation(RbacAuthorizer authorizer) {
        this.authorizer = authorizer;
    }

    @Override
    public String name() {
        return "PrivilegeEscalation";
    }

    /// Asks after all changes of other plugins and before the object is validated, as upstream.
    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        boolean concerned = request.type().group().equals(GROUP)
                && request.operation() != Operation.DELETE
                && !request.caller().groups().contains(Caller.SYSTEM_MASTERS);
        if (!concerned || onlyFreed(request)) {
            return;
        }
        String resource = request.type().resource();
        if (ROLES.contains(resource) && !may(request, "escalate", resource, request.namespace(), request.name())) {
            role(request);
        } else if (BINDINGS.contains(resource)) {
            binding(request);
        }
    }

    private void role(AdmissionRequest request) {
        var rules = new ArrayList<PolicyRule>();
        request.object().path("rules").forEach(rule -> rules.add(PolicyRule.of(rule)));
        confirm(request, rules);
        boolean gathers = gathers(request.object())
                || request.old().filter(old -> gathers(old)).isPresent();
        if (gathers && !missing(request, EVERYTHING).isEmpty()) {
            throw forbidden(request, "must have cluster-admin privileges to use the aggregationRule");
        }
    }

    /// What such a role will hold is not known yet, so that everything has to be held.
    private static boolean gathers(ObjectNode role) {
        return !role.at("/aggregationRule/clusterRoleSelectors").isEmpty();
    }

    private void binding(AdmissionRequest request) {
        JsonNode reference = request.object().path("roleRef");
        String kind = reference.path("kind").asText("");
        String name = reference.path("name").asText("");
        String resource = kind.equals("ClusterRole") ? "clusterroles" : "roles";
        if (may(request, "bind", resource, request.namespace(), name)) {
            return;
        }
        confirm(request, granted(request, kind, name));
    }

    private List<PolicyRule> granted(AdmissionRequest request, String kind, String name) {
        boolean whole = kind.equals("ClusterRole");
        if (!whole && !kind.equals("Role")) {
            throw new RefusedException(Statuses.unknown("unsupported role reference kind: " + Quoted.of(kind)));
        }
        if (!whole && request.namespace().isEmpty()) {
            throw new RefusedException(Statuses.badRequest("Namespace parameter required."));
        }
        if (name.isEmpty()) {
            throw new RefusedException(Statuses.badRequest("Name parameter required."));
        }
        return authorizer
                .role(kind, request.namespace(), name)
                .orElseThrow(() -> new RefusedException(Statuses.notFound(request.type(), name)));
    }

    private boolean may(AdmissionRequest request, String verb, String resource, String namespace, String name) {
        var target = new Target(GROUP, "v1", resource, namespace, name, "");
        Attributes attributes = Attributes.ofResource(request.caller(), verb, target);
        return authorizer.decide(attributes) instanceof Decision.Allow;
    }

    private void confirm(AdmissionRequest request, List<PolicyRule> granted) {
        List<String> missing = missing(request, granted);
        if (!missing.isEmpty()) {
            Caller caller = request.caller();
            throw forbidden(
                    request,
                    "user %s (groups=%s) is attempting to grant RBAC permissions not currently held:\n%s%s"
                            .formatted(
                                    Quoted.of(caller.user()),
                                    Refusals.quotedList(caller.groups()),
                                    String.join("\n", missing),
                                    unresolved(authorizer.unresolved(
                                            caller,
                                            request.namespace(),
                                            request.type().resource()))));
        }
    }

    private static String unresolved(List<String> faults) {
        return faults.isEmpty() ? "" : "; resolution errors: [" + Refusals.aggregate(faults) + "]";
    }

    private List<String> missing(AdmissionRequest request, List<PolicyRule> granted) {
        return CoverRule.missing(authorizer.rules(request.caller(), request.namespace()), granted);
    }

    private static RefusedException forbidden(AdmissionRequest request, String why) {
        String name = request.object().path("metadata").path("name").asText("");
        return new RefusedException(Statuses.forbidden(request.type(), name, why));
    }

    /// Whether an update does nothing but let go of an object that is to be collected.
    private static boolean onlyFreed(AdmissionRequest request) {
        return request.old().isPresent()
                && freed(request.object()).equals(freed(request.old().get()));
    }

    private static ObjectNode freed(ObjectNode object) {
        ObjectNode copy = object.deepCopy();
        copy.withObject("metadata")
                .remove(List.of("finalizers", "ownerReferences", "managedFields", "resourceVersion"));
        return copy;
    }
}
