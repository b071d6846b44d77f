package dev.tenure.plan.source;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.ListReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.source.ClusterDump.Moment;
import dev.tenure.runtime.io.Ahead;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.decode.Listing;
import dev.tenure.wire.schema.GroupVersionKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Reads a cluster through its API, by lists alone, page by page; one list for each kind. Confined to one
/// thread; blocks while the server answers.
public final class LiveCluster {
    private static final int PAGE = 500;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int GONE = 410;

    /// What nobody needs in order to look ahead, and what would be long or private.
    private static final Set<String> LEFT_OUT = Set.of(
            "secrets",
            "events",
            "events.events.k8s.io",
            "endpoints",
            "certificatesigningrequests.certificates.k8s.io",
            "roles.rbac.authorization.k8s.io",
            "rolebindings.rbac.authorization.k8s.io",
            "clusterroles.rbac.authorization.k8s.io",
            "clusterrolebindings.rbac.authorization.k8s.io",
            "apiservices.apiregistration.k8s.io",
            "flowschemas.flowcontrol.apiserver.k8s.io",
            "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
            "mutatingwebhookconfigurations.admissionregistration.k8s.io",
            "validatingwebhookconfigurations.admissionregistration.k8s.io");

    /// Of ConfigMaps, only those in which it is kept which pods left.
    private static final String CONFIG_MAPS = "configmaps";

    private static final String RECORDS = "kube-system";

    /// Whether objects of a type are of no use for looking ahead; events are, for looking back.
    static boolean isLeftOut(ResourceType type) {
        return LEFT_OUT.contains(type.qualifiedResource()) && !type.kind().equals("Event");
    }

    /// Whether a ConfigMap is one of those that are wanted.
    static boolean isRecord(String namespace, String name) {
        return namespace.equals(RECORDS) && isRecord(name);
    }

    private static boolean isRecord(String name) {
        return name.startsWith(WorldKinds.RECORD) || name.equals(WorldKinds.REMOVED);
    }

    private final ClusterClient client;
    private final String address;
    private final DumpAssembly assembly;
    private final Consumer<String> progress;

    private LiveCluster(ClusterClient client, String address, Consumer<String> progress) {
        this.client = client;
        this.address = address;
        this.assembly = new DumpAssembly(address);
        this.progress = progress;
    }

    /// @param address of the server, for messages
    /// @param clock that shows about the same as the cluster's
    /// @param progress hears what has been read so far
    /// @throws DumpException when the server lets the caller see too little
    public static ClusterDump read(ClusterClient client, String address, TimeSource clock, Consumer<String> progress) {
        return read(client, address, clock, progress, false);
    }

    /// The same.
    ///
    /// @param events whether events are read too, which tell of pods that are gone
    /// @throws DumpException when the server lets the caller see too little
    public static ClusterDump read(
            ClusterClient client, String address, TimeSource clock, Consumer<String> progress, boolean events) {
        var live = new LiveCluster(client, address, progress);
        for (ResourceType type : new StoredForms().types()) {
            boolean wanted = events && type.equals(ResourceTypes.EVENTS);
            if (wanted || !LEFT_OUT.contains(type.qualifiedResource())) {
                live.list(type);
            }
        }
        live.assembly.finish();
        ClusterDump dump = live.assembly.dump(true);
        Instant latest = dump.moment().at();
        Instant now = clock.wall();
        return dump.at(
                latest.isAfter(now)
                        ? new Moment(
                                latest, "the latest moment that an object mentions, later than this machine's clock")
                        : new Moment(now, "this machine's clock"));
    }

    /// What the caller may read of what is asked for.
    ///
    /// @param readable the types that are served and may be listed
    public record Sight(List<ResourceType> readable, List<Gap> gaps) {
        public Sight {
            readable = List.copyOf(readable);
            gaps = List.copyOf(gaps);
        }
    }

    /// Finds out, with one list of one object for each type.
    ///
    /// @param address of the server, for messages
    /// @throws DumpException when the server lets the caller see too little
    public static Sight sight(ClusterClient client, String address, List<ResourceType> types) {
        var live = new LiveCluster(client, address, _ -> {});
        var readable = new ArrayList<ResourceType>();
        var gaps = new ArrayList<Gap>();
        for (ResourceType type : types) {
            if (client.listing(type, namespace(type), Map.of("limit", "1")) instanceof ListReply.Refused(var status)) {
                live.refused(type, status.code(), status.message()).ifPresent(gaps::add);
            } else {
                readable.add(type);
            }
        }
        return new Sight(readable, gaps);
    }

    /// The namespace in which objects of a type are looked for; empty for all.
    public static String namespace(ResourceType type) {
        return type.resource().equals(CONFIG_MAPS) ? RECORDS : "";
    }

    private void list(ResourceType type) {
        Optional<Ahead<ListReply>> next = Optional.of(ask(type, Optional.empty()));
        int count = 0;
        while (next.isPresent()) {
            switch (next.get().get()) {
                case ListReply.Page page -> {
                    next = page.next().map(token -> ask(type, Optional.of(token)));
                    take(type, page.objects());
                    count += page.objects().size();
                }
                case ListReply.Refused(var status) -> {
                    refused(type, status.code(), status.message()).ifPresent(assembly::gap);
                    return;
                }
            }
            progress.accept("reading %s: %d".formatted(type.qualifiedResource(), count));
        }
    }

    /// A page, which comes while the one before is worked on.
    private Ahead<ListReply> ask(ResourceType type, Optional<String> token) {
        Map<String, String> query = new HashMap<>(Map.of("limit", Integer.toString(PAGE)));
        token.ifPresent(next -> query.put("continue", next));
        return Ahead.fetch(
                "list " + type.qualifiedResource(), () -> client.listing(type, namespace(type), Map.copyOf(query)));
    }

    private void take(ResourceType type, Listing objects) {
        boolean records = type.resource().equals(CONFIG_MAPS);
        assembly.add(objects, name -> !records || isRecord(name), GroupVersionKind.of(type), new Place(address, 0));
    }

    /// @return what that leaves unknown; empty when the server has no such kind, or nobody needs it
    private Optional<Gap> refused(ResourceType type, int code, String message) {
        String name = type.qualifiedResource();
        return switch (code) {
            case NOT_FOUND, METHOD_NOT_ALLOWED -> Optional.empty();
            case UNAUTHORIZED ->
                throw new DumpException("%s does not accept the credentials (%s): they may have expired; log in again"
                        .formatted(address, message));
            case FORBIDDEN -> {
                if (type.resource().equals("nodes") || type.resource().equals("pods")) {
                    throw new DumpException(
                            "%s does not let the caller list %s (%s): grant get and list on them, for example with the ClusterRole view and a role for nodes"
                                    .formatted(address, name, message));
                }
                yield Known.matters(type)
                        ? Optional.of(new Gap(name, "the caller may not list them", Known.unknown(type)))
                        : Optional.empty();
            }
            case GONE ->
                throw new DumpException("%s changed while %s were read, and the rest of the list is gone: try again"
                        .formatted(address, name));
            default ->
                Optional.of(new Gap(name, "the server answers %d: %s".formatted(code, message), Known.unknown(type)));
        };
    }
}
