package dev.tenure.launch;

import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.OutputOption;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Says which Tenure this is, and as which Kubernetes it presents itself.
@Command(name = "version", mixinStandardHelpOptions = true, description = "Show the version.")
final class VersionCommand implements Callable<Integer> {
    private static final String PROPERTIES = "version.properties";
    private static final String KUBERNETES = "v1.36.3";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private OutputOption output = new OutputOption();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        String java = Runtime.version().toString();
        if (output.forPrograms()) {
            ObjectNode json = Json.object()
                    .put("tenure", version())
                    .put("kubernetes", KUBERNETES)
                    .put("java", java);
            out.print(output.written("Version", json));
        } else {
            out.println("tenure %s (Kubernetes %s API, Java %s)".formatted(version(), KUBERNETES, java));
        }
        out.flush();
        return ExitCode.OK;
    }

    /// The version that the build wrote into its resources.
    ///
    /// @throws IllegalStateException when the program was put together without them
    static String version() {
        var properties = new Properties();
        try (InputStream in = VersionCommand.class.getResourceAsStream(PROPERTIES)) {
            if (in == null) {
                throw new IllegalStateException("this program has no " + PROPERTIES);
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version", "unknown");
    }

    /// What `tenure --version` prints.
    static final class Provider implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"tenure " + version()};
        }
    }
}
