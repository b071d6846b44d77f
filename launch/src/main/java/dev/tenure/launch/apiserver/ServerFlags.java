package dev.tenure.launch.apiserver;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.launch.log.LogSetup;
import dev.tenure.launch.process.DirectoryOption;
import dev.tenure.launch.process.FlagValues;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The flags of every command that runs a server on a data directory: where it keeps things, where it
/// listens, whether it stays in the foreground, and how much it logs.
public final class ServerFlags {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private static final int PORT_MAX = 65_535;
    private static final int MEMORY_MB_MIN = 320;
    private static final Pattern SIZE = Pattern.compile("(\\d{1,7})([mMgG])");
    private static final Pattern NAME =
            Pattern.compile("(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|[0-9a-fA-F:.]+");

    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-fA-F:]*:[0-9a-fA-F:.]*");

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where everything is kept (default: $XDG_DATA_HOME/tenure or ~/.local/share/tenure).")
    private @Nullable Path dataDir;

    @Option(names = "--ephemeral", description = "Keep objects in memory only; they are gone when the process ends.")
    private boolean ephemeral;

    @Option(
            names = {"--port", "--secure-port"},
            paramLabel = "PORT",
            defaultValue = "6443",
            description = "Port of the API server; 0 for a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = {"--bind", "--bind-address"},
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address to listen on (default: ${DEFAULT-VALUE}).")
    private String bind = "127.0.0.1";

    @Option(
            names = "--tls-san",
            paramLabel = "NAME",
            split = ",",
            description = "Names or addresses that the server's certificate answers for beside those of --bind.")
    private List<String> names = List.of();

    @Option(
            names = "--advertise-address",
            paramLabel = "ADDRESS",
            description = "IP address at which the rest of the cluster finds this server: that of --bind, or one of"
                    + " this machine's network when that is loopback or all.")
    private Optional<String> advertised = Optional.empty();

    @Option(
            names = {"-d", "--detach"},
            description = "Return as soon as it is ready; it runs on in the background.")
    private boolean detach;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "Stay within this much memory, for example 512m or 2g: when objects fill it, new ones are"
                    + " refused and everything else goes on (default: a quarter of the machine's).")
    private Optional<String> memory = Optional.empty();

    @Option(names = "-v", description = "Log what happens; -vv logs more.")
    private boolean[] verbosity = new boolean[0];

    /// Sets up the log as asked and checks what the flags say.
    ///
    /// @throws CommandFailure when they say what cannot be
    public void check() {
        LogSetup.apply(verbosity.length);
        if (detach) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--detach is carried out by the program `tenure`, not by its Java classes: start the server with that");
        }
        if (port < 0 || port > PORT_MAX) {
            throw new CommandFailure(ExitCode.USAGE, "--port %d is out of range: 0 to %d".formatted(port, PORT_MAX));
        }
        if (advertised.isPresent() && !ADDRESS.matcher(advertised.get()).matches()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--advertise-address \"%s\" is no IP address, for example 10.0.0.1".formatted(advertised.get()));
        }
        memory.ifPresent(ServerFlags::checkMemory);
        for (String name : names) {
            if (!NAME.matcher(name).matches()) {
                throw new CommandFailure(
                        ExitCode.USAGE,
                        "--tls-san \"%s\" is neither a DNS name nor an address, for example api.example.org"
                                .formatted(name));
            }
        }
    }

    /// The launcher has given the JVM its heap by then (`build/jdk.sh`, memory_flags); this says what it
    /// could not read.
    private static void checkMemory(String size) {
        Matcher matcher = SIZE.matcher(size);
        if (!matcher.matches()) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--memory \"%s\" is no size: expected is for example 512m or 2g".formatted(size));
        }
        long megabytes = Long.parseLong(matcher.group(1)) * (matcher.group(2).equalsIgnoreCase("g") ? 1024 : 1);
        if (megabytes < MEMORY_MB_MIN) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--memory %s is too little: a server needs %dm at least".formatted(size, MEMORY_MB_MIN));
        }
    }

    /// What the API server of this process is to be unless its own flags say otherwise.
    public ApiConfig config() {
        return ApiConfig.standard(
                        DirectoryOption.choose(dataDir), ephemeral, new ApiConfig.Listen(bind, port, names, advertised))
                .telling(() -> FlagValues.of(spec));
    }
}
