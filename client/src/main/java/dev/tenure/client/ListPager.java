package dev.tenure.client;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.Status;
import dev.tenure.runtime.io.Ahead;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.json.decode.Listing;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads a collection page by page, so that of a long one no more is held than two pages and what its reader
/// keeps. While a page is read the next one comes. Stateless; a thread that calls waits for the server.
///
/// Upstream: client-go/tools/pager, with pages of the same size.
public final class ListPager {
    private static final int PAGE = 500;
    private static final int BAD_GATEWAY = 502;

    private ListPager() {}

    /// @param namespace empty for all namespaces
    /// @param query `labelSelector` or `fieldSelector`
    /// @param reader is given each object once, in order of key, as a tree of its own
    /// @return what the server refused, after which the reader may have had a part of the objects; empty when
    ///     it had all of them
    public static Optional<Status> read(
            ClusterClient client,
            ResourceType type,
            String namespace,
            Map<String, String> query,
            Consumer<ObjectNode> reader) {
        Optional<Ahead<ListReply>> next = Optional.of(ask(client, type, namespace, query));
        while (next.isPresent()) {
            switch (next.get().get()) {
                case ListReply.Page page -> {
                    next = page.next().map(token -> {
                        Map<String, String> further = new HashMap<>(query);
                        further.put("continue", token);
                        return ask(client, type, namespace, further);
                    });
                    try {
                        each(page.objects(), reader);
                    } catch (DecodeException e) {
                        return Optional.of(damaged(type, e));
                    }
                }
                case ListReply.Refused(var status) -> {
                    return Optional.of(status);
                }
            }
        }
        return Optional.empty();
    }

    private static Ahead<ListReply> ask(
            ClusterClient client, ResourceType type, String namespace, Map<String, String> query) {
        Map<String, String> limited = new HashMap<>(query);
        limited.put("limit", Integer.toString(PAGE));
        return Ahead.fetch("list " + type.qualifiedResource(), () -> client.listing(type, namespace, limited));
    }

    private static Status damaged(ResourceType type, DecodeException e) {
        return new Status(
                BAD_GATEWAY,
                "",
                "the server answers with %s that cannot be read: %s".formatted(type.resource(), e.getMessage()),
                Optional.empty());
    }

    private static void each(Listing objects, Consumer<ObjectNode> reader) {
        for (int at = 0; at < objects.size(); at++) {
            if (objects.item(at) instanceof ObjectNode object) {
                reader.accept(object);
            }
        }
    }
}
