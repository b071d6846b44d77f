package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.pki.PkiFolder;
import dev.tenure.apiserver.pki.PkiFolder.Held;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.OutputOption;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.cli.print.TextTable;
import dev.tenure.launch.process.ControlServer;
import dev.tenure.launch.process.DirectoryLock;
import dev.tenure.launch.process.DirectoryOption;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Shows until when the certificates of a data directory last, and makes them anew.
@Command(
        name = "certs",
        mixinStandardHelpOptions = true,
        description = {
            "Show the certificates of a data directory, and until when they last.",
            "A server makes those that end within 30 days anew, at its start and while it runs."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:it could not be done", "2:wrong usage"})
public final class CertsCommand implements Runnable {
    /// The order that a running server takes.
    public static final String ORDER = "renew-certificates";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private DirectoryOption data = new DirectoryOption();

    @Mixin
    private OutputOption output = new OutputOption();

    /// With its subcommand.
    public static CommandLine commandLine() {
        return new CommandLine(new CertsCommand()).addSubcommand(new Renew());
    }

    @Override
    public void run() {
        DataDirectory directory = data.directory();
        List<Held> held = orFailure(() -> PkiFolder.list(directory.pki()));
        if (held.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "there are no certificates in \"%s\": a first `tenure up` makes them".formatted(directory.pki()));
        }
        Instant now = new SystemTime().wall();
        spec.commandLine()
                .getOut()
                .print(output.forPrograms() ? output.written("CertificateList", document(held)) : text(held, now));
        spec.commandLine().getOut().flush();
    }

    private static String text(List<Held> held, Instant now) {
        var table = new TextTable("NAME", "SUBJECT", "EXPIRES", "DAYS LEFT", "KEY");
        for (Held one : held) {
            Instant end = one.certificate().getNotAfter().toInstant();
            table.row(
                    one.name(),
                    one.certificate().getSubjectX500Principal().getName(),
                    end.toString(),
                    end.isBefore(now)
                            ? "expired"
                            : String.valueOf(Duration.between(now, end).toDays()),
                    one.kept() ? "stays" : "changes with the certificate");
        }
        return table.text();
    }

    private static ObjectNode document(List<Held> held) {
        var all = Json.object();
        var list = all.putArray("certificates");
        for (Held one : held) {
            list.addObject()
                    .put("name", one.name())
                    .put("subject", one.certificate().getSubjectX500Principal().getName())
                    .put(
                            "notBefore",
                            one.certificate().getNotBefore().toInstant().toString())
                    .put("notAfter", one.certificate().getNotAfter().toInstant().toString())
                    .put("keyStays", one.kept());
        }
        return all;
    }

    private static <T> T orFailure(Supplier<T> asked) {
        try {
            return asked.get();
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    /// `tenure certs renew`.
    @Command(
            name = "renew",
            mixinStandardHelpOptions = true,
            description = {
                "Make new keys and certificates, though those that are there would last.",
                "A running server uses them at once, and connections that are there go on. The authority and the key of"
                        + " tokens stay, so that who trusts the server goes on to; the kubeconfig is written anew. Old"
                        + " certificates stay good until they end."
            })
    static final class Renew implements Runnable {
        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Mixin
        private DirectoryOption data = new DirectoryOption();

        @Override
        public void run() {
            DataDirectory directory = data.directory();
            if (orFailure(() -> PkiFolder.list(directory.pki())).isEmpty()) {
                throw new CommandFailure(
                        ExitCode.FAILED,
                        "there are no certificates in \"%s\": a first `tenure up` makes them"
                                .formatted(directory.pki()));
            }
            boolean running = DirectoryLock.isHeld(directory);
            if (running) {
                order(directory);
            } else {
                orFailure(() -> {
                    new PkiFolder(directory.pki(), new SystemTime().wall()).renew();
                    return "ok";
                });
            }
            spec.commandLine()
                    .getOut()
                    .println(
                            running
                                    ? "renewed: in use, and in the kubeconfig"
                                    : "renewed: in use, and in the kubeconfig, from the next start on");
            spec.commandLine().getOut().flush();
        }

        private static void order(DataDirectory directory) {
            try {
                ControlServer.order(directory, ORDER);
            } catch (IOException e) {
                throw new CommandFailure(
                        ExitCode.FAILED,
                        "the server of data directory \"%s\" takes no orders (%s): stop it and renew then"
                                .formatted(directory.root(), IoWords.briefly(e)));
            }
        }
    }
}
