package dev.tenure.apiserver.authz;

/// An authoriser by the name that `--authorization-mode` gives it. Upstream:
/// kubeapiserver/authorizer/modes.
public enum AuthorizationMode {
    /// The node authorizer, in `kinds.node`: agents may touch what belongs to their node.
    NODE("Node"),
    /// [RbacAuthorizer]: the roles and bindings that are stored.
    RBAC("RBAC");

    private final String flag;

    AuthorizationMode(String flag) {
        this.flag = flag;
    }

    /// As in the flag, for example `Node`.
    public String flag() {
        return flag;
    }
}
