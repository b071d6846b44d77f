package dev.tenure.cli.command.plan;

import dev.tenure.plan.compare.Configuration;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.wire.json.JsonNode;
import java.nio.file.Path;
import java.util.List;

/// Reads what the options `--a` and `--b` give: files and flags. Stateless.
final class ConfigurationFiles {
    private ConfigurationFiles() {}

    /// @param given each a file, or a flag with its value
    /// @throws IllegalArgumentException when a file or a flag is not valid
    static Configuration read(List<String> given, ForecastOptions usual) {
        Configuration all = Configuration.of(usual);
        for (String word : given) {
            int equals = word.indexOf('=');
            all = equals > 0 ? all.with(word.substring(0, equals), word.substring(equals + 1)) : file(all, word);
        }
        return all.checked();
    }

    private static Configuration file(Configuration before, String name) {
        Configuration all = before;
        for (JsonNode document : ManifestFiles.documents(Path.of(name))) {
            try {
                all = document.isNull() ? all : all.with(document);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
            }
        }
        return all;
    }
}
