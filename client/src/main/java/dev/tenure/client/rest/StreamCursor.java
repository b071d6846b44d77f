package dev.tenure.client.rest;

import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.runtime.io.Mailbox;
import dev.tenure.wire.ObjectCodec.Format;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// A watch over HTTP: a background thread reads lines of JSON into a mailbox, the cursor hands them out.
/// When the stream ends, however it ends, the last event is a failure, and the watcher lists again.
final class StreamCursor implements WatchCursor {
    private static final int EVENTS_AHEAD_MAX = 10_000;
    private static final int GONE = 410;

    private final InputStream stream;
    private final Target target;
    private final Runnable heard;
    private final Runnable brokenOff;
    private final Mailbox<WatchEvent> mailbox = new Mailbox<>(EVENTS_AHEAD_MAX);

    /// @param heard called with each line
    /// @param brokenOff called when the connection breaks
    StreamCursor(InputStream stream, Target target, Runnable heard, Runnable brokenOff) {
        this.stream = stream;
        this.target = target;
        this.heard = heard;
        this.brokenOff = brokenOff;
    }

    /// Reads until the stream ends or the cursor is closed; runs on a thread of its own. Whatever ends it,
    /// the watcher hears of it.
    void read() {
        try (var lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard.run();
                if (!line.isBlank() && !mailbox.put(event(Json.readObject(line.getBytes(StandardCharsets.UTF_8))))) {
                    return;
                }
            }
            mailbox.put(ended("the server ended the watch"));
        } catch (IOException e) {
            // nobody closed it
            if (mailbox.put(ended("the watch broke off: " + e.getMessage()))) {
                brokenOff.run();
            }
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            // no event, or an object that cannot be read
            mailbox.put(ended("the watch broke off: " + e.getMessage()));
        }
    }

    private WatchEvent event(ObjectNode line) {
        if (!(line.path("object") instanceof ObjectNode object)) {
            throw new JsonSyntaxException("a watch event without an object");
        }
        return switch (line.path("type").asText()) {
            case "ADDED" -> new WatchEvent.Added(stored(object));
            case "MODIFIED" -> new WatchEvent.Modified(stored(object));
            case "DELETED" -> new WatchEvent.Deleted(stored(object));
            case "BOOKMARK" -> {
                var meta = object.path("metadata");
                boolean end = "true"
                        .equals(meta.path("annotations")
                                .path("k8s.io/initial-events-end")
                                .asText());
                yield new WatchEvent.Bookmark(meta.path("resourceVersion").asLong(), end);
            }
            default -> new WatchEvent.Failed(Replies.status(GONE, Format.JSON, Json.write(object)));
        };
    }

    private StoredObject stored(ObjectNode object) {
        return Replies.stored(target, object);
    }

    private static WatchEvent ended(String why) {
        return new WatchEvent.Failed(new Status(GONE, "Expired", why, Optional.empty()));
    }

    @Override
    public List<WatchEvent> poll(int max) {
        return mailbox.take(max);
    }

    @Override
    public void onReady(Runnable signal) {
        mailbox.onReady(signal);
    }

    @Override
    public void close() {
        mailbox.close();
        try {
            stream.close();
        } catch (IOException _) {
            // the connection is gone already
        }
    }
}
