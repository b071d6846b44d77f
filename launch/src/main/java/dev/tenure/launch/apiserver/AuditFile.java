package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.http.HttpServer;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.RotatedFile;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Where the events of the audit log go: a file that is rotated, or standard output. Safe for use by several
/// threads.
final class AuditFile implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(AuditFile.class.getName());

    private final AuditSettings settings;
    private final Optional<RotatedFile> file;

    private AuditFile(AuditSettings settings, Optional<RotatedFile> file) {
        this.settings = settings;
        this.file = file;
    }

    /// @throws CommandFailure when the file cannot be written
    static Optional<AuditFile> of(Optional<AuditSettings> settings, TimeSource time) {
        return settings.map(wanted -> new AuditFile(wanted, open(wanted, time)));
    }

    private static Optional<RotatedFile> open(AuditSettings wanted, TimeSource time) {
        if (wanted.file().isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new RotatedFile(wanted.file().get(), wanted.limits(), time::wall));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "--audit-log-path \"%s\" cannot be written (%s)"
                            .formatted(wanted.file().get(), IoWords.briefly(e)));
        }
    }

    HttpServer.Audit http() {
        return new HttpServer.Audit(settings.policy(), this::write);
    }

    private void write(byte[] event) {
        if (file.isEmpty()) {
            System.out.println(new String(event, StandardCharsets.UTF_8));
            return;
        }
        file.get()
                .append(event)
                .ifPresent(why -> LOG.log(System.Logger.Level.ERROR, "events of the audit log are lost: " + why));
    }

    @Override
    public void close() {
        file.ifPresent(RotatedFile::close);
    }
}
