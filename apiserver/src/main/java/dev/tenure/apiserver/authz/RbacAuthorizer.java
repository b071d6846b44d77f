package dev.tenure.apiserver.authz;

import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.FieldSelector;
import dev.tenure.runtime.loop.Published;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decides by the roles and bindings that are stored. Members of `system:masters` may do everything.
public final class RbacAuthorizer implements Authorizer {
    private final Published<RbacSnapshot> state;

    public RbacAuthorizer(Published<RbacSnapshot> state) {
        this.state = state;
    }

    @Override
    public Decision decide(Attributes attributes) {
        Caller caller = attributes.caller();
        if (caller.groups().contains(Caller.SYSTEM_MASTERS)) {
            return new Decision.Allow("");
        }
        RbacSnapshot snapshot = state.get();
        String words = snapshot.allowedBy(attributes);
        if (!words.isEmpty()) {
            return new Decision.Allow("RBAC: allowed by " + words);
        }
        List<String> unresolved = snapshot.unresolved(attributes);
        return new Decision.Refuse(unresolved.isEmpty() ? "" : "RBAC: " + Refusals.aggregate(unresolved));
    }

    /// The rules of a role, as the authorizer knows it; absent when it does not know it.
    ///
    /// @param kind ClusterRole or Role
    /// @param namespace of a Role
    public Optional<List<PolicyRule>> role(String kind, String namespace, String name) {
        return state.get().role(kind, namespace, name);
    }

    /// All rules that hold for a caller in a namespace, in the order of their bindings.
    public List<PolicyRule> rules(Caller caller, String namespace) {
        var rules = new ArrayList<PolicyRule>();
        state.get().grants(attributes(caller, namespace), grant -> rules.add(grant.rule()));
        return rules;
    }

    /// What bindings of a caller in a namespace refer to and is not there: `clusterrole… "x" not found`.
    public List<String> unresolved(Caller caller, String namespace) {
        return state.get().unresolved(attributes(caller, namespace));
    }

    /// The same, as whom writes an object of a resource is told it: `resource… "x" not found`.
    public List<String> unresolved(Caller caller, String namespace, String resource) {
        return state.get().unresolved(attributes(caller, namespace), resource);
    }

    private static Attributes attributes(Caller caller, String namespace) {
        return new Attributes(caller, "", "", "", "", "", namespace, "", "", FieldSelector.EVERYTHING);
    }
}
