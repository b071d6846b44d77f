package dev.tenure.cli.command.plan;

import dev.tenure.runtime.io.IoWords;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Reads manifests as `kubectl apply -f` does: files of YAML or JSON, one after the other, and `-` for
/// standard input. Stateless.
final class ManifestFiles {
    private static final List<String> ENDINGS = List.of(".yaml", ".yml", ".json");

    /// Standard input, as kubectl calls it.
    private static final Path STDIN = Path.of("-");

    private ManifestFiles() {}

    /// @throws IllegalArgumentException when a file cannot be read; the message names it
    static List<ObjectNode> read(List<String> names) {
        var manifests = new ArrayList<ObjectNode>();
        for (String name : names) {
            for (Path file : files(Path.of(name))) {
                for (JsonNode value : documents(file)) {
                    add(file, value, manifests);
                }
            }
        }
        if (manifests.isEmpty()) {
            throw new IllegalArgumentException("there is no object in " + String.join(", ", names));
        }
        return manifests;
    }

    /// Lists are taken apart, as kubectl does.
    private static void add(Path file, JsonNode value, List<ObjectNode> manifests) {
        if (value instanceof ObjectNode manifest) {
            boolean list = manifest.path("kind").asText().endsWith("List")
                    && manifest.path("items").isArray();
            if (list) {
                manifest.path("items").forEach(item -> add(file, item, manifests));
            } else {
                manifests.add(manifest);
            }
        } else if (!value.isNull()) {
            throw new IllegalArgumentException(file + " has a document that is no object");
        }
    }

    /// The documents of one file.
    ///
    /// @throws IllegalArgumentException as above
    static List<JsonNode> documents(Path file) {
        try {
            byte[] text = file.equals(STDIN) ? System.in.readAllBytes() : Files.readAllBytes(file);
            return Yaml.readAll(text).stream().map(Yaml.Document::value).toList();
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(file + " does not exist", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + file + ": " + IoWords.briefly(e), e);
        } catch (YamlException e) {
            throw new IllegalArgumentException(file + " is no YAML: " + e.getMessage(), e);
        }
    }

    private static List<Path> files(Path path) {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> inside = Files.list(path)) {
            return inside.filter(file -> ENDINGS.stream().anyMatch(file.toString()::endsWith))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + path + ": " + IoWords.briefly(e), e);
        }
    }
}
