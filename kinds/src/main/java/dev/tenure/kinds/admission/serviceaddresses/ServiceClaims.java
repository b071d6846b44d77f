package dev.tenure.kinds.admission.serviceaddresses;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// Who has which address and which node port, for one write of a service. An address is claimed by an
/// IPAddress named after it, which can be created only once, as upstream does: so two writes can never have
/// the same, whatever the servers and threads they are on. A claim whose service does not exist or does not
/// use it is void after a minute: its writer has crashed. Ports are claimed in the [PortLedger].
final class ServiceClaims {
    private static final KindEntry ADDRESSES = entry("networking.k8s.io/v1", "ipaddresses", "IPAddress");
    private static final String MANAGED_BY = "ipaddress.kubernetes.io/managed-by";
    private static final String MANAGER = "ipallocator.k8s.io";
    private static final Duration VOID_AFTER = Duration.ofMinutes(1);

    private final AdmissionRequest request;
    private final ClusterAccess cluster;
    private final RandomGenerator random;
    private final PortLedger ports;

    ServiceClaims(AdmissionRequest request, ClusterAccess cluster, RandomGenerator random) {
        this.request = request;
        this.cluster = cluster;
        this.random = random;
        this.ports = new PortLedger(cluster);
    }

    private static KindEntry entry(String apiVersion, String resource, String kind) {
        KindEntry entry = KindEntry.cluster(apiVersion, resource, kind);
        return entry.withView(Views.reader(entry.stored()));
    }

    /// @return whether the address belongs to this write now
    boolean takeAddress(String address) {
        if (request.aftermath().claims().contains(address)) {
            return true;
        }
        Optional<StoredObject> made = cluster.create(ADDRESSES, claim(address));
        if (made.isEmpty() && standing(address).isEmpty()) {
            made = cluster.create(ADDRESSES, claim(address));
        }
        made.ifPresent(claim -> {
            request.aftermath().claims().add(address);
            request.aftermath().whenNothing(() -> cluster.remove(claim));
        });
        return made.isPresent();
    }

    /// @return whether the port belongs to this write now
    boolean takePort(int port) {
        String claim = "port " + port;
        if (request.aftermath().claims().contains(claim)) {
            return true;
        }
        boolean taken = ports.take(port);
        if (taken) {
            request.aftermath().claims().add(claim);
            request.aftermath().whenNothing(() -> ports.free(port));
        }
        return taken;
    }

    /// Whether a port is somebody's, without taking it.
    boolean isPortTaken(int port) {
        return ports.isTaken(port);
    }

    /// Lets go of an address if it is this service's.
    void freeAddress(String address) {
        cluster.get(ADDRESSES.type(), "", address).filter(this::isOwn).ifPresent(cluster::remove);
    }

    /// Lets go of a port that this service had.
    void freePort(int port) {
        ports.free(port);
    }

    /// The claim of this address, if it holds; a void one is removed.
    private Optional<StoredObject> standing(String address) {
        Optional<StoredObject> found = cluster.get(ADDRESSES.type(), "", address);
        if (found.isPresent() && isVoid(found.get())) {
            cluster.remove(found.get());
            return Optional.empty();
        }
        return found;
    }

    private boolean isVoid(StoredObject claim) {
        ObjectNode tree = cluster.tree(claim);
        String made = tree.path("metadata").path("creationTimestamp").asText("");
        if (!made.isEmpty() && cluster.now().isBefore(Instant.parse(made).plus(VOID_AFTER))) {
            return false;
        }
        if (!MANAGER.equals(tree.at("/metadata/labels").path(MANAGED_BY).asText(""))) {
            // Somebody else's: it holds as long as it is there.
            return false;
        }
        JsonNode owner = tree.path("spec").path("parentRef");
        return cluster.get(
                        ResourceTypes.SERVICES,
                        owner.path("namespace").asText(""),
                        owner.path("name").asText(""))
                .filter(service -> ServiceAddresses.addresses(
                                cluster.tree(service).path("spec"))
                        .contains(claim.key().name()))
                .isEmpty();
    }

    private boolean isOwn(StoredObject claim) {
        JsonNode owner = cluster.tree(claim).path("spec").path("parentRef");
        return owner.path("namespace").asText("").equals(request.namespace())
                && owner.path("name").asText("").equals(service());
    }

    /// The name of the service: a request to delete several of them has none of its own.
    String service() {
        return request.next()
                .or(request::old)
                .map(service -> service.path("metadata").path("name").asText(""))
                .orElse(request.name());
    }

    private String uid() {
        long high = (random.nextLong() & ~0xF000L) | 0x4000L;
        long low = (random.nextLong() >>> 2) | (1L << 63);
        return new UUID(high, low).toString();
    }

    /// As a write of upstream's server to itself is noted.
    private static void managed(ObjectNode metadata) {
        ObjectNode entry = metadata.putArray("managedFields")
                .addObject()
                .put("manager", "kube-apiserver")
                .put("operation", "Update")
                .put("apiVersion", ADDRESSES.type().apiVersion())
                .put("time", metadata.path("creationTimestamp").asText())
                .put("fieldsType", "FieldsV1");
        ObjectNode fields = entry.putObject("fieldsV1");
        ObjectNode labels = fields.putObject("f:metadata").putObject("f:labels");
        List.of(".", "f:ipaddress.kubernetes.io/ip-family", "f:" + MANAGED_BY).forEach(labels::putObject);
        ObjectNode parent = fields.putObject("f:spec").putObject("f:parentRef");
        List.of(".", "f:name", "f:namespace", "f:resource").forEach(parent::putObject);
    }

    private ObjectNode claim(String address) {
        ObjectNode claim = Json.object()
                .put("kind", ADDRESSES.type().kind())
                .put("apiVersion", ADDRESSES.type().apiVersion());
        ObjectNode metadata = claim.putObject("metadata").put("name", address);
        metadata.put("uid", uid());
        metadata.put(
                "creationTimestamp",
                DateTimeFormatter.ISO_INSTANT
                        .withZone(ZoneOffset.UTC)
                        .format(cluster.now().truncatedTo(ChronoUnit.SECONDS)));
        metadata.putObject("labels")
                .put("ipaddress.kubernetes.io/ip-family", "IPv4")
                .put(MANAGED_BY, MANAGER);
        managed(metadata);
        claim.putObject("spec")
                .putObject("parentRef")
                .put("resource", "services")
                .put("namespace", request.namespace())
                .put("name", service());
        return claim;
    }
}
