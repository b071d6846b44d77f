package dev.tenure.kinds.admission.serviceaddresses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterReader;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// Who has which address and which node port, for one write of a service. Each claim is an object of its own, named
/// after what is claimed, which can be created only once: so two writes can never have the same, whatever the servers
/// and threads they are on. Addresses are claimed by IPAddresses, as upstream does; ports by objects that are not
/// served. A claim whose service does not exist or does not use it is void after a minute: its writer has crashed.
final class ServiceClaims {
    private static final KindEntry ADDRESSES = entry("networking.k8s.io/v1", "ipaddresses", "IPAddress");
    private static final KindEntry PORTS = entry("tenure.dev/v1", "nodeportclaims", "NodePortClaim");
    private static final String MANAGED_BY = "ipaddress.kubernetes.io/managed-by";
    private static final String MANAGER = "ipallocator.k8s.io";
    private static final Duration VOID_AFTER = Duration.ofMinutes(1);

    private final AdmissionRequest request;
    private final ClusterReader cluster;
    private final RandomGenerator random;

    ServiceClaims(AdmissionRequest request, ClusterReader cluster, RandomGenerator random) {
        this.request = request;
        this.cluster = cluster;
        this.random = random;
    }

    private static KindEntry entry(String apiVersion, String resource, String kind) {
        KindEntry entry = KindEntry.cluster(apiVersion, resource, kind);
        return entry.withView(Views.reader(entry.stored()));
    }

    /// @return whether the address belongs to this write now
    boolean takeAddress(String address) {
        return take(ADDRESSES, address);
    }

    /// @return whether the port belongs to this write now
    boolean takePort(int port) {
        return take(PORTS, Integer.toString(port));
    }

    /// Whether a port is somebody's, without taking it.
    boolean isPortTaken(int port) {
        return standing(PORTS, Integer.toString(port)).isPresent();
    }

    void freeAddress(String address) {
        free(ADDRESSES, address);
    }

    void freePort(int port) {
        free(PORTS, Integer.toString(port));
    }

    private boolean take(KindEntry entry, String name) {
        if (request.aftermath().claims().contains(key(entry, name))) {
            return true;
        }
        Optional<StoredObject> made = cluster.create(entry, claim(entry, name));
        if (made.isEmpty() && standing(entry, name).isEmpty()) {
            made = cluster.create(entry, claim(entry, name));
        }
        made.ifPresent(claim -> {
            request.aftermath().claims().add(key(entry, name));
            request.aftermath().whenNothing(() -> cluster.remove(claim));
        });
        return made.isPresent();
    }

    private static boolean isAddress(KindEntry entry) {
        return entry.type().equals(ADDRESSES.type());
    }

    private static String key(KindEntry entry, String name) {
        return entry.type().resource() + "/" + name;
    }

    /// The claim of this name, if it holds; a void one is removed.
    private Optional<StoredObject> standing(KindEntry entry, String name) {
        Optional<StoredObject> found = cluster.get(entry.type(), "", name);
        if (found.isPresent() && isVoid(entry, found.get())) {
            cluster.remove(found.get());
            return Optional.empty();
        }
        return found;
    }

    private boolean isVoid(KindEntry entry, StoredObject claim) {
        ObjectNode tree = cluster.tree(claim);
        String made = tree.path("metadata").path("creationTimestamp").asText("");
        if (!made.isEmpty() && cluster.now().isBefore(Instant.parse(made).plus(VOID_AFTER))) {
            return false;
        }
        if (isAddress(entry)
                && !MANAGER.equals(tree.at("/metadata/labels").path(MANAGED_BY).asText(""))) {
            // Somebody else's: it holds as long as it is there.
            return false;
        }
        JsonNode owner = tree.path("spec").path("parentRef");
        return cluster.get(
                        ResourceTypes.SERVICES,
                        owner.path("namespace").asText(""),
                        owner.path("name").asText(""))
                .filter(service -> uses(
                        cluster.tree(service).path("spec"), entry, claim.key().name()))
                .isEmpty();
    }

    private static boolean uses(JsonNode spec, KindEntry entry, String name) {
        return isAddress(entry)
                ? ServiceAddresses.addresses(spec).contains(name)
                : NodePorts.of(spec).contains(Integer.valueOf(name));
    }

    /// Lets go of a claim of this service.
    private void free(KindEntry entry, String name) {
        cluster.get(entry.type(), "", name).filter(this::isOwn).ifPresent(cluster::remove);
    }

    private boolean isOwn(StoredObject claim) {
        JsonNode owner = cluster.tree(claim).path("spec").path("parentRef");
        return owner.path("namespace").asText("").equals(request.namespace())
                && owner.path("name").asText("").equals(service());
    }

    private String service() {
        return request.next()
                .map(next -> next.path("metadata").path("name").asText(""))
                .orElse(request.name());
    }

    private String uid() {
        long high = (random.nextLong() & ~0xF000L) | 0x4000L;
        long low = (random.nextLong() >>> 2) | (1L << 63);
        return new UUID(high, low).toString();
    }

    private ObjectNode claim(KindEntry entry, String name) {
        ObjectNode claim = Json.object()
                .put("kind", entry.type().kind())
                .put("apiVersion", entry.type().apiVersion());
        ObjectNode metadata = claim.putObject("metadata").put("name", name);
        metadata.put("uid", uid());
        metadata.put(
                "creationTimestamp",
                DateTimeFormatter.ISO_INSTANT
                        .withZone(ZoneOffset.UTC)
                        .format(cluster.now().truncatedTo(ChronoUnit.SECONDS)));
        if (isAddress(entry)) {
            metadata.putObject("labels")
                    .put("ipaddress.kubernetes.io/ip-family", "IPv4")
                    .put(MANAGED_BY, MANAGER);
        }
        claim.putObject("spec")
                .putObject("parentRef")
                .put("resource", "services")
                .put("namespace", request.namespace())
                .put("name", service());
        return claim;
    }
}
