package dev.tenure.plan.source;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Finds the objects of a YAML text that is too long to be kept: it is cut, by its lines, into documents, and
/// a document that is a list as kubectl writes it into its items, which stand in the first column. Confined
/// to one thread; items are read on all cores, some at a time.
final class LongYaml {
    private static final String LIST = "List";
    private static final int AT_ONCE = 2048;

    /// Some items together are no longer than this.
    private static final int AT_ONCE_LETTERS = 16 << 20;

    /// One item or document, and the line in which it begins.
    private record Cut(String text, int line) {}

    private final String file;
    private final Consumer<List<RawObject>> found;
    private final List<Cut> cuts = new ArrayList<>();
    private final List<RawObject> nameless = new ArrayList<>();
    private final StringBuilder head = new StringBuilder();
    private final StringBuilder item = new StringBuilder();
    private int headLine = 1;
    private int itemLine;
    private int letters;
    private boolean list;
    private boolean inItems;

    /// @param found hears of some objects at a time, in the order in which they stand there
    LongYaml(String file, Consumer<List<RawObject>> found) {
        this.file = file;
        this.found = found;
    }

    /// @throws DumpException when the text is no YAML, or ends before it is over
    void read(InputStream text) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8), 1 << 16);
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            line(line, number);
        }
        document(number + 1);
    }

    private void line(String line, int number) {
        if (line.equals("---") || line.startsWith("--- ")) {
            document(number + 1);
        } else if (inItems && (line.isBlank() || line.startsWith("  ") || line.startsWith("#"))) {
            append(item, line.isBlank() || line.startsWith("#") ? "" : line.substring(2));
        } else if (inItems && line.startsWith("- ")) {
            item();
            itemLine = number;
            append(item, line.substring(2));
        } else {
            item();
            inItems = line.stripTrailing().equals("items:");
            list |= inItems;
            if (!inItems) {
                append(head, line);
            }
        }
    }

    private void append(StringBuilder to, String line) {
        if (to.length() + line.length() > TextWindow.OBJECT_BYTES_MAX) {
            throw new DumpException("%s: an object is larger than %d MB, which no server takes: is it a dump?"
                    .formatted(new Place(file, itemLine), TextWindow.OBJECT_BYTES_MAX >> 20));
        }
        to.append(line).append('\n');
    }

    private void item() {
        if (item.isEmpty()) {
            return;
        }
        cuts.add(new Cut(item.toString(), itemLine));
        letters += item.length();
        item.setLength(0);
        if (cuts.size() == AT_ONCE || letters > AT_ONCE_LETTERS) {
            hand();
        }
    }

    /// Hands on the items that were cut so far; those that do not say their kind wait for that of the list.
    private void hand() {
        var named = new ArrayList<RawObject>();
        for (RawObject each : cuts.parallelStream().flatMap(this::object).toList()) {
            (each.kind().kind().isEmpty() ? nameless : named).add(each);
        }
        found.accept(named);
        cuts.clear();
        letters = 0;
    }

    private Stream<RawObject> object(Cut cut) {
        JsonNode value = value(cut);
        return value instanceof ObjectNode object ? Stream.of(raw(object, cut.line())) : Stream.empty();
    }

    private RawObject raw(ObjectNode object, int line) {
        var kind = GroupVersionKind.of(
                object.path("apiVersion").asText(""), object.path("kind").asText(""));
        return new RawObject(Json.write(object), kind, new Place(file, line));
    }

    private JsonNode value(Cut cut) {
        try {
            return Yaml.read(cut.text().getBytes(StandardCharsets.UTF_8)).value();
        } catch (YamlException e) {
            throw new DumpException("%s is no YAML: %s".formatted(new Place(file, cut.line()), e.getMessage()), e);
        }
    }

    /// A document is over.
    ///
    /// @param next the line in which the next one begins
    private void document(int next) {
        item();
        hand();
        if (list) {
            items();
        } else if (!head.toString().isBlank()) {
            single();
        }
        head.setLength(0);
        nameless.clear();
        list = false;
        inItems = false;
        headLine = next;
    }

    private void single() {
        JsonNode value = value(new Cut(head.toString(), headLine));
        if (value.isNull()) {
            return;
        }
        if (!(value instanceof ObjectNode object)) {
            throw new DumpException("%s holds %s where an object should stand"
                    .formatted(new Place(file, headLine), YamlObjects.word(value)));
        }
        found.accept(YamlObjects.objects(file, object, headLine));
    }

    /// What a list says of itself behind its items.
    private void items() {
        JsonNode parsed = value(new Cut(head.toString(), headLine));
        String kind = parsed.path("kind").asText("");
        if (!kind.endsWith(LIST)) {
            throw new DumpException("%s begins a list and never says its kind: it was cut off; write it again"
                    .formatted(new Place(file, headLine)));
        }
        String itemKind = kind.substring(0, kind.length() - LIST.length());
        found.accept(nameless.stream()
                .map(each -> new RawObject(
                        each.json(),
                        GroupVersionKind.of(parsed.path("apiVersion").asText(""), itemKind),
                        each.place()))
                .toList());
    }
}
