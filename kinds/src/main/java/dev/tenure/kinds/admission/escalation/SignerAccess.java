package dev.tenure.kinds.admission.escalation;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.pki.CertificateRequests;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/// Notes in a request for a certificate who makes it, whatever the request itself says, and refuses decisions
/// and certificates of those who may not `approve` or `sign` for the signer, and requests to be in the group
/// that may do everything. Part of the API server itself: it cannot be switched off. Upstream:
/// PrepareForCreate beside certificatesigningrequests, and the plugins CertificateApproval,
/// CertificateSigning and CertificateSubjectRestriction.
public final class SignerAccess implements AdmissionPlugin {
    private static final String GROUP = "certificates.k8s.io";
    private static final ResourceType REQUESTS =
            new ResourceType(GROUP, "v1", "certificatesigningrequests", "CertificateSigningRequest", Scope.CLUSTER);

    /// Signs for users by whose certificates the API server knows them.
    private static final String USERS = "kubernetes.io/kube-apiserver-client";

    private final Authorizer authorizer;

    public SignerAccess(Authorizer authorizer) {
        this.authorizer = authorizer;
    }

    @Override
    public String name() {
        return "SignerAccess";
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        if (!request.creates(REQUESTS)) {
            return;
        }
        Caller caller = request.caller();
        ObjectNode spec = request.object().withObjectProperty("spec");
        spec.remove(List.of("username", "uid", "groups", "extra"));
        spec.put("username", caller.user());
        if (!caller.uid().isEmpty()) {
            spec.put("uid", caller.uid());
        }
        ArrayNode groups = spec.putArray("groups");
        caller.groups().forEach(groups::add);
        if (!caller.extra().isEmpty()) {
            ObjectNode extra = spec.putObject("extra");
            caller.extra().forEach((key, values) -> {
                ArrayNode all = extra.putArray(key);
                values.forEach(all::add);
            });
        }
    }

    @Override
    public void validate(AdmissionRequest request, ClusterAccess cluster) {
        if (request.creates(REQUESTS) && asksForEverything(request.object())) {
            throw request.forbidden(
                    "use of %s signer with %s group is not allowed".formatted(USERS, Caller.SYSTEM_MASTERS));
        }
        boolean concerned = request.about(REQUESTS)
                && request.operation() == Operation.UPDATE
                && request.old().isPresent()
                && !request.caller().groups().contains(Caller.SYSTEM_MASTERS);
        if (!concerned) {
            return;
        }
        JsonNode before = request.old().orElseThrow().path("status");
        JsonNode after = request.object().path("status");
        String signer = request.old().orElseThrow().at("/spec/signerName").asText("");
        if (request.subresource().equals("approval") && !may(request, "approve", signer)) {
            throw request.forbidden("user not permitted to approve requests with signerName \"%s\"".formatted(signer));
        }
        if (request.subresource().equals("status")
                && !before.path("certificate").equals(after.path("certificate"))
                && !may(request, "sign", signer)) {
            throw request.forbidden("user not permitted to sign requests with signerName \"%s\"".formatted(signer));
        }
    }

    private static boolean asksForEverything(JsonNode object) {
        return object.at("/spec/signerName").asText("").equals(USERS)
                && CertificateRequests.read(pem(object.at("/spec/request").asText("")))
                        .filter(asked -> asked.request().subject().groups().contains(Caller.SYSTEM_MASTERS))
                        .isPresent();
    }

    private static String pem(String request) {
        try {
            return new String(Base64.getDecoder().decode(request), StandardCharsets.US_ASCII);
        } catch (IllegalArgumentException _) {
            return "";
        }
    }

    /// For the signer itself, or for all of its domain.
    private boolean may(AdmissionRequest request, String verb, String signer) {
        int slash = signer.indexOf('/');
        String domain = slash < 0 ? signer : signer.substring(0, slash) + "/*";
        return List.of(signer, domain).stream()
                .map(name -> new Target(GROUP, "v1", "signers", "", name, ""))
                .anyMatch(target -> authorizer.decide(Attributes.ofResource(request.caller(), verb, target))
                        instanceof Decision.Allow);
    }
}
