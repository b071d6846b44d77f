package dev.tenure.client.election;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.coordination.Lease;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.Times;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/// The calls for one Lease. What is called here blocks; an empty answer is a call that failed or came too
/// late.
final class LeaseCalls {

    private final ClusterClient client;
    private final ElectionConfiguration configuration;

    LeaseCalls(ClusterClient client, ElectionConfiguration configuration) {
        this.client = client;
        this.configuration = configuration;
    }

    /// The Lease as it stands.
    sealed interface Read {
        record Found(StoredObject lease) implements Read {}

        record Absent() implements Read {}

        record Failed(String why) implements Read {}
    }

    Read read() {
        return switch (client.get(ResourceTypes.LEASES, configuration.namespace(), configuration.name())) {
            case ApiReply.One(var _, StoredObject lease, var _) -> new Read.Found(lease);
            case ApiReply.Failure(var status, var _) when status.isNotFound() -> new Read.Absent();
            case ApiReply.Failure(var status, var _) -> new Read.Failed(status.message());
            case ApiReply.Many _, ApiReply.Document _ -> new Read.Failed("the server answered with no Lease");
        };
    }

    Optional<StoredObject> create(Instant now) {
        ObjectNode lease =
                Json.object().put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
        lease.putObject("metadata").put("name", configuration.name()).put("namespace", configuration.namespace());
        ObjectNode spec = lease.putObject("spec");
        hold(spec, now);
        spec.put("acquireTime", Times.micros(now)).put("leaseTransitions", 0);
        return one(client.create(ResourceTypes.LEASES, configuration.namespace(), Document.of(lease)));
    }

    /// Prolongs a lease that is ours; fails when it has been written since it was seen.
    Optional<StoredObject> renew(StoredObject seen, Instant now) {
        return update(seen, spec -> hold(spec, now));
    }

    /// Takes a lease that nobody holds; fails when it has been written since it was seen.
    Optional<StoredObject> take(StoredObject seen, Instant now) {
        int transitions = seen.view(Lease.class).transitions() + 1;
        return update(seen, spec -> {
            hold(spec, now);
            spec.put("acquireTime", Times.micros(now)).put("leaseTransitions", transitions);
        });
    }

    /// Gives up a lease that is ours, so that another can take it at once. A renewal that was still under way
    /// may have written it since it was seen.
    boolean release(StoredObject seen, Instant now) {
        if (handOver(seen, now)) {
            return true;
        }
        return read() instanceof Read.Found(StoredObject newer)
                && newer.revision() != seen.revision()
                && newer.view(Lease.class).holderIdentity().equals(configuration.identity())
                && handOver(newer, now);
    }

    private boolean handOver(StoredObject seen, Instant now) {
        return update(
                        seen,
                        spec -> spec.put("holderIdentity", "")
                                .put("leaseDurationSeconds", 1)
                                .put("renewTime", Times.micros(now)))
                .isPresent();
    }

    private void hold(ObjectNode spec, Instant now) {
        spec.put("holderIdentity", configuration.identity())
                .put("leaseDurationSeconds", configuration.leaseDuration().toSeconds())
                .put("renewTime", Times.micros(now));
    }

    private Optional<StoredObject> update(StoredObject seen, Consumer<ObjectNode> change) {
        Document document = Document.of(seen.content()).edit(lease -> {
            lease.withObject("/metadata").put("resourceVersion", Long.toString(seen.revision()));
            change.accept(lease.withObject("/spec"));
        });
        return one(client.update(ResourceTypes.LEASES, configuration.namespace(), configuration.name(), document));
    }

    private static Optional<StoredObject> one(ApiReply reply) {
        return reply instanceof ApiReply.One(var _, StoredObject lease, var _) ? Optional.of(lease) : Optional.empty();
    }
}
