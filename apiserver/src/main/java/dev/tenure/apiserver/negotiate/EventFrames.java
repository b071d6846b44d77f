package dev.tenure.apiserver.negotiate;

import dev.tenure.apiserver.registry.StatusDocument;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.ObjectCodec.Format;
import dev.tenure.wire.json.MemoTable;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/// Events of watches as bytes. An event of an object that several watchers see in the same form is encoded
/// once and its frame shared, as long as it is one of the last thousand or so and no garbage collection has
/// met it while nobody was sending it. Frames that were kept longer would be copied into the old space and
/// stay there as garbage: 200 MB for 60,000 pods. Tables are not shared: they tell ages, which depend on the
/// moment. Safe for use by several threads.
public final class EventFrames {
    /// A power of two.
    private static final int REMEMBERED_MAX = 1024;

    /// Longer frames are made anew for each watcher, so that what is remembered stays below 16 MiB.
    private static final int REMEMBERED_BYTES_MAX = 16 << 10;

    /// Frames are joined to pieces of this length at most; a longer frame is a piece of its own. As many
    /// watchers as are behind hold one each, a thousand of them 128 MiB.
    private static final int PIECE_BYTES_MAX = 128 << 10;

    private final Forms forms;
    private final MemoTable<Remembered> remembered = new MemoTable<>("frames of watches", REMEMBERED_MAX);

    /// A frame, and all that it depends on.
    private record Remembered(
            ObjectKey key,
            long revision,
            String event,
            ResourceType type,
            Representation wanted,
            WeakReference<byte[]> frame) {
        boolean isOf(String sought, StoredObject object, Encoding encoding) {
            return revision == object.revision()
                    && event.equals(sought)
                    && type.equals(encoding.type)
                    && wanted.equals(encoding.wanted)
                    && key.equals(object.key());
        }
    }

    /// Takes the pieces of a stream, in order; may wait until there is room.
    @FunctionalInterface
    public interface Sink {
        /// @throws IOException when the client has gone
        void take(byte[] piece) throws IOException;
    }

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
        return new Encoding(type, wanted.compact(), includeObject);
    }

    /// The stream of one watcher. Used by one thread at a time.
    public final class Encoding {
        private final ResourceType type;
        private final Representation wanted;
        private final String includeObject;

        /// Keeps frames of one event in several forms from pushing out one another.
        private final int salt;

        /// Only the first table of a stream describes its columns.
        private boolean headed = true;

        private Encoding(ResourceType type, Representation wanted, String includeObject) {
            this.type = type;
            this.wanted = wanted;
            this.includeObject = includeObject;
            this.salt = 31 * type.hashCode() + wanted.hashCode();
        }

        /// Hands on the frames of these events, many small ones as one piece, so that a client that reads
        /// slowly holds one piece and the frame after it, however large its objects are.
        ///
        /// @throws IOException when the sink throws it
        public void write(List<WatchEvent> events, Sink sink) throws IOException {
            List<byte[]> gathered = new ArrayList<>(events.size());
            int size = 0;
            for (WatchEvent event : events) {
                byte[] frame = frame(event);
                if (size > 0 && size + frame.length > PIECE_BYTES_MAX) {
                    sink.take(joined(gathered, size));
                    size = 0;
                }
                gathered.add(frame);
                size += frame.length;
            }
            if (size > 0) {
                sink.take(joined(gathered, size));
            }
        }

        /// Lets go of the frames: who waits until the client reads would hold them beside the piece.
        private static byte[] joined(List<byte[]> frames, int size) {
            if (frames.size() == 1) {
                return frames.removeFirst();
            }
            byte[] all = new byte[size];
            int at = 0;
            for (byte[] frame : frames) {
                System.arraycopy(frame, 0, all, at, frame.length);
                at += frame.length;
            }
            frames.clear();
            return all;
        }

        /// The frame of one event; perhaps shared, so nobody writes into it.
        public byte[] frame(WatchEvent event) {
            return switch (event) {
                case WatchEvent.Added added -> shared("ADDED", added.object());
                case WatchEvent.Modified modified -> shared("MODIFIED", modified.object());
                case WatchEvent.Deleted deleted -> shared("DELETED", deleted.object());
                case WatchEvent.Bookmark bookmark -> shown("BOOKMARK", bookmarkObject(bookmark));
                case WatchEvent.Failed failed -> written("ERROR", StatusDocument.of(failed.status()));
            };
        }

        private ObjectNode bookmarkObject(WatchEvent.Bookmark bookmark) {
            return BookmarkObject.of(type, forms.custom(type).isPresent(), bookmark);
        }

        private byte[] shared(String event, StoredObject object) {
            if (wanted.form() == Representation.Form.TABLE) {
                return encoded(event, object);
            }
            int hash = salt + Long.hashCode(object.revision());
            Remembered last = remembered.at(hash);
            if (last != null && last.isOf(event, object, this)) {
                byte[] known = last.frame().get();
                if (known != null) {
                    return known;
                }
            }
            byte[] frame = encoded(event, object);
            if (frame.length <= REMEMBERED_BYTES_MAX) {
                remembered.put(
                        hash,
                        new Remembered(
                                object.key(), object.revision(), event, type, wanted, new WeakReference<>(frame)));
            }
            return frame;
        }

        private byte[] encoded(String event, StoredObject object) {
            if (wanted.equals(Representation.JSON)) {
                return ObjectBytes.event(event, object);
            }
            return shown(event, Forms.tree(object));
        }

        /// A bookmark too has the form that was asked for.
        private byte[] shown(String event, ObjectNode object) {
            ObjectNode shown = forms.ofObject(object, wanted, includeObject, headed);
            headed = false;
            return written(event, shown);
        }

        private byte[] written(String event, ObjectNode object) {
            byte[] bytes = Writing.bytes(object, wanted);
            return wanted.format() == Format.PROTOBUF
                    ? ObjectCodec.watchFrame(event, bytes)
                    : ObjectBytes.event(event, bytes);
        }
    }
}
