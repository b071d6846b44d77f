package dev.tenure.cli.command;

import picocli.CommandLine.Option;

/// Whether a command prints text for people or JSON for programs.
public final class OutputOption {
    /// How to print.
    public enum Format {
        text,
        json
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "One of: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Format format = Format.text;

    public boolean json() {
        return format == Format.json;
    }
}
