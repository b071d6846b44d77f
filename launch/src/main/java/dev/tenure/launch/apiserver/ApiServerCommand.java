package dev.tenure.launch.apiserver;

import dev.tenure.launch.process.ControlServer;
import dev.tenure.launch.process.Foreground;
import dev.tenure.launch.process.Trouble;
import dev.tenure.launch.store.BackupCommand;
import dev.tenure.runtime.time.SystemTime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private ServerFlags server = new ServerFlags();

    @Mixin
    private ApiFlags flags = new ApiFlags();

    @Override
    public Integer call() {
        server.check();
        ApiConfig config = flags.apply(server.config());
        return new Foreground(
                        config.directory(),
                        config.ephemeral(),
                        spec.commandLine().getOut())
                .run((time, trouble) -> start(config, time, trouble));
    }

    private record Running(ApiProcess process, ControlServer control) implements Foreground.Server {
        @Override
        public String address() {
            return process.address();
        }

        @Override
        public void close() {
            control.close();
            process.close();
        }
    }

    private static Foreground.Server start(ApiConfig config, SystemTime time, Trouble trouble) throws IOException {
        ApiProcess process = ApiProcess.start(config, time, trouble);
        try {
            return new Running(process, control(process, config));
        } catch (IOException | RuntimeException e) {
            process.close();
            throw e;
        }
    }

    private static ControlServer control(ApiProcess process, ApiConfig config) throws IOException {
        return ControlServer.start(config.directory().control(), order -> {
            if (order.startsWith(BackupCommand.ORDER)) {
                return process.copyStore(Path.of(order.substring(BackupCommand.ORDER.length())));
            }
            return order.equals(CertsCommand.ORDER)
                    ? process.renewCertificates()
                    : "error: order \"%s\" is not known".formatted(order);
        });
    }
}
