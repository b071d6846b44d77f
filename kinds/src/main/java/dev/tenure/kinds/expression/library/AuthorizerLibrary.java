package dev.tenure.kinds.expression.library;

import static dev.tenure.kinds.expression.library.Functions.FLAG;
import static dev.tenure.kinds.expression.library.Functions.TEXT;
import static dev.tenure.kinds.expression.library.Functions.text;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.cel.runtime.CelFunctionBinding;
import dev.tenure.apiserver.authz.Decision;
import java.util.List;
import java.util.Map;

/// Questions of expressions to the authorizer. Upstream: apiserver/pkg/cel/library/authz.go.
public final class AuthorizerLibrary {
    public static final CelType AUTHORIZER = OpaqueType.create("kubernetes.authorization.Authorizer");
    public static final CelType RESOURCE = OpaqueType.create("kubernetes.authorization.ResourceCheck");
    private static final CelType PATH = OpaqueType.create("kubernetes.authorization.PathCheck");
    private static final CelType GROUP = OpaqueType.create("kubernetes.authorization.GroupCheck");
    private static final CelType DECISION = OpaqueType.create("kubernetes.authorization.Decision");
    private static final Functions ALL = functions();

    private AuthorizerLibrary() {}

    private static Functions functions() {
        var all = new Functions(Map.of(
                AUTHORIZER,
                AccessQuestion.class,
                RESOURCE,
                AccessQuestion.OfResource.class,
                PATH,
                AccessQuestion.OfPath.class,
                GROUP,
                AccessQuestion.OfGroup.class,
                DECISION,
                Decision.class));
        all.member("path", "authorizer_path", PATH, in -> ((AccessQuestion) in[0]).path(text(in[1])), AUTHORIZER, TEXT);
        all.member(
                "group",
                "authorizer_group",
                GROUP,
                in -> ((AccessQuestion) in[0]).group(text(in[1])),
                AUTHORIZER,
                TEXT);
        all.member(
                "serviceAccount",
                "authorizer_serviceaccount",
                AUTHORIZER,
                in -> ((AccessQuestion) in[0]).serviceAccount(text(in[1]), text(in[2])),
                AUTHORIZER,
                TEXT,
                TEXT);
        all.member(
                "resource",
                "groupcheck_resource",
                RESOURCE,
                in -> ((AccessQuestion.OfGroup) in[0]).resource(text(in[1])),
                GROUP,
                TEXT);
        narrowing(all);
        deciding(all);
        return all;
    }

    private static void narrowing(Functions all) {
        all.member(
                "subresource",
                "resourcecheck_subresource",
                RESOURCE,
                in -> of(in[0]).subresource(text(in[1])),
                RESOURCE,
                TEXT);
        all.member(
                "namespace",
                "resourcecheck_namespace",
                RESOURCE,
                in -> of(in[0]).namespace(text(in[1])),
                RESOURCE,
                TEXT);
        all.member("name", "resourcecheck_name", RESOURCE, in -> of(in[0]).name(text(in[1])), RESOURCE, TEXT);
        all.member(
                "fieldSelector",
                "authorizer_fieldselector",
                RESOURCE,
                in -> of(in[0]).fields(text(in[1])),
                RESOURCE,
                TEXT);
        // No authorizer here decides by labels.
        all.member("labelSelector", "authorizer_labelselector", RESOURCE, in -> of(in[0]), RESOURCE, TEXT);
    }

    private static void deciding(Functions all) {
        all.member(
                "check",
                "pathcheck_check",
                DECISION,
                in -> ((AccessQuestion.OfPath) in[0]).check(text(in[1])),
                PATH,
                TEXT);
        all.member("check", "resourcecheck_check", DECISION, in -> of(in[0]).check(text(in[1])), RESOURCE, TEXT);
        all.member("errored", "decision_errored", FLAG, _ -> false, DECISION);
        all.member("error", "decision_error", TEXT, _ -> "", DECISION);
        all.member("allowed", "decision_allowed", FLAG, in -> in[0] instanceof Decision.Allow, DECISION);
        all.member("reason", "decision_reason", TEXT, in -> reason((Decision) in[0]), DECISION);
    }

    private static AccessQuestion.OfResource of(Object argument) {
        return (AccessQuestion.OfResource) argument;
    }

    private static String reason(Decision decision) {
        return switch (decision) {
            case Decision.Allow(String reason) -> reason;
            case Decision.Refuse(String reason) -> reason;
        };
    }

    public static List<CelFunctionDecl> declarations() {
        return ALL.declarations();
    }

    public static List<CelFunctionBinding> bindings() {
        return ALL.bindings();
    }
}
