package dev.tenure.kinds.admission.deviceaccess;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.authz.Refusals;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.wire.json.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// Refuses changes of a claim's status to those who may write it, but not that part of it: what is allocated
/// and for whom wants the right to `resourceclaims/binding`, what is reported about a device the right to
/// `resourceclaims/driver` of the device's driver, from the claim's node or from anywhere. Part of the API
/// server itself: it cannot be switched off. Upstream: AuthorizedForBinding and AuthorizedForDeviceStatus in
/// pkg/registry/resource.
public final class ClaimStatusAccess implements AdmissionPlugin {
    private static final String GROUP = "resource.k8s.io";
    private static final ResourceType CLAIMS =
            new ResourceType(GROUP, "v1", "resourceclaims", "ResourceClaim", Scope.NAMESPACED);
    private static final String ACCOUNT = "system:serviceaccount:";
    private static final String NODE_NAME = "authentication.kubernetes.io/node-name";

    private final Authorizer authorizer;

    public ClaimStatusAccess(Authorizer authorizer) {
        this.authorizer = authorizer;
    }

    @Override
    public String name() {
        return "ClaimStatusAccess";
    }

    @Override
    public void validate(AdmissionRequest request, ClusterAccess cluster) {
        boolean concerned = request.about(CLAIMS)
                && request.operation() == Operation.UPDATE
                && request.subresource().equals("status");
        if (!concerned) {
            return;
        }
        JsonNode next = request.object().path("status");
        JsonNode old = request.old().orElseThrow().path("status");
        var errors = new FieldErrors();
        binding(request, next, old).ifPresent(why -> errors.forbidden("status.allocation", why));
        if (next.path("allocation").isObject()) {
            devices(request, next, old).forEach(why -> errors.forbidden("status.devices", why));
        }
        if (!errors.list().isEmpty()) {
            throw new RefusedException(Statuses.invalid(request.type(), request.shownName(), errors.list()));
        }
    }

    private Optional<String> binding(AdmissionRequest request, JsonNode next, JsonNode old) {
        if (SameValue.same(next.path("allocation"), old.path("allocation"))
                && SameValue.same(next.path("reservedFor"), old.path("reservedFor"))) {
            return Optional.empty();
        }
        String verb = verb(request);
        return refusal(request, verb, new Target(GROUP, version(request), "resourceclaims", "", "", "binding"))
                .map(why -> ("changing status.allocation or status.reservedFor requires"
                                + " resource=\"resourceclaims/binding\", verb=\"%s\" permission: %s")
                        .formatted(verb, why));
    }

    private List<String> devices(AdmissionRequest request, JsonNode next, JsonNode old) {
        String verb = verb(request);
        boolean there = nodeOf(next.path("allocation"))
                .filter(node -> isOn(node, request.caller()))
                .isPresent();
        List<String> verbs = there
                ? List.of("associated-node:" + verb, "arbitrary-node:" + verb)
                : List.of("arbitrary-node:" + verb);
        return changedDrivers(next.path("devices"), old.path("devices")).stream()
                .flatMap(driver -> refusal(request, verbs, driver).stream())
                .map(why ->
                        "changing status.devices requires resource=\"resourceclaims/driver\", verb=\"[%s]\" permission: %s"
                                .formatted(String.join(" ", verbs), why))
                .toList();
    }

    /// One of the verbs is enough; when none is allowed, what is said of the first counts.
    private Optional<String> refusal(AdmissionRequest request, List<String> verbs, String driver) {
        var target = new Target(GROUP, version(request), "resourceclaims", request.namespace(), driver, "driver");
        List<Optional<String>> answers =
                verbs.stream().map(verb -> refusal(request, verb, target)).toList();
        return answers.contains(Optional.<String>empty()) ? Optional.empty() : answers.getFirst();
    }

    private Optional<String> refusal(AdmissionRequest request, String verb, Target target) {
        Attributes asked = Attributes.ofResource(request.caller(), verb, target);
        return switch (authorizer.decide(asked)) {
            case Decision.Allow _ -> Optional.empty();
            case Decision.Refuse refused ->
                Optional.of(Refusals.of(asked, refused.reason()).message());
        };
    }

    /// The drivers of whose devices something new, something else or nothing more is reported.
    private static SortedSet<String> changedDrivers(JsonNode next, JsonNode old) {
        Map<List<String>, JsonNode> before = new HashMap<>();
        old.forEach(device -> before.put(identity(device), device));
        var drivers = new TreeSet<String>();
        for (JsonNode device : next) {
            JsonNode known = before.remove(identity(device));
            if (known == null || !SameValue.same(known, device)) {
                drivers.add(device.path("driver").asText(""));
            }
        }
        before.values().forEach(device -> drivers.add(device.path("driver").asText("")));
        return drivers;
    }

    private static List<String> identity(JsonNode device) {
        return List.of(
                device.path("driver").asText(""),
                device.path("pool").asText(""),
                device.path("device").asText(""),
                device.path("shareID").asText(""));
    }

    /// The node on which an allocation is, if it is on one alone and says so by its name.
    private static Optional<String> nodeOf(JsonNode allocation) {
        JsonNode terms = allocation.path("nodeSelector").path("nodeSelectorTerms");
        JsonNode fields = terms.path(0).path("matchFields");
        JsonNode field = fields.path(0);
        boolean one = terms.size() == 1
                && terms.path(0).path("matchExpressions").isEmpty()
                && fields.size() == 1
                && field.path("key").asText("").equals("metadata.name")
                && field.path("operator").asText("").equals("In")
                && field.path("values").size() == 1;
        return one ? Optional.of(field.path("values").path(0).asText("")) : Optional.empty();
    }

    /// Whether a caller is a service account whose token was made for a pod on that node, or for the node.
    private static boolean isOn(String node, Caller caller) {
        return isAccount(caller.user())
                && Names.dnsSubdomain(node).isEmpty()
                && caller.extra().getOrDefault(NODE_NAME, List.of()).equals(List.of(node));
    }

    private static boolean isAccount(String user) {
        if (!user.startsWith(ACCOUNT)) {
            return false;
        }
        String[] parts = user.substring(ACCOUNT.length()).split(":", -1);
        return parts.length == 2
                && Names.dnsLabel(parts[0]).isEmpty()
                && Names.dnsSubdomain(parts[1]).isEmpty();
    }

    private static String verb(AdmissionRequest request) {
        return request.form().orElseThrow().verb();
    }

    private static String version(AdmissionRequest request) {
        return request.form().orElseThrow().resource().version();
    }
}
