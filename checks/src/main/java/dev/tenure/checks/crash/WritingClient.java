package dev.tenure.checks.crash;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/// One writer with ConfigMaps of its own, which it creates, changes and deletes one after the other until the
/// server is gone. Used by one thread at a time.
final class WritingClient {
    private static final int OBJECTS = 25;
    private static final int ONE_DELETION_IN = 5;
    private static final int ERROR = 500;
    private static final int SIZE_MAX = 2_000;
    private static final String NAMESPACE = "default";

    private final String prefix;
    private final Random random;
    private final Runnable acknowledged;
    private final AcknowledgedWrites book = new AcknowledgedWrites();
    private long serial;

    /// @param acknowledged notified of each acknowledged write
    WritingClient(int number, long seed, Runnable acknowledged) {
        this.acknowledged = acknowledged;
        prefix = "writer-%d-".formatted(number);
        random = new Random(seed);
    }

    /// Writes until the server does not answer any more.
    void write(ApiEndpoint endpoint) {
        var client = new ClusterClient(endpoint, Caller.component("", List.of(), "kill-test"));
        try {
            while (true) {
                one(client);
            }
        } catch (ConnectionException _) {
            // it was killed; what was sent last may have happened or not
        }
    }

    private void one(ClusterClient client) {
        String name = prefix + random.nextInt(OBJECTS);
        Optional<String> before = book.value(name);
        boolean deletes = before.isPresent() && random.nextInt(ONE_DELETION_IN) == 0;
        Optional<String> next = deletes ? Optional.empty() : Optional.of(value());
        book.sent(name, next);
        ApiReply reply;
        if (deletes) {
            reply = client.delete(ResourceTypes.CONFIG_MAPS, NAMESPACE, name, Document.of(Json.object()));
        } else if (before.isPresent()) {
            reply = client.update(ResourceTypes.CONFIG_MAPS, NAMESPACE, name, map(name, next.orElseThrow()));
        } else {
            reply = client.create(ResourceTypes.CONFIG_MAPS, NAMESPACE, map(name, next.orElseThrow()));
        }
        switch (reply) {
            case ApiReply.One one -> acknowledged(name, one.object().revision());
            case ApiReply.Many _, ApiReply.Document _ -> acknowledged(name, 0);
            // an error of the server leaves open whether it happened
            case ApiReply.Failure(var status, var _) -> {
                if (status.code() < ERROR) {
                    book.refused(name);
                }
            }
        }
    }

    private void acknowledged(String name, long revision) {
        book.acknowledged(name, revision);
        acknowledged.run();
    }

    private String value() {
        return ++serial + "-" + "x".repeat(random.nextInt(SIZE_MAX));
    }

    private static Document map(String name, String value) {
        ObjectNode map = Json.object().put("apiVersion", "v1").put("kind", "ConfigMap");
        map.putObject("metadata").put("name", name);
        map.putObject("data").put("value", value);
        return Document.of(map);
    }

    /// Holds what is there against what was acknowledged.
    ///
    /// @return what is wrong
    List<String> check(ApiEndpoint endpoint) {
        var client = new ClusterClient(endpoint, Caller.component("", List.of(), "kill-test"));
        return switch (client.list(ResourceTypes.CONFIG_MAPS, NAMESPACE, Map.of())) {
            case ApiReply.Many many -> {
                Map<String, String> shown = new HashMap<>();
                for (StoredObject object : many.items()) {
                    String value = Document.of(object.content())
                            .tree()
                            .at("/data/value")
                            .asText("");
                    shown.put(object.key().name(), value);
                }
                yield book.compare(shown, many.revision());
            }
            case ApiReply.One _, ApiReply.Document _, ApiReply.Failure _ -> List.of("the server does not list");
        };
    }
}
