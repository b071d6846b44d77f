package dev.tenure.controllers.podgc;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.podgc.retention.RemovedPods;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.List;

/// Writes into the cluster what is remembered of pods that are about to be removed. Blocks; stateless.
final class RemovalRecorder {

    private final ClusterClient client;

    RemovalRecorder(ClusterClient client) {
        this.client = client;
    }

    /// @return whether it is written; a write that somebody else was faster with is not
    boolean record(List<RemovedPods.Entry> removed, Instant now) {
        return switch (client.get(ResourceTypes.CONFIG_MAPS, RemovedPods.NAMESPACE, RemovedPods.NAME)) {
            case ApiReply.One(var _, StoredObject stored, var _) -> {
                ObjectNode map = RemovedPods.read(Document.of(stored.content()))
                        .with(removed, now)
                        .configMap();
                map.withObject("/metadata").put("resourceVersion", Long.toString(stored.revision()));
                yield done(client.update(
                        ResourceTypes.CONFIG_MAPS, RemovedPods.NAMESPACE, RemovedPods.NAME, Document.of(map)));
            }
            case ApiReply.Failure(var status, var _)
            when status.isNotFound() ->
                done(client.create(
                        ResourceTypes.CONFIG_MAPS,
                        RemovedPods.NAMESPACE,
                        Document.of(
                                new RemovedPods(List.of()).with(removed, now).configMap())));
            case ApiReply.Failure _, ApiReply.Many _, ApiReply.Document _ -> false;
        };
    }

    private static boolean done(ApiReply reply) {
        return !(reply instanceof ApiReply.Failure);
    }
}
