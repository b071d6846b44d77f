package dev.tenure.launch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.OutputOption;
import dev.tenure.wire.json.Json;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Says which Tenure this is, and as which Kubernetes it presents itself.
@Command(name = "version", mixinStandardHelpOptions = true, description = "Show the version.")
public final class VersionCommand implements Callable<Integer> {
    static final String VERSION = "0.1.0";
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
        if (output.json()) {
            ObjectNode json = Json.object()
                    .put("tenure", VERSION)
                    .put("kubernetes", KUBERNETES)
                    .put("java", java);
            out.println(new String(Json.write(json), StandardCharsets.UTF_8));
        } else {
            out.println("tenure %s (Kubernetes %s API, Java %s)".formatted(VERSION, KUBERNETES, java));
        }
        out.flush();
        return ExitCode.OK;
    }
}
