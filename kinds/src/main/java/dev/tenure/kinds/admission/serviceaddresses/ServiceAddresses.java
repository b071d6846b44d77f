package dev.tenure.kinds.admission.serviceaddresses;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.kinds.service.ServiceFamilies;
import dev.tenure.kinds.service.Services;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Gives services the addresses and node ports that they do not choose, and refuses chosen ones that are
/// taken or outside the ranges. What is taken stands in the store as claims, so that no two services ever get
/// the same; a write that comes to nothing gives back what it claimed, and a deleted service what it had. As
/// upstream, all of this comes before the rest of a service is validated.
public final class ServiceAddresses implements AdmissionPlugin {
    private final AddressRange range;
    private final RandomGenerator random;

    /// @param range stands in where there is no ServiceCIDR
    public ServiceAddresses(AddressRange range, RandomGenerator random) {
        this.range = range;
        this.random = random;
    }

    @Override
    public String name() {
        return "ServiceAddresses";
    }

    @Override
    public boolean changesLast() {
        return true;
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        if (!request.about(ResourceTypes.SERVICES)) {
            return;
        }
        var claims = new ServiceClaims(request, cluster, random);
        request.old().ifPresent(old -> {
            giveBack(request, claims, old.path("spec"));
            request.aftermath()
                    .whenGone(
                            () -> endpoints(request, cluster, claims.service()).ifPresent(cluster::remove));
        });
        if (request.writes(ResourceTypes.SERVICES)) {
            fill(request, cluster, claims);
        }
    }

    /// The Endpoints of a service go with it, so that the next one of its name does not begin with them;
    /// those that finalizers hold stay. Upstream: registry/core/service/storage (afterDelete).
    private static Optional<StoredObject> endpoints(AdmissionRequest request, ClusterAccess cluster, String service) {
        return cluster.get(ResourceTypes.ENDPOINTS, request.namespace(), service)
                .filter(found -> cluster.tree(found).at("/metadata/finalizers").isEmpty());
    }

    /// A service that goes gives back all it has; one that changes, what it needs no more.
    private static void giveBack(AdmissionRequest request, ServiceClaims claims, JsonNode old) {
        Set<String> addresses = addresses(old);
        Set<Integer> ports = ServiceNodePorts.of(old);
        request.aftermath().whenGone(() -> {
            addresses.forEach(claims::freeAddress);
            ports.forEach(claims::freePort);
        });
        request.next()
                .ifPresent(next -> request.aftermath().whenStored(() -> {
                    addresses.removeAll(addresses(next.path("spec")));
                    ports.removeAll(ServiceNodePorts.of(next.path("spec")));
                    addresses.forEach(claims::freeAddress);
                    ports.forEach(claims::freePort);
                }));
    }

    private void fill(AdmissionRequest request, ClusterAccess cluster, ServiceClaims claims) {
        ObjectNode spec = Trees.object(request.object(), "spec");
        Optional<JsonNode> old = request.old().map(service -> service.path("spec"));
        refuse(request, ServiceFamilies.settle(spec, old));
        boolean wasExternal = old.isPresent() && !Services.needsClusterAddress(old.get());
        if ((old.isEmpty() || wasExternal) && Services.needsClusterAddress(spec) && !Services.hasAddressNone(spec)) {
            address(request, ServiceRanges.of(cluster, range), claims, spec);
        }
        ServiceNodePorts ports = new ServiceNodePorts(request, claims, random);
        refuse(request, old.isPresent() ? ports.update(spec, old.get()) : ports.create(spec));
    }

    private static void refuse(AdmissionRequest request, FieldErrors errors) {
        if (!errors.isEmpty()) {
            throw new RefusedException(Statuses.invalid(request.type(), name(request), errors.list()));
        }
    }

    private static String name(AdmissionRequest request) {
        return request.operation() == Operation.UPDATE
                ? request.name()
                : request.object().path("metadata").path("name").asText(request.name());
    }

    private void address(AdmissionRequest request, ServiceRanges ranges, ServiceClaims claims, ObjectNode spec) {
        ArrayNode list = spec.path("clusterIPs") instanceof ArrayNode given ? given : spec.putArray("clusterIPs");
        if (!list.isEmpty()) {
            String address = list.get(0).asText("");
            complaint(request, ranges, claims, address).ifPresent(why -> {
                var errors = new FieldErrors();
                errors.invalid("spec.clusterIPs", list, "failed to allocate IP %s: %s".formatted(address, why));
                refuse(request, errors);
            });
            return;
        }
        String address = chosen(request, ranges, claims);
        spec.put("clusterIP", address);
        list.add(address);
    }

    private Optional<String> complaint(
            AdmissionRequest request, ServiceRanges ranges, ServiceClaims claims, String address) {
        if (request.dryRun()) {
            // As upstream, whose dry run asks one range and takes nothing.
            AddressRange one = ranges.all().isEmpty() ? range : ranges.all().getFirst();
            return one.contains(address)
                    ? Optional.empty()
                    : Optional.of("the provided IP (%s) is not in the valid range. The range of valid IPs is %s"
                            .formatted(address, one));
        }
        if (!ranges.contains(address)) {
            return Optional.of("the provided network does not match the current range");
        }
        return claims.takeAddress(address) ? Optional.empty() : Optional.of("provided IP is already allocated");
    }

    private String chosen(AdmissionRequest request, ServiceRanges ranges, ServiceClaims claims) {
        if (request.dryRun()) {
            // As upstream: no more than an address of the right look.
            return (ranges.all().isEmpty() ? range : ranges.all().getFirst()).base();
        }
        return ranges.any(claims::takeAddress, random)
                .orElseThrow(() -> new RefusedException(Statuses.internal(
                        "failed to allocate a serviceIP for Service \"%s\": range is full".formatted(name(request)))));
    }

    /// The addresses in the cluster that a service has.
    static Set<String> addresses(JsonNode spec) {
        var addresses = new LinkedHashSet<String>();
        if (Services.hasClusterAddress(spec) && !Services.isHeadless(spec)) {
            spec.path("clusterIPs").forEach(address -> addresses.add(address.asText()));
        }
        return addresses;
    }
}
