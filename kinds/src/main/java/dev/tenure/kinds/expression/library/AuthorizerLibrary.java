package dev.tenure.kinds.expression.library;

import static dev.tenure.kinds.expression.library.Functions.FLAG;
import static dev.tenure.kinds.expression.library.Functions.TEXT;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import java.util.List;

/// Questions of expressions to the authorizer, declared only: nothing runs them yet. Upstream:
/// apiserver/pkg/cel/library/authz.go.
public final class AuthorizerLibrary {
    public static final CelType AUTHORIZER = OpaqueType.create("kubernetes.authorization.Authorizer");
    public static final CelType RESOURCE = OpaqueType.create("kubernetes.authorization.ResourceCheck");
    private static final CelType PATH = OpaqueType.create("kubernetes.authorization.PathCheck");
    private static final CelType GROUP = OpaqueType.create("kubernetes.authorization.GroupCheck");
    private static final CelType DECISION = OpaqueType.create("kubernetes.authorization.Decision");

    private AuthorizerLibrary() {}

    public static List<CelFunctionDecl> declarations() {
        return List.of(
                member("path", "authorizer_path", PATH, AUTHORIZER, TEXT),
                member("group", "authorizer_group", GROUP, AUTHORIZER, TEXT),
                member("serviceAccount", "authorizer_serviceaccount", AUTHORIZER, AUTHORIZER, TEXT, TEXT),
                member("resource", "groupcheck_resource", RESOURCE, GROUP, TEXT),
                member("subresource", "resourcecheck_subresource", RESOURCE, RESOURCE, TEXT),
                member("namespace", "resourcecheck_namespace", RESOURCE, RESOURCE, TEXT),
                member("name", "resourcecheck_name", RESOURCE, RESOURCE, TEXT),
                member("fieldSelector", "authorizer_fieldselector", RESOURCE, RESOURCE, TEXT),
                member("labelSelector", "authorizer_labelselector", RESOURCE, RESOURCE, TEXT),
                CelFunctionDecl.newFunctionDeclaration(
                        "check",
                        CelOverloadDecl.newMemberOverload("pathcheck_check", DECISION, PATH, TEXT),
                        CelOverloadDecl.newMemberOverload("resourcecheck_check", DECISION, RESOURCE, TEXT)),
                member("errored", "decision_errored", FLAG, DECISION),
                member("error", "decision_error", TEXT, DECISION),
                member("allowed", "decision_allowed", FLAG, DECISION),
                member("reason", "decision_reason", TEXT, DECISION));
    }

    private static CelFunctionDecl member(String name, String id, CelType result, CelType... arguments) {
        return CelFunctionDecl.newFunctionDeclaration(name, CelOverloadDecl.newMemberOverload(id, result, arguments));
    }
}
