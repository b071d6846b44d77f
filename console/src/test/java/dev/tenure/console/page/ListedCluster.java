package dev.tenure.console.page;

import dev.tenure.client.ClusterClient;
import dev.tenure.console.follow.FollowedCluster;
import dev.tenure.console.viewer.Forecaster;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.time.TimeSource;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// A cluster that answers lists of some kinds and nothing else. Safe for use by several threads.
record ListedCluster(List<ResourceType> kinds, ClusterDump dump) implements ApiEndpoint {
    private static final Status UNKNOWN =
            new Status(404, "NotFound", "the server could not find the requested resource", Optional.empty());
    private static final Status FORBIDDEN = new Status(403, "Forbidden", "nobody may watch", Optional.empty());

    /// @param yaml its objects, behind one another
    static ListedCluster of(List<ResourceType> kinds, String yaml) {
        return new ListedCluster(kinds, dump(yaml));
    }

    static ClusterDump dump(String yaml) {
        return DumpFiles.read(
                List.of(DumpFiles.STDIN), new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    ClusterClient client() {
        return clientOf(this);
    }

    static ClusterClient clientOf(ApiEndpoint endpoint) {
        return new ClusterClient(endpoint, Caller.component("ann", List.of(), "test"));
    }

    /// Ann, who follows a cluster on a loop and is told nothing by its components.
    static Viewer viewer(EventLoop loop, ApiEndpoint endpoint, TimeSource time) {
        ClusterClient client = clientOf(endpoint);
        var copy = new FollowedCluster(loop, client, "");
        copy.start();
        return new Viewer(
                client,
                copy,
                _ -> Optional.empty(),
                time,
                new Forecaster(loop.time(), _ -> true),
                new Viewer.Identity("ann", "https://cluster", "kubectl"));
    }

    @Override
    public ApiReply call(ApiRequest request) {
        var target = request.target();
        return kinds.stream()
                .filter(type ->
                        type.group().equals(target.group()) && type.resource().equals(target.resource()))
                .findFirst()
                .<ApiReply>map(type -> new ApiReply.Many(
                        type, 1, dump.all(type).toList(), Optional.empty(), Optional.empty(), List.of()))
                .orElseGet(() -> new ApiReply.Failure(UNKNOWN, List.of()));
    }

    @Override
    public WatchReply watch(ApiRequest request) {
        return new WatchReply.Refused(FORBIDDEN);
    }
}
