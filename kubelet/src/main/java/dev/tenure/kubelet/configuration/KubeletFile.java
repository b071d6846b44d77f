package dev.tenure.kubelet.configuration;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlPlaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A file of KubeletConfigurations, read strictly: each document with what is wrong in it and on which line.
/// Immutable.
///
/// @param documents those of this kind, in order
/// @param others lines at which documents of other kinds begin
public record KubeletFile(List<Part> documents, List<Integer> others) {
    /// What is said of documents after the first.
    public static final String IGNORED = "is ignored: a kubelet reads only the first document of its file";

    private static final String DUPLICATE_RULE = "duplicate-field";
    private static final Pattern DUPLICATE = Pattern.compile("line (\\d+): key \"(.*)\" already set in map");

    /// One document.
    ///
    /// @param number of the document in its file, from 1; empty ones are not counted
    /// @param configuration absent when it cannot be made of these fields
    /// @param mistakes in the order of the file, as far as that is known
    public record Part(
            int number,
            JsonNode fields,
            YamlPlaces places,
            Optional<KubeletConfiguration> configuration,
            List<Placed> mistakes) {
        public Part {
            mistakes = List.copyOf(mistakes);
        }

        /// The same with other fields written over it, for example those of flags.
        public Part with(Consumer<ObjectNode> change) {
            if (!(fields instanceof ObjectNode object)) {
                return this;
            }
            ObjectNode changed = object.deepCopy();
            change.accept(changed);
            List<Placed> duplicates = mistakes.stream()
                    .filter(each -> each.mistake().rule().equals(DUPLICATE_RULE))
                    .toList();
            return part(number, changed, places, duplicates);
        }
    }

    /// A mistake and its line.
    public record Placed(int line, Mistake mistake) {
        @Override
        public String toString() {
            return "line %d: %s: %s".formatted(line, mistake.field(), mistake.message());
        }
    }

    public KubeletFile {
        documents = List.copyOf(documents);
        others = List.copyOf(others);
    }

    /// @throws ConfigurationException when no document is a KubeletConfiguration
    /// @throws dev.tenure.wire.yaml.YamlException when it is no YAML
    public static KubeletFile read(byte[] text) {
        List<Yaml.Document> documents = Yaml.readAll(text);
        List<YamlPlaces> places = Yaml.places(text);
        var parts = new ArrayList<Part>();
        var others = new ArrayList<Integer>();
        int number = 0;
        for (int i = 0; i < documents.size(); i++) {
            JsonNode fields = documents.get(i).value();
            if (fields.isNull()) {
                continue;
            }
            number++;
            if (KubeletConfigurationParser.isConfiguration(fields)) {
                parts.add(part(number, documents.get(i), places.get(i)));
            } else {
                others.add(places.get(i).line());
            }
        }
        if (parts.isEmpty()) {
            throw KubeletConfigurationParser.otherKind(
                    documents.isEmpty()
                            ? Yaml.read(text).value()
                            : documents.getFirst().value());
        }
        return new KubeletFile(parts, others);
    }

    private static Part part(int number, Yaml.Document document, YamlPlaces places) {
        var mistakes = new ArrayList<Placed>();
        for (String duplicate : document.duplicates()) {
            Matcher words = DUPLICATE.matcher(duplicate);
            if (words.matches()) {
                mistakes.add(new Placed(
                        Integer.parseInt(words.group(1)),
                        new Mistake(DUPLICATE_RULE, words.group(2), "stands twice in its map")));
            }
        }
        return part(number, document.value(), places, mistakes);
    }

    private static Part part(int number, JsonNode fields, YamlPlaces places, List<Placed> duplicates) {
        var mistakes = new ArrayList<>(duplicates);
        find(fields).forEach(each -> mistakes.add(new Placed(places.lineOf(each.field()), each)));
        return new Part(number, fields, places, configuration(fields, new ArrayList<>()), mistakes);
    }

    /// What is made of the fields; absent when nothing can be.
    private static Optional<KubeletConfiguration> configuration(JsonNode fields, List<Mistake> mistakes) {
        try {
            return Optional.of(KubeletConfigurationParser.parse(fields));
        } catch (ConfigurationException e) {
            mistakes.add(new Mistake("invalid-value", e.field(), String.valueOf(e.getMessage())));
            return Optional.empty();
        }
    }

    /// Every mistake in the fields of a KubeletConfiguration.
    public static List<Mistake> find(JsonNode fields) {
        var mistakes = new ArrayList<>(StrictFields.check(fields));
        if (mistakes.stream().anyMatch(each -> each.rule().equals("wrong-type"))) {
            return mistakes;
        }
        configuration(fields, mistakes).ifPresent(configuration -> {
            mistakes.addAll(ThresholdMistakesRule.check(configuration.thresholds()));
            mistakes.addAll(ReservationMistakesRule.check(configuration));
        });
        try {
            KubeletConfigurationParser.housekeeping(fields);
        } catch (ConfigurationException e) {
            mistakes.add(new Mistake("invalid-value", e.field(), String.valueOf(e.getMessage())));
        }
        return mistakes;
    }
}
