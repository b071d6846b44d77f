package dev.tenure.kinds.admission.deviceaccess;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// Lets claims have admin access to devices only in namespaces that are labelled for it, and notes since when
/// a taint of a device is there. Upstream's server does both without a plugin.
public final class DeviceAccess implements AdmissionPlugin {
    private static final String GROUP = "resource.k8s.io";
    private static final String LABEL = "resource.kubernetes.io/admin-access";

    @Override
    public String name() {
        return "DeviceAccess";
    }

    @Override
    public boolean changesLast() {
        return true;
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        boolean slice = request.type().group().equals(GROUP)
                && request.type().resource().equals("resourceslices")
                && request.operation() != Operation.DELETE;
        if (!slice) {
            return;
        }
        String now = DateTimeFormatter.ISO_INSTANT
                .withZone(ZoneOffset.UTC)
                .format(cluster.now().truncatedTo(ChronoUnit.SECONDS));
        JsonNode devices = request.object().path("spec").path("devices");
        for (ObjectNode device : Trees.objects(devices)) {
            for (ObjectNode taint : Trees.objects(device.path("taints"))) {
                Trees.fill(taint, "timeAdded", now);
            }
        }
    }

    @Override
    public void check(AdmissionRequest request, ClusterAccess cluster, FieldErrors errors) {
        if (!request.type().group().equals(GROUP) || request.operation() == Operation.DELETE) {
            return;
        }
        boolean created = request.operation() == Operation.CREATE;
        ObjectNode object = request.object();
        Optional<String> wanted = switch (request.type().resource()) {
            case "resourceclaims" ->
                request.subresource().equals("status")
                        ? granted(request)
                        : created ? requested(object.at("/spec/devices/requests")) : Optional.empty();
            case "resourceclaimtemplates" ->
                created ? requested(object.at("/spec/spec/devices/requests")) : Optional.empty();
            default -> Optional.empty();
        };
        if (wanted.isPresent() && !isAllowed(request, cluster)) {
            errors.forbidden(
                    wanted.get(),
                    "admin access to devices requires the `%s: true` label on the containing namespace"
                            .formatted(LABEL));
        }
    }

    /// The first request that wants admin access. As upstream, the place is told without `exactly`, and of a
    /// template as if it were a claim.
    private static Optional<String> requested(JsonNode requests) {
        for (int i = 0; i < requests.size(); i++) {
            if (requests.get(i).path("exactly").path("adminAccess").asBoolean()) {
                return Optional.of("spec.devices.requests[%d].adminAccess".formatted(i));
            }
        }
        return Optional.empty();
    }

    /// The first result that newly has admin access.
    private static Optional<String> granted(AdmissionRequest request) {
        boolean before =
                request.old().stream().anyMatch(old -> result(old.at("/status/allocation/devices/results")) >= 0);
        int at = result(request.object().at("/status/allocation/devices/results"));
        return before || at < 0
                ? Optional.empty()
                : Optional.of("status.allocation.devices.results[%d].adminAccess".formatted(at));
    }

    private static int result(JsonNode results) {
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i).path("adminAccess").asBoolean()) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isAllowed(AdmissionRequest request, ClusterAccess cluster) {
        return cluster.get(ResourceTypes.NAMESPACES, "", request.namespace())
                .map(cluster::tree)
                .filter(namespace -> namespace
                        .path("metadata")
                        .path("labels")
                        .path(LABEL)
                        .asText("")
                        .equals("true"))
                .isPresent();
    }
}
