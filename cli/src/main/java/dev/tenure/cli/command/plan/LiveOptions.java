package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.ClusterOptions;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ConnectionOptions;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.Progress;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.LiveCluster;
import dev.tenure.plan.source.StatedSettings;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import picocli.CommandLine.Mixin;

/// A live cluster that is looked at, with all of kubectl's flags about it.
public final class LiveOptions {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    /// Whether the command line names a cluster.
    public boolean named() {
        return cluster.named() || connection.server().isNamed();
    }

    /// Which cluster it is, in words.
    public String name() {
        return connection.server().name(cluster.file().toString());
    }

    /// The namespace that the command line names.
    public Optional<String> namespace() {
        return connection.namespace();
    }

    /// The namespace that is meant where none is named: that of the command line, else that of the context.
    ///
    /// @throws CommandFailure when the kubeconfig cannot be used
    public Optional<String> namespaceInUse() {
        return Optional.of(cluster.namespace(connection));
    }

    /// The names of the entries of the kubeconfigs.
    ///
    /// @param list for example `contexts`
    /// @throws ConnectionException when a file cannot be read
    public List<String> names(String list) {
        return cluster.names(list);
    }

    /// Connects.
    ///
    /// @throws CommandFailure when the kubeconfig cannot be used
    public HttpEndpoint endpoint() {
        return cluster.endpoint(connection.server());
    }

    /// What a cluster says of its settings.
    ///
    /// @throws ConnectionException when nothing answers
    public static StatedSettings stated(HttpEndpoint endpoint) {
        StatedSettings all = StatedSettings.NOTHING;
        for (String page : StatedSettings.PAGES) {
            all = all.and(page(endpoint, page).map(StatedSettings::of).orElse(StatedSettings.NOTHING));
        }
        return all;
    }

    private static Optional<JsonNode> page(HttpEndpoint endpoint, String page) {
        HttpEndpoint.RawReply reply = endpoint.get(page);
        if (!reply.isOk()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.read(reply.body()));
        } catch (JsonSyntaxException _) {
            // something in front of a server that answers whatever is asked
            return Optional.empty();
        }
    }

    /// Reads the cluster; nothing is written to it.
    ///
    /// @param events whether events are read too
    /// @param err on which progress is printed, where that is a terminal
    /// @throws dev.tenure.plan.source.DumpException when too little can be read
    /// @throws CommandFailure when nothing answers
    public ClusterDump read(boolean events, PrintWriter err) {
        try (HttpEndpoint endpoint = cluster.endpoint(connection.server());
                var progress = Progress.on(err, "reading the cluster")) {
            return LiveCluster.read(ClusterOptions.client(endpoint), name(), new SystemTime(), progress::show, events)
                    .stating(stated(endpoint));
        } catch (ConnectionException e) {
            String remedy = e.getCause() instanceof SSLException
                    ? ""
                    : ": is it running? --kubeconfig names another cluster, --from reads files";
            throw new CommandFailure(ExitCode.FAILED, e.getMessage() + remedy);
        }
    }
}
