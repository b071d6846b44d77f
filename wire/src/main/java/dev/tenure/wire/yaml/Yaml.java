package dev.tenure.wire.yaml;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// YAML documents as JSON trees, and back. Only the first document of a text is read.
public final class Yaml {
    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setUseMarks(true)
            .setCodePointLimit(Integer.MAX_VALUE)
            .build();

    private Yaml() {}

    /// A document that was read.
    ///
    /// @param value with the keys of mappings in order
    /// @param duplicates keys that stand twice, of which the last one counts: `line 7: key "k" already set in
    ///     map`
    public record Document(JsonNode value, List<String> duplicates) {
        public Document {
            duplicates = List.copyOf(duplicates);
        }
    }

    /// @throws YamlException when the bytes are no YAML, or hold what JSON cannot express
    public static Document read(byte[] yaml) {
        String text = text(yaml);
        YamlDirectives.check(text);
        try {
            Iterator<Event> events = new Parse(SETTINGS).parseString(text).iterator();
            while (events.hasNext()) {
                if (events.next() instanceof DocumentStartEvent start) {
                    requireVersion(start);
                    return document(events);
                }
            }
            return new Document(NullNode.INSTANCE, List.of());
        } catch (YamlEngineException e) {
            throw YamlErrors.of(e, text);
        }
    }

    /// Every document of a text, in order, empty ones included.
    ///
    /// @throws YamlException when the bytes are no YAML, or hold what JSON cannot express
    public static List<Document> readAll(byte[] yaml) {
        String text = text(yaml);
        YamlDirectives.check(text);
        var documents = new ArrayList<Document>();
        try {
            Iterator<Event> events = new Parse(SETTINGS).parseString(text).iterator();
            while (events.hasNext()) {
                if (events.next() instanceof DocumentStartEvent start) {
                    requireVersion(start);
                    documents.add(document(events));
                }
            }
            return documents;
        } catch (YamlEngineException e) {
            throw YamlErrors.of(e, text);
        }
    }

    /// Where the fields of every document stand, in the order of [#readAll].
    ///
    /// @throws YamlException when the bytes are no YAML
    public static List<YamlPlaces> places(byte[] yaml) {
        String text = text(yaml);
        try {
            return YamlPlaces.of(new Parse(SETTINGS).parseString(text).iterator());
        } catch (YamlEngineException e) {
            throw YamlErrors.of(e, text);
        }
    }

    private static void requireVersion(DocumentStartEvent start) {
        if (start.getSpecVersion().filter(version -> version.getMinor() != 1).isPresent()) {
            throw new YamlException("yaml: found incompatible YAML document");
        }
    }

    /// A document is parsed to its end before its values count, so an error of syntax comes before others.
    private static Document document(Iterator<Event> events) {
        YamlTree tree = new YamlTree(events);
        try {
            Document document = new Document(tree.read(events.next()), tree.duplicates());
            events.next();
            return document;
        } catch (YamlException e) {
            if (!e.isLimit()) {
                YamlTree.drain(events);
            }
            throw e;
        }
    }

    /// Block style, keys in order, as `kubectl -o yaml` shows objects.
    public static byte[] write(JsonNode value) {
        return YamlWriter.write(value).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] yaml) {
        try {
            return FlowTabs.replaced(StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(yaml))
                    .toString());
        } catch (CharacterCodingException e) {
            throw new YamlException("yaml: invalid leading UTF-8 octet", e);
        }
    }
}
