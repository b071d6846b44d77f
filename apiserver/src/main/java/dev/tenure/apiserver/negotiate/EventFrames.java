package dev.tenure.apiserver.negotiate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.StatusDocument;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.ObjectCodec.Format;
import dev.tenure.wire.json.Json;
import java.util.ArrayList;
import java.util.List;

/// Events of watches as bytes. An event of an object that several watchers see in the same form is encoded
/// once and its frame shared.
public final class EventFrames {
    /// A power of two.
    private static final int REMEMBERED = 4096;

    private final Forms forms;
    /// The frames made last, by revision. Entries are immutable, so that a race costs an encoding and
    /// nothing else.
    private final Remembered[] remembered = new Remembered[REMEMBERED];

    private record Remembered(StoredObject object, String event, Representation wanted, byte[] frame) {}

    public EventFrames(Forms forms) {
        this.forms = forms;
    }

    public static String contentType(Representation wanted) {
        return wanted.format() == Format.PROTOBUF
                ? wanted.format().mediaType() + ";stream=watch"
                : wanted.format().mediaType();
    }

    /// Begins the stream of one watcher.
    public Encoding start(ResourceType type, Representation wanted, String includeObject) {
        return new Encoding(type, wanted, includeObject);
    }

    /// The stream of one watcher. Used by one thread at a time.
    public final class Encoding {
        private final ResourceType type;
        private final Representation wanted;
        private final String includeObject;

        /// Only the first table of a stream describes its columns.
        private boolean headed = true;

        private Encoding(ResourceType type, Representation wanted, String includeObject) {
            this.type = type;
            this.wanted = wanted;
            this.includeObject = includeObject;
        }

        /// The frames of these events, one after the other.
        public byte[] frames(List<WatchEvent> events) {
            if (events.size() == 1) {
                return frame(events.getFirst());
            }
            List<byte[]> frames = new ArrayList<>(events.size());
            int size = 0;
            for (WatchEvent event : events) {
                byte[] frame = frame(event);
                frames.add(frame);
                size += frame.length;
            }
            byte[] all = new byte[size];
            int at = 0;
            for (byte[] frame : frames) {
                System.arraycopy(frame, 0, all, at, frame.length);
                at += frame.length;
            }
            return all;
        }

        private byte[] frame(WatchEvent event) {
            return switch (event) {
                case WatchEvent.Added added -> shared("ADDED", added.object());
                case WatchEvent.Modified modified -> shared("MODIFIED", modified.object());
                case WatchEvent.Deleted deleted -> shared("DELETED", deleted.object());
                case WatchEvent.Bookmark bookmark -> written("BOOKMARK", Json.readObject(bookmarkBytes(bookmark)));
                case WatchEvent.Failed failed -> written("ERROR", StatusDocument.of(failed.status()));
            };
        }

        private byte[] bookmarkBytes(WatchEvent.Bookmark bookmark) {
            return ObjectBytes.bookmark(type, bookmark.revision(), bookmark.initialEventsEnd());
        }

        private byte[] shared(String event, StoredObject object) {
            if (!wanted.equals(Representation.JSON)) {
                ObjectNode tree = Forms.tree(object);
                ObjectNode shown = forms.ofObject(tree, wanted, includeObject, headed);
                headed = false;
                return written(event, shown);
            }
            int slot = (int) object.revision() & (REMEMBERED - 1);
            Remembered last = remembered[slot];
            if (last != null && last.object() == object && last.event().equals(event)) {
                return last.frame();
            }
            byte[] frame = ObjectBytes.event(event, object);
            remembered[slot] = new Remembered(object, event, wanted, frame);
            return frame;
        }

        private byte[] written(String event, ObjectNode object) {
            byte[] bytes = Writing.bytes(object, wanted);
            return wanted.format() == Format.PROTOBUF
                    ? ObjectCodec.watchFrame(event, bytes)
                    : ObjectBytes.event(event, bytes);
        }
    }
}
