package dev.tenure.launch.apiserver;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The file of `--admission-control-config-file` with everything in one tree: the settings of a plugin may
/// stand in a file of their own, whose `path` counts from the folder of the first. Upstream:
/// k8s.io/apiserver/pkg/admission (config.go).
final class AdmissionFile {
    private static final String FLAG = "--admission-control-config-file";
    /// Upstream's plugin PodNodeSelector may have the whole file for itself, without kind or version.
    private static final String SELECTORS = "podNodeSelectorPluginConfig";

    private AdmissionFile() {}

    /// @return an AdmissionConfiguration in which no plugin has a `path`
    /// @throws CommandFailure when a file cannot be read; the message names it
    static JsonNode read(Path file) {
        JsonNode read = tree(file, FLAG + " \"" + file + "\"");
        if (!(read instanceof ObjectNode configuration)) {
            return read;
        }
        if (!configuration.has("kind") && configuration.has(SELECTORS)) {
            return alone(configuration);
        }
        for (JsonNode plugin : configuration.path("plugins")) {
            String path = plugin.path("path").asText("");
            if (!path.isEmpty() && plugin instanceof ObjectNode entry) {
                include(entry, file.toAbsolutePath().resolveSibling(path), file);
            }
        }
        return configuration;
    }

    private static void include(ObjectNode plugin, Path path, Path from) {
        plugin.remove("path");
        if (!plugin.path("configuration").isObject()) {
            String what = "%s \"%s\": file \"%s\" of plugin %s"
                    .formatted(FLAG, from, path, plugin.path("name").asText());
            plugin.set("configuration", tree(path, what));
        }
    }

    private static ObjectNode alone(ObjectNode selectors) {
        ObjectNode configuration =
                Json.object().put("apiVersion", "apiserver.config.k8s.io/v1").put("kind", "AdmissionConfiguration");
        configuration
                .putArray("plugins")
                .addObject()
                .put("name", "PodNodeSelector")
                .set("configuration", selectors);
        return configuration;
    }

    private static JsonNode tree(Path file, String what) {
        try {
            return Yaml.read(Files.readAllBytes(file)).value();
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.USAGE, "%s cannot be read (%s)".formatted(what, IoWords.briefly(e)));
        } catch (YamlException e) {
            throw new CommandFailure(ExitCode.USAGE, "%s is no YAML: %s".formatted(what, e.getMessage()));
        }
    }
}
