package dev.tenure.cli.command;

import dev.tenure.cli.loops.LoopRemedies;
import dev.tenure.cli.loops.LoopSurvey;
import dev.tenure.cli.loops.LoopSurvey.Found;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.policy.PausedOwners;
import dev.tenure.plan.report.PlanDocument;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.source.LiveCluster;
import dev.tenure.plan.timeline.RemovedRecord;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// What `tenure evictions --loops` finds out about a cluster: one document of the kind EvictionLoopList.
final class LoopsReport {
    private static final String KIND = "EvictionLoopList";
    /// No other pod is part of a loop.
    private static final Map<String, String> FAILED = Map.of("fieldSelector", "status.phase=Failed");

    private static final Map<String, String> DAEMON_EVENTS = Map.of("fieldSelector", "reason=FailedDaemonPod");

    /// So many remedies are tried; each try plays a copy of the cluster.
    private static final int TRIED_MAX = 5;

    /// What counts as a loop, and which are looked for.
    ///
    /// @param times so many pods
    /// @param window within so long
    record Wanted(int times, Duration window, Predicate<Found> meant) {}

    private final HttpEndpoint endpoint;
    private final String name;
    private final PrintWriter err;

    /// @param name of the server, for messages
    LoopsReport(HttpEndpoint endpoint, String name, PrintWriter err) {
        this.endpoint = endpoint;
        this.name = name;
        this.err = err;
    }

    ObjectNode document(Wanted wanted) {
        ClusterClient client = ClusterOptions.client(endpoint);
        var sight = new LoopSurvey.Sight(
                list(client, ResourceTypes.PODS, FAILED, true),
                list(client, ResourceTypes.EVENTS, DAEMON_EVENTS, false),
                RemovedRecord.of(client));
        List<Found> found = LoopSurvey.find(sight, wanted.times(), wanted.window()).stream()
                .filter(wanted.meant())
                .toList();
        Instant now = new SystemTime().wall();
        ObjectNode document = Json.object()
                .put("apiVersion", PlanDocument.API_VERSION)
                .put("kind", KIND)
                .put("now", now.truncatedTo(ChronoUnit.SECONDS).toString())
                .put("times", wanted.times())
                .put("windowSeconds", wanted.window().toSeconds());
        ArrayNode loops = document.putArray("loops");
        PausedOwners paused = found.isEmpty() ? PausedOwners.NONE : PausedOwners.of(client);
        Optional<LoopRemedies> remedies = found.isEmpty() ? Optional.empty() : remedies(client);
        int tried = 0;
        for (Found each : found) {
            ObjectNode loop = LoopSurvey.json(each.loop(), wanted.window(), now);
            paused.find(each.loop().failure().owner()).ifPresent(pause -> loop.set("pause", pause));
            boolean tries = remedies.isPresent() && each.pod().isPresent() && tried < TRIED_MAX;
            loop.put("tried", tries);
            loop.set("remedies", tries ? remedies.orElseThrow().of(each) : Json.array());
            tried += tries ? 1 : 0;
            loops.add(loop);
        }
        return document;
    }

    /// Absent where too little of the cluster may be read.
    private Optional<LoopRemedies> remedies(ClusterClient client) {
        try (var progress = Progress.on(err, "reading the cluster")) {
            return Optional.of(new LoopRemedies(LiveCluster.read(client, name, new SystemTime(), progress::show)));
        } catch (DumpException e) {
            err.println("warning: no remedy is looked for: " + e.getMessage());
            err.flush();
            return Optional.empty();
        }
    }

    /// @param needed whether there is nothing to tell without them
    private List<StoredObject> list(
            ClusterClient client, ResourceType type, Map<String, String> query, boolean needed) {
        return switch (client.list(type, "", query)) {
            case ApiReply.Many many -> many.items();
            case ApiReply.Failure(var status, var _)
            when needed ->
                throw new CommandFailure(
                        ExitCode.FAILED, "cannot list %s: %s".formatted(type.resource(), status.message()));
            case ApiReply.Failure(var status, var _) -> {
                err.println("warning: %s are not looked at: %s".formatted(type.resource(), status.message()));
                err.flush();
                yield List.of();
            }
            case ApiReply.One _, ApiReply.Document _ ->
                throw new CommandFailure(ExitCode.FAILED, "the server answers something else than " + type.resource());
        };
    }
}
