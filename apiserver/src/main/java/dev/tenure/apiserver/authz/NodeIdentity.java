package dev.tenure.apiserver.authz;

import dev.tenure.model.meta.Caller;
import java.util.Optional;

/// Which node a caller is the agent of. Pure. Upstream: pkg/auth/nodeidentifier/default.go.
public final class NodeIdentity {
    private static final String GROUP = "system:nodes";
    private static final String USER = "system:node:";

    private NodeIdentity() {}

    /// The name of the node; an empty text for an agent that does not say which, absent for everybody else.
    public static Optional<String> of(Caller caller) {
        boolean agent = caller.user().startsWith(USER) && caller.groups().contains(GROUP);
        return agent ? Optional.of(caller.user().substring(USER.length())) : Optional.empty();
    }
}
