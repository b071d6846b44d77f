package dev.tenure.launch.plan;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.Progress;
import dev.tenure.cli.command.plan.LiveOptions;
import dev.tenure.plan.lint.ClusterLint;
import dev.tenure.plan.lint.LintFinding;
import dev.tenure.plan.lint.LintReport;
import dev.tenure.plan.lint.LintSettings;
import dev.tenure.plan.lint.LintSeverity;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.source.DumpFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The part of `tenure lint` that looks at clusters and manifests.
final class ClusterLintOptions {
    /// Something was found that is as bad as `--fail-on` says.
    static final int FOUND = 2;

    private static final Path SETTINGS = Path.of(".tenure-lint.yaml");

    /// From which severity on the exit code tells.
    enum FailOn {
        info,
        warning,
        error,
        never
    }

    @Option(
            names = {"-f", "--filename", "--from"},
            paramLabel = "FILE",
            description = "Manifests or a dump of a cluster: files, folders, or - for standard input.")
    private List<String> from = List.of();

    @Option(names = "--fix", description = "Also tell why it matters and how to mend it.")
    private boolean fix;

    @Option(
            names = "--fail-on",
            paramLabel = "SEVERITY",
            defaultValue = "warning",
            description = "Exit with 2 from this severity on: ${COMPLETION-CANDIDATES} (default: warning).")
    private FailOn failOn = FailOn.warning;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Severities, disabled rules and ignored namespaces (default: .tenure-lint.yaml).")
    private @Nullable Path config;

    @Mixin
    private LiveOptions cluster = new LiveOptions();

    boolean asked() {
        return !from.isEmpty() || cluster.named();
    }

    /// @param errorsOnly whether what is not an error is passed over
    /// @return the exit code
    int run(PrintWriter out, PrintWriter err, LintReport.Form form, boolean errorsOnly) {
        LintSettings settings = settings();
        ClusterDump dump = dump(err);
        dump.warnings().forEach(each -> err.println("warning: " + each));
        List<LintFinding> found = ClusterLint.check(dump, settings).stream()
                .filter(each -> !errorsOnly || each.severity() == LintSeverity.ERROR)
                .toList();
        out.print(LintReport.of(found, form, fix));
        out.flush();
        err.flush();
        boolean bad = found.stream().anyMatch(each -> counts(each.severity()));
        return bad ? FOUND : ExitCode.OK;
    }

    /// Whether a finding so bad is one that the exit code tells.
    boolean counts(LintSeverity severity) {
        return switch (failOn) {
            case info -> true;
            case warning -> severity != LintSeverity.INFO;
            case error -> severity == LintSeverity.ERROR;
            case never -> false;
        };
    }

    private ClusterDump dump(PrintWriter err) {
        if (from.isEmpty()) {
            return live(err);
        }
        try (var _ = Progress.on(err, "reading " + String.join(", ", from))) {
            return DumpFiles.read(from, System.in);
        } catch (DumpException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    private ClusterDump live(PrintWriter err) {
        try {
            return cluster.read(false, err);
        } catch (DumpException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    private LintSettings settings() {
        Path file = config == null ? SETTINGS : config;
        if (config == null && !Files.exists(file)) {
            return LintSettings.DEFAULT;
        }
        try {
            return LintSettings.parse(Files.readAllBytes(file));
        } catch (IOException | IllegalArgumentException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, "settings \"%s\" cannot be used: %s".formatted(file, e.getMessage()));
        }
    }
}
