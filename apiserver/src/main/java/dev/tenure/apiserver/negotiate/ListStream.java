package dev.tenure.apiserver.negotiate;

import dev.tenure.apiserver.negotiate.Representation.Form;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.ObjectCodec.Format;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.Part;
import dev.tenure.wire.json.PrettyJson;
import dev.tenure.wire.proto.ProtoList;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A large list on its way to a client: its text is made item by item while the client takes it, so that a
/// list of any length needs the memory of one item. In protobuf the items come after the length of all of
/// them, see [ProtoItems]. What is sent is what [Renderer#render] gives; `ListStreamTest` holds both against
/// each other. Used by one thread.
public final class ListStream {
    /// Below this a list is made whole, with its length.
    private static final long LARGE_BYTES = 128L << 10;

    private static final ObjectCodec CODEC = ObjectCodec.builtIn();
    private static final String NO_ITEMS = "[]";
    private static final String LINE = "\n    ";
    private static final String LAST_LINE = "\n  ";

    private static final byte[] NOTHING = {};

    private final String contentType;
    private final Iterator<byte[]> pieces;

    private ListStream(String contentType, Iterator<byte[]> pieces) {
        this.contentType = contentType;
        this.pieces = pieces;
    }

    public String contentType() {
        return contentType;
    }

    /// The next piece of the list, made now; empty at its end.
    public byte[] next() {
        return pieces.hasNext() ? pieces.next() : NOTHING;
    }

    /// Whether a list is sent so: a short one is not, nor one that cannot be made item by item.
    public static boolean takes(ApiReply.Many page, Representation wanted) {
        return wanted.form() != Form.PARTIAL
                && wanted.format() != Format.YAML
                && !page.items().isEmpty()
                && bytes(page.items()) >= LARGE_BYTES;
    }

    /// @param page that [#takes] takes
    /// @return empty when protobuf does not know the kind
    static Optional<ListStream> of(ApiReply.Many page, Forms forms, Representation wanted, String includeObject) {
        var asked = new Asked(page, forms, wanted, includeObject);
        return wanted.format() == Format.PROTOBUF ? protobuf(asked) : Optional.of(json(asked));
    }

    /// A list in the form in which a client wants it.
    private record Asked(ApiReply.Many page, Forms forms, Representation wanted, String includeObject) {
        private ObjectNode head() {
            return forms.headOfList(page, wanted, includeObject);
        }

        private Function<StoredObject, byte[]> item() {
            if (wanted.equals(Representation.JSON)) {
                return forms.custom(page.type()).isPresent() ? ObjectBytes::one : ObjectBytes::item;
            }
            Function<StoredObject, ObjectNode> trees = forms.itemsOfList(page.type(), wanted, includeObject);
            return wanted.pretty()
                    ? object -> bytes(PrettyJson.write(trees.apply(object)).replace("\n", LINE))
                    : object -> Json.write(trees.apply(object));
        }

        private Function<StoredObject, Part> parts() {
            return forms.partsOfList(page.type(), wanted, includeObject);
        }
    }

    private static long bytes(List<StoredObject> items) {
        long bytes = 0;
        for (StoredObject item : items) {
            bytes += item.content().size();
        }
        return bytes;
    }

    private static ListStream json(Asked asked) {
        ObjectNode head = asked.head();
        Function<StoredObject, byte[]> item = asked.item();
        boolean pretty = asked.wanted().pretty();
        String frame = pretty ? PrettyJson.write(head) : new String(Json.write(head), StandardCharsets.UTF_8) + "\n";
        int at = frame.lastIndexOf(NO_ITEMS) + 1;
        byte[] before = bytes(frame.substring(0, at));
        byte[] after = bytes((pretty ? LAST_LINE : "") + frame.substring(at));
        byte[] first = bytes(pretty ? LINE : "");
        byte[] next = bytes(pretty ? "," + LINE : ",");
        Iterator<StoredObject> objects = asked.page().items().iterator();
        return new ListStream(Format.JSON.mediaType(), new Iterator<>() {
            private byte[] separator = joined(before, first);
            private boolean ended;

            @Override
            public boolean hasNext() {
                return !ended;
            }

            @Override
            public byte[] next() {
                if (!objects.hasNext()) {
                    ended = true;
                    return after;
                }
                byte[] piece = joined(separator, item.apply(objects.next()));
                separator = next;
                return piece;
            }
        });
    }

    private static byte[] joined(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Optional<ListStream> protobuf(Asked asked) {
        ObjectNode head = asked.head();
        Optional<ProtoList> list = asked.wanted().form() == Form.TABLE
                ? Optional.empty()
                : CODEC.protoList(
                        head.path("apiVersion").asText(), head.path("kind").asText());
        return list.map(writer -> protobuf(asked, writer, head));
    }

    private static ListStream protobuf(Asked asked, ProtoList writer, ObjectNode head) {
        Function<StoredObject, Part> parts = asked.parts();
        var items = new ProtoItems(asked.page().items(), object -> writer.item(parts.apply(object)));
        ProtoList.Frame frame = writer.frame(head, items.bytes());
        return new ListStream(Format.PROTOBUF.mediaType(), items.between(frame.before(), frame.after()));
    }
}
