package dev.tenure.plan.source;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import dev.tenure.wire.yaml.YamlPlaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Finds the objects of a YAML text: its documents, and the items of lists. Confined to one thread.
final class YamlObjects {
    private static final String LIST = "List";

    /// Lines are looked up in texts up to this size only.
    private static final int PLACES_BYTES_MAX = 8 << 20;

    private final String file;
    private final List<RawObject> found = new ArrayList<>();

    private YamlObjects(String file) {
        this.file = file;
    }

    /// @throws DumpException when the text is no YAML, or holds something else than objects
    static List<RawObject> read(String file, byte[] text) {
        var objects = new YamlObjects(file);
        try {
            List<Yaml.Document> documents = Yaml.readAll(text);
            List<YamlPlaces> places = text.length <= PLACES_BYTES_MAX ? Yaml.places(text) : List.of();
            for (int i = 0; i < documents.size(); i++) {
                YamlPlaces place = i < places.size() ? places.get(i) : new YamlPlaces(0, Map.of());
                objects.document(documents.get(i).value(), place);
            }
        } catch (YamlException e) {
            throw new DumpException("%s is no YAML: %s".formatted(file, e.getMessage()), e);
        }
        return objects.found;
    }

    /// The objects of one document whose lines are not known.
    ///
    /// @param line in which it begins
    static List<RawObject> objects(String file, ObjectNode document, int line) {
        var objects = new YamlObjects(file);
        objects.document(document, new YamlPlaces(line, Map.of()));
        return objects.found;
    }

    private void document(JsonNode value, YamlPlaces place) {
        if (value.isNull()) {
            return;
        }
        if (!(value instanceof ObjectNode object)) {
            throw new DumpException(
                    "%s holds %s where an object should stand".formatted(new Place(file, place.line()), word(value)));
        }
        String kind = object.path("kind").asText("");
        if (object.path("items").isArray() && kind.isEmpty()) {
            throw new DumpException("%s begins a list and never says its kind: it was cut off; write it again"
                    .formatted(new Place(file, place.line())));
        }
        if (!object.path("items").isArray() || !kind.endsWith(LIST)) {
            add(object, object.path("apiVersion").asText(""), kind, place.line());
            return;
        }
        String itemKind = kind.substring(0, kind.length() - LIST.length());
        int number = 0;
        for (JsonNode item : object.path("items")) {
            int line = place.lines().isEmpty() ? 0 : place.lineOf("items." + number++);
            if (item instanceof ObjectNode one) {
                String own = one.path("kind").asText("");
                String version = one.path("apiVersion").asText("");
                add(
                        one,
                        version.isEmpty() ? object.path("apiVersion").asText("") : version,
                        own.isEmpty() ? itemKind : own,
                        line);
            }
        }
    }

    private void add(ObjectNode object, String apiVersion, String kind, int line) {
        found.add(new RawObject(Json.write(object), GroupVersionKind.of(apiVersion, kind), new Place(file, line)));
    }

    /// What somebody wrote instead of an object.
    static String word(JsonNode value) {
        return switch (value.type()) {
            case OBJECT -> "an object";
            case ARRAY -> "a list";
            case STRING -> "a text";
            case NUMBER -> "a number";
            case BOOLEAN -> "a truth value";
            case NULL, MISSING -> "nothing";
        };
    }
}
