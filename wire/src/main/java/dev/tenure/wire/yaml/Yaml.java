package dev.tenure.wire.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
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
    /// @param duplicates keys that stand twice, of which the last one counts: `line 7: key "k" already set in map`
    public record Document(JsonNode value, List<String> duplicates) {
        public Document {
            duplicates = List.copyOf(duplicates);
        }
    }

    /// @throws YamlException when the bytes are no YAML, or hold what JSON cannot express
    public static Document read(byte[] yaml) {
        try {
            Iterator<Event> events = new Parse(SETTINGS).parseString(text(yaml)).iterator();
            YamlTree tree = new YamlTree(events);
            while (events.hasNext()) {
                Event event = events.next();
                if (event.getEventId() == Event.ID.DocumentStart) {
                    return new Document(tree.read(events.next()), tree.duplicates());
                }
            }
            return new Document(NullNode.instance, List.of());
        } catch (YamlEngineException e) {
            throw YamlErrors.of(e);
        }
    }

    /// Block style, keys in order, as `kubectl -o yaml` shows objects.
    public static byte[] write(JsonNode value) {
        return YamlWriter.write(value).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] yaml) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(yaml))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new YamlException("yaml: invalid leading UTF-8 octet", e);
        }
    }
}
