package dev.tenure.wire.json;

import dev.tenure.wire.json.Part.Elements;
import dev.tenure.wire.json.Part.Members;
import dev.tenure.wire.json.Part.Text;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Writes documents one behind the other so that a text that stands in several of them is written once: the
/// pods of one template are little more than what is their own. [ArchiveReader] reads them without looking
/// into the texts. Confined to one thread.
///
/// A value begins with a number, seven bits a byte, the least ones first: [#TEXT] and [#KEPT] are followed by
/// a length and a JSON text, [#MEMBERS] by the shape and its values, [#ELEMENTS] by their count and
/// themselves; higher numbers, less [#FIRST_KNOWN], say which of the texts that were kept so far. A shape is
/// 0 with the count of names and the names, each with its length, or else one more than its number among
/// those so far.
public final class ArchiveWriter {
    static final int TEXT = 0;
    static final int KEPT = 1;
    static final int MEMBERS = 2;
    static final int ELEMENTS = 3;
    static final int FIRST_KNOWN = 4;

    private static final int SEVEN_BITS = 7;
    private static final int MORE = 0x80;

    private final OutputStream out;
    private final Set<Text> often = new HashSet<>();
    private final Map<Text, Integer> kept = new HashMap<>();
    private final Map<Shape, Integer> shapes = new HashMap<>();

    /// @param documents all that will be written, so that it is known what comes again
    public ArchiveWriter(OutputStream out, List<Document> documents) {
        this.out = new BufferedOutputStream(out, 1 << 16);
        var once = new HashSet<Text>();
        documents.forEach(document -> count(document.packed().resolved(), once));
    }

    private void count(Part part, Set<Text> once) {
        switch (part) {
            case Text text -> {
                if (!once.add(text)) {
                    often.add(text);
                }
            }
            case ValueNode value -> count(text(value), once);
            case Members members -> {
                for (Part one : members.parts()) {
                    count(one, once);
                }
            }
            case Elements elements -> {
                for (Part one : elements.parts()) {
                    count(one, once);
                }
            }
        }
    }

    private static Text text(ValueNode value) {
        return new Text(TreeWriter.write((Part) value));
    }

    /// Writes a number that is not negative.
    public void number(long number) throws IOException {
        long left = number;
        while (left >= MORE) {
            out.write((int) (left & (MORE - 1)) | MORE);
            left >>>= SEVEN_BITS;
        }
        out.write((int) left);
    }

    public void document(Document document) throws IOException {
        part(document.packed().resolved());
    }

    /// What was written so far leaves this writer.
    public void flush() throws IOException {
        out.flush();
    }

    private void part(Part part) throws IOException {
        switch (part) {
            case Text text -> text(text);
            case ValueNode value -> text(text(value));
            case Members members -> {
                number(MEMBERS);
                shape(members.shape());
                for (Part one : members.parts()) {
                    part(one);
                }
            }
            case Elements elements -> {
                number(ELEMENTS);
                number(elements.size());
                for (Part one : elements.parts()) {
                    part(one);
                }
            }
        }
    }

    private void text(Text text) throws IOException {
        Integer known = kept.get(text);
        if (known != null) {
            number(FIRST_KNOWN + known);
            return;
        }
        boolean keep = often.contains(text);
        if (keep) {
            kept.put(text, kept.size());
        }
        number(keep ? KEPT : TEXT);
        bytes(text.json());
    }

    private void shape(Shape shape) throws IOException {
        Integer known = shapes.get(shape);
        if (known != null) {
            number(1 + known);
            return;
        }
        shapes.put(shape, shapes.size());
        number(0);
        number(shape.size());
        for (int i = 0; i < shape.size(); i++) {
            bytes(shape.name(i).getBytes(StandardCharsets.UTF_8));
        }
    }

    private void bytes(byte[] bytes) throws IOException {
        number(bytes.length);
        out.write(bytes);
    }
}
