package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.audit.AuditPolicy;
import dev.tenure.apiserver.audit.AuditPolicyParser;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.RotatedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The flags of kube-apiserver about its audit log. Upstream: apiserver/pkg/server/options/audit.go.
final class AuditFlags {
    private static final System.Logger LOG = System.getLogger(AuditFlags.class.getName());
    private static final String STANDARD_OUTPUT = "-";

    @Option(
            names = "--audit-policy-file",
            paramLabel = "FILE",
            description = "Policy of audit.k8s.io/v1, YAML or JSON: which requests are written down, and how far.")
    private @Nullable Path policyFile;

    @Option(
            names = "--audit-log-path",
            paramLabel = "FILE",
            description = "Where requests are written down, an event a line; - for standard output.")
    private @Nullable String logPath;

    @Option(
            names = "--audit-log-maxsize",
            paramLabel = "MEGABYTES",
            defaultValue = "100",
            description = "How large that file becomes before it is renamed and begun anew; 0 for any size (default:"
                    + " ${DEFAULT-VALUE}).")
    private int megabytesMax;

    @Option(
            names = "--audit-log-maxbackup",
            paramLabel = "N",
            defaultValue = "0",
            description = "How many renamed files are kept; 0 for any number (default: ${DEFAULT-VALUE}).")
    private int olderMax;

    @Option(
            names = "--audit-log-maxage",
            paramLabel = "DAYS",
            defaultValue = "0",
            description = "How long renamed files are kept; 0 for ever (default: ${DEFAULT-VALUE}).")
    private int daysMax;

    /// Nothing when there is no policy or no place for its events, as upstream has it.
    ///
    /// @throws CommandFailure when a value or the policy is wrong
    Optional<AuditSettings> settings() {
        if (megabytesMax < 0 || olderMax < 0 || daysMax < 0) {
            throw usage("--audit-log-maxsize, --audit-log-maxbackup and --audit-log-maxage must be 0 or more");
        }
        if (policyFile == null) {
            if (logPath != null) {
                LOG.log(System.Logger.Level.WARNING, "no --audit-policy-file: nothing is written to --audit-log-path");
            }
            return Optional.empty();
        }
        AuditPolicy policy = policy(policyFile);
        if (logPath == null) {
            LOG.log(System.Logger.Level.WARNING, "no --audit-log-path: nothing is written down of requests");
            return Optional.empty();
        }
        var limits = new RotatedFile.Limits((long) megabytesMax << 20, olderMax, Duration.ofDays(daysMax));
        Optional<Path> file = logPath.equals(STANDARD_OUTPUT) ? Optional.empty() : Optional.of(Path.of(logPath));
        return Optional.of(new AuditSettings(policy, file, limits));
    }

    private static AuditPolicy policy(Path file) {
        try {
            return AuditPolicyParser.parse(Files.readAllBytes(file));
        } catch (IOException e) {
            throw usage("--audit-policy-file \"%s\" cannot be read (%s)".formatted(file, IoWords.briefly(e)));
        } catch (IllegalArgumentException e) {
            throw usage("--audit-policy-file \"%s\": %s".formatted(file, e.getMessage()));
        }
    }

    private static CommandFailure usage(String message) {
        return new CommandFailure(ExitCode.USAGE, message);
    }
}
