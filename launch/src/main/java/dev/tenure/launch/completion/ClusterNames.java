package dev.tenure.launch.completion;

import dev.tenure.cli.command.ClusterOptions;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.plan.LiveOptions;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.source.DumpFiles;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.PicocliException;

/// The names of what there is in the cluster that a command line means, live or in files. What cannot be read
/// has no names. Confined to one thread.
@Command
public final class ClusterNames {
    /// More would help nobody who looks for one.
    private static final int NAMES_MAX = 500;

    private static final String PODS_IN = "pods/";

    private static final List<ResourceType> WORKLOADS = List.of(
            ResourceTypes.DEPLOYMENTS,
            ResourceTypes.STATEFUL_SETS,
            ResourceTypes.REPLICA_SETS,
            ResourceTypes.REPLICATION_CONTROLLERS);

    @Mixin
    private LiveOptions live = new LiveOptions();

    @Option(names = "--from")
    private List<String> from = List.of();

    private ClusterNames() {}

    /// @param words of the command line; flags among them say which cluster is meant
    public static ClusterNames of(List<String> words) {
        var names = new ClusterNames();
        try {
            new CommandLine(names).setUnmatchedArgumentsAllowed(true).parseArgs(words.toArray(String[]::new));
        } catch (PicocliException _) {
            return new ClusterNames();
        }
        return names;
    }

    /// @param kind `nodes`, `zones`, `pods`, `pods/NAMESPACE`, `namespaces`, `workloads`, `taint-keys`,
    ///     `contexts`, `clusters` or `users`
    public List<String> all(String kind) {
        try {
            return switch (kind) {
                case "contexts", "clusters", "users" -> live.names(kind);
                case "nodes" -> names(ResourceTypes.NODES);
                case "namespaces" -> names(ResourceTypes.NAMESPACES);
                case "zones" ->
                    objects(ResourceTypes.NODES).stream()
                            .map(node -> node.view(Node.class).meta().labels().getOrDefault(WellKnownLabels.ZONE, ""))
                            .filter(zone -> !zone.isEmpty())
                            .distinct()
                            .toList();
                case "taint-keys" ->
                    objects(ResourceTypes.NODES).stream()
                            .flatMap(node -> node.view(Node.class).spec().taints().stream())
                            .map(Taint::key)
                            .distinct()
                            .toList();
                case "pods" -> podsIn(namespace());
                case "workloads" -> WORKLOADS.stream().flatMap(this::workloads).toList();
                default -> kind.startsWith(PODS_IN) ? podsIn(kind.substring(PODS_IN.length())) : List.of();
            };
        } catch (ConnectionException | CommandFailure | DumpException _) {
            return List.of();
        }
    }

    private List<String> names(ResourceType type) {
        return objects(type).stream().map(object -> object.key().name()).toList();
    }

    /// Those that nothing else scales.
    private Stream<String> workloads(ResourceType type) {
        return in(namespace(), type)
                .filter(object -> object.header().ownerUids().isEmpty())
                .map(object -> type.kind().toLowerCase(Locale.ROOT) + "/"
                        + object.key().name());
    }

    private List<String> podsIn(String namespace) {
        return in(namespace, ResourceTypes.PODS).map(pod -> pod.key().name()).toList();
    }

    private String namespace() {
        return (from.isEmpty() ? live.namespaceInUse() : live.namespace()).orElse("default");
    }

    private Stream<StoredObject> in(String namespace, ResourceType type) {
        return objects(type, namespace).stream()
                .filter(object -> object.key().namespace().equals(namespace));
    }

    private List<StoredObject> objects(ResourceType type) {
        return objects(type, "");
    }

    /// @param namespace whose objects are meant; "" for all. Files may have others, too.
    private List<StoredObject> objects(ResourceType type, String namespace) {
        if (!from.isEmpty()) {
            return from.contains(DumpFiles.STDIN)
                    ? List.of()
                    : DumpFiles.read(from, InputStream.nullInputStream())
                            .all(type)
                            .limit(NAMES_MAX)
                            .toList();
        }
        var found = new ArrayList<StoredObject>();
        try (HttpEndpoint endpoint = live.endpoint()) {
            ApiReply reply =
                    ClusterOptions.client(endpoint).list(type, namespace, Map.of("limit", Integer.toString(NAMES_MAX)));
            if (reply instanceof ApiReply.Many many) {
                found.addAll(many.items());
            }
        }
        return found;
    }
}
