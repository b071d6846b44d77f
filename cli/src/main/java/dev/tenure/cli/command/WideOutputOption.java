package dev.tenure.cli.command;

import picocli.CommandLine.Option;

/// Whether a command prints text for people, with more columns if asked, or JSON or YAML for programs.
public final class WideOutputOption {
    /// How to print.
    public enum Format {
        text,
        wide,
        json,
        yaml
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "One of: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Format format = Format.text;

    public Format format() {
        return format;
    }
}
