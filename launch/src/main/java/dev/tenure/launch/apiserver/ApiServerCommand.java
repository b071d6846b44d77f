package dev.tenure.launch.apiserver;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.launch.log.LogSetup;
import dev.tenure.launch.process.Detached;
import dev.tenure.launch.process.Directories;
import dev.tenure.launch.process.Foreground;
import dev.tenure.runtime.time.SystemTime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Runs an API server alone: nothing but its clients acts on the objects.
@Command(
        name = "apiserver",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Start an API server alone, without scheduler, controllers and nodes.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped as asked; with --detach: ready",
            "1:it could not start or run on",
            "2:the command line is wrong"
        })
public final class ApiServerCommand implements Callable<Integer> {
    private static final int PORT_MAX = 65_535;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where everything is kept (default: $XDG_DATA_HOME/tenure or ~/.local/share/tenure).")
    private @Nullable Path dataDir;

    @Option(names = "--ephemeral", description = "Keep objects in memory only; they are gone when the process ends.")
    private boolean ephemeral;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "6443",
            description = "Port to listen on; 0 for a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address to listen on (default: ${DEFAULT-VALUE}).")
    private String bind = "127.0.0.1";

    @Mixin
    private ApiFlags flags = new ApiFlags();

    @Option(
            names = {"-d", "--detach"},
            description = "Return as soon as the server is ready; it runs on in the background.")
    private boolean detach;

    @Option(names = "-v", description = "Log what happens; -vv logs more.")
    private boolean[] verbosity = new boolean[0];

    @Override
    public Integer call() {
        LogSetup.apply(verbosity.length);
        if (port < 0 || port > PORT_MAX) {
            throw new CommandFailure(ExitCode.USAGE, "--port %d is out of range: 0 to %d".formatted(port, PORT_MAX));
        }
        ApiConfig config = flags.apply(
                ApiConfig.standard(Directories.choose(dataDir), ephemeral, new ApiConfig.Listen(bind, port)));
        var out = spec.commandLine().getOut();
        if (detach) {
            return Detached.start(
                    config.directory(), spec.commandLine().getParseResult().originalArgs(), out);
        }
        return new Foreground(config.directory(), ephemeral, out)
                .run((time, onFailure) -> start(config, time, onFailure));
    }

    private record Running(ApiProcess process) implements Foreground.Server {
        @Override
        public String address() {
            return process.address();
        }

        @Override
        public void close() {
            process.close();
        }
    }

    private static Foreground.Server start(ApiConfig config, SystemTime time, BiConsumer<String, Throwable> onFailure)
            throws IOException {
        return new Running(ApiProcess.start(config, time, onFailure));
    }
}
