package dev.tenure.cli.command;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.PrettyJson;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Option;

/// Whether a command prints text for people, or JSON or YAML for programs.
public final class OutputOption {
    /// How to print.
    public enum Format {
        text,
        json,
        yaml
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "One of: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Format format = Format.text;

    /// Whether programs are to read what is printed.
    public boolean forPrograms() {
        return format != Format.text;
    }

    /// A document in the format that programs are to read, with the end of its last line.
    ///
    /// @param kind of the document
    /// @param fields what it holds beside its version and kind
    public String written(String kind, JsonNode fields) {
        ObjectNode document = VersionedDocument.of(kind, fields);
        return switch (format) {
            case text, json -> PrettyJson.write(document) + '\n';
            case yaml -> new String(Yaml.write(document), StandardCharsets.UTF_8);
        };
    }
}
