package dev.tenure.kinds.admission.escalation;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.runtime.loop.Published;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Optional;

/// Refuses admission policies with parameters, and their bindings, of writers who may not read these
/// parameters: what a policy says would tell them. Part of the API server itself: it cannot be switched off.
/// Upstream: authz.go beside the strategies in pkg/registry/admissionregistration.
public final class ParameterAccess implements AdmissionPlugin {
    private static final String GROUP = "admissionregistration.k8s.io";
    private static final String ANY = "*";

    private final Authorizer authorizer;
    private final Published<KindTable> kinds;

    /// @param kinds that are served just now
    public ParameterAccess(Authorizer authorizer, Published<KindTable> kinds) {
        this.authorizer = authorizer;
        this.kinds = kinds;
    }

    @Override
    public String name() {
        return "ParameterAccess";
    }

    @Override
    public void validate(AdmissionRequest request, ClusterAccess cluster) {
        boolean concerned = request.type().group().equals(GROUP)
                && request.operation() != Operation.DELETE
                && request.subresource().isEmpty()
                && !request.caller().groups().contains(Caller.SYSTEM_MASTERS);
        if (!concerned) {
            return;
        }
        switch (request.type().kind()) {
            case "ValidatingAdmissionPolicy", "MutatingAdmissionPolicy" -> policy(request);
            case "ValidatingAdmissionPolicyBinding" -> binding(request, cluster, "ValidatingAdmissionPolicy");
            case "MutatingAdmissionPolicyBinding" -> binding(request, cluster, "MutatingAdmissionPolicy");
            default -> {
                // No policy.
            }
        }
    }

    private void policy(AdmissionRequest request) {
        JsonNode wanted = request.object().at("/spec/paramKind");
        if (!wanted.isObject() || isAsBefore(request, "/spec/paramKind")) {
            return;
        }
        Kind kind = kind(wanted);
        if (!may(request, "get", kind, new Place(ANY, ANY))) {
            refuse(
                    request,
                    "spec.paramKind",
                    "user %s must have \"get\" permission on all objects of the referenced paramKind (kind=%s, apiVersion=%s)"
                            .formatted(
                                    shown(request.caller()),
                                    wanted.path("kind").asText(""),
                                    wanted.path("apiVersion").asText("")));
        }
    }

    private void binding(AdmissionRequest request, ClusterAccess cluster, String policyKind) {
        JsonNode wanted = request.object().at("/spec/paramRef");
        boolean same = isAsBefore(request, "/spec/paramRef") && isAsBefore(request, "/spec/policyName");
        if (!wanted.isObject() || same) {
            return;
        }
        String name = request.object().at("/spec/policyName").asText("");
        var type = new ResourceType(
                GROUP,
                "v1",
                policyKind.startsWith("V") ? "validatingadmissionpolicies" : "mutatingadmissionpolicies",
                policyKind,
                Scope.CLUSTER);
        Optional<ObjectNode> policy = cluster.get(type, "", name).map(cluster::tree);
        JsonNode parameters = policy.map(found -> found.at("/spec/paramKind")).orElse(wanted.path("none"));
        Kind kind = parameters.isObject() ? kind(parameters) : new Kind(ANY, ANY, ANY, true);
        String verb = wanted.path("name").asText("").isEmpty() ? "list" : "get";
        var place = new Place(
                wanted.path("namespace").asText(""), wanted.path("name").asText(""));
        if (may(request, verb, kind, place)) {
            return;
        }
        String everything = "user %s does not have \"%s\" permission for all groups, versions and resources"
                .formatted(shown(request.caller()), verb);
        String why = "user %s does not have \"%s\" permission on the object referenced by paramRef"
                .formatted(shown(request.caller()), verb);
        if (policy.isEmpty()) {
            why = "unable to get policy %s to determine minimum required permissions and %s"
                    .formatted(name, everything);
        } else if (!kind.known()) {
            why = "unable to resolve paramKind &{%s %s} to determine minimum required permissions and %s"
                    .formatted(
                            parameters.path("apiVersion").asText(""),
                            parameters.path("kind").asText(""),
                            everything);
        }
        refuse(request, "spec.paramRef", why);
    }

    /// @param known whether it is served
    private record Kind(String group, String version, String resource, boolean known) {}

    private record Place(String namespace, String name) {}

    /// Of what is not served every resource has to be readable.
    private Kind kind(JsonNode written) {
        String apiVersion = written.path("apiVersion").asText("");
        int slash = apiVersion.indexOf('/');
        Optional<KindEntry> entry =
                kinds.get().ofKind(apiVersion, written.path("kind").asText(""));
        return new Kind(
                slash < 0 ? "" : apiVersion.substring(0, slash),
                apiVersion.substring(slash + 1),
                entry.map(found -> found.type().resource()).orElse(ANY),
                entry.isPresent());
    }

    private boolean may(AdmissionRequest request, String verb, Kind kind, Place place) {
        var target = new Target(kind.group(), kind.version(), kind.resource(), place.namespace(), place.name(), "");
        return authorizer.decide(Attributes.ofResource(request.caller(), verb, target)) instanceof Decision.Allow;
    }

    private static boolean isAsBefore(AdmissionRequest request, String path) {
        return request.old()
                .filter(old -> SameValue.same(old.at(path), request.object().at(path)))
                .isPresent();
    }

    /// As Go prints a user.
    private static String shown(Caller caller) {
        return "&{%s %s [%s] map[]}".formatted(caller.user(), caller.uid(), String.join(" ", caller.groups()));
    }

    private static void refuse(AdmissionRequest request, String field, String why) {
        var errors = new FieldErrors();
        errors.forbidden(field, why);
        String name = request.object().path("metadata").path("name").asText(request.name());
        throw new RefusedException(Statuses.invalid(request.type(), name, errors.list()));
    }
}
