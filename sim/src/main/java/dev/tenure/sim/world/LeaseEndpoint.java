package dev.tenure.sim.world;

import dev.tenure.controllers.nodelifecycle.SignsOfLife;
import dev.tenure.model.coordination.Lease;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.simnodes.RegularHeartbeats;
import dev.tenure.simnodes.RegularHeartbeats.Beat;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.decode.Times;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/// The door of an API server of whose nodes those in good order do not renew their leases: a lease that is
/// read shows the renewal that would have been the last one, and the node lifecycle, which is told of no
/// renewals then, asks here. A lease keeps its revision until it is really written; watches tell only of what
/// is. Confined to the thread of its world.
final class LeaseEndpoint implements ApiEndpoint, SignsOfLife {
    private static final String NAMESPACE = "kube-node-lease";

    private final ApiEndpoint server;
    private final RegularHeartbeats heartbeats;
    private final TimeSource time;
    private final Map<String, Instant> silences;
    private final Tick begun;

    /// Made when the world begins.
    ///
    /// @param silences when nodes were last heard of that are silent then
    LeaseEndpoint(ApiEndpoint server, RegularHeartbeats heartbeats, TimeSource time, Map<String, Instant> silences) {
        this.server = server;
        this.heartbeats = heartbeats;
        this.time = time;
        this.silences = Map.copyOf(silences);
        this.begun = time.now();
    }

    @Override
    public ApiReply call(ApiRequest request) {
        ApiReply reply = server.call(request);
        if (!leases(request.target())) {
            return reply;
        }
        return switch (reply) {
            case ApiReply.One(int code, StoredObject lease, var warnings) ->
                new ApiReply.One(code, renewed(lease), warnings);
            case ApiReply.Many(var type, long revision, var items, var next, var remaining, var warnings) ->
                new ApiReply.Many(
                        type, revision, items.stream().map(this::renewed).toList(), next, remaining, warnings);
            case ApiReply.Document _, ApiReply.Failure _ -> reply;
        };
    }

    @Override
    public WatchReply watch(ApiRequest request) {
        return server.watch(request);
    }

    private static boolean leases(Target target) {
        return target.resource().equals(ResourceTypes.LEASES.resource())
                && target.group().equals(ResourceTypes.LEASES.group());
    }

    /// The lease as it would be if its node had renewed it.
    private StoredObject renewed(StoredObject lease) {
        String node = lease.key().name();
        if (!lease.key().namespace().equals(NAMESPACE) || !heartbeats.beating(node)) {
            return lease;
        }
        Optional<Instant> written = lease.view(Lease.class).renewTime();
        return heartbeats
                .last(node, time.now())
                .map(beat -> beat.wall().truncatedTo(ChronoUnit.MICROS))
                .filter(last -> written.isEmpty() || last.isAfter(written.get()))
                .map(last -> renewed(lease, last))
                .orElse(lease);
    }

    private static StoredObject renewed(StoredObject lease, Instant at) {
        Document content = Document.of(lease.content())
                .edit(tree -> tree.withObjectProperty("spec").put("renewTime", Times.micros(at)));
        return new StoredObject(lease.header(), content, lease.revision(), lease.reader());
    }

    /// Who looks at a silent node at the beginning goes on with its silence; who begins later takes it to be
    /// alive then, as controllers do.
    @Override
    public Tick first(String node, Tick now) {
        Instant heard = silences.get(node);
        if (heard == null || now.isAfter(begun)) {
            return now;
        }
        Tick at = time.tickOf(time.asOfNow(heard));
        return at.isAfter(now) ? now : at;
    }

    /// A heartbeat that is written late counted when it was due.
    @Override
    public boolean news(String node, Instant shown) {
        return !heartbeats.isWrittenLate(node, shown);
    }

    @Override
    public Optional<Tick> last(String node, Tick now) {
        return heartbeats.last(node, now).map(Beat::at);
    }
}
