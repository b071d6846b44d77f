package dev.tenure.launch.lint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.agent.configuration.ConfigurationException;
import dev.tenure.agent.configuration.KubeletConfiguration;
import dev.tenure.agent.configuration.KubeletConfigurationParser;
import dev.tenure.agent.lint.Finding;
import dev.tenure.agent.lint.GrowthRule;
import dev.tenure.agent.lint.KubeletLintRule;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.OutputOption;
import dev.tenure.launch.process.DirectoryLock;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.yaml.YamlException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Finds mistakes in the eviction settings of KubeletConfiguration files.
@Command(
        name = "lint",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Find mistakes in the eviction settings of KubeletConfiguration files.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing was found",
            "1:something was found, or a file cannot be read",
            "2:the command line is wrong"
        })
public final class LintCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "KubeletConfiguration (v1beta1), YAML or JSON.")
    private List<Path> files = List.of();

    @Option(
            names = "--capacity",
            split = ",",
            paramLabel = "RESOURCE=AMOUNT",
            description =
                    "What the nodes have, for example memory=16Gi,ephemeral-storage=100Gi; also inodes, pids and cpu.")
    private Map<String, String> capacity = new TreeMap<>();

    @Option(
            names = "--memory-trace",
            paramLabel = "FILE",
            description =
                    "Memory in use over time, lines such as 30s,512Mi: tells thresholds that growth would outrun.")
    private @Nullable Path memoryTrace;

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(names = "--errors-only", description = "Pass over what is only a warning.")
    private boolean errorsOnly;

    @Override
    public Integer call() {
        ResourceList known = capacity();
        List<GrowthRule.Sample> memory = memory();
        Map<Path, List<Finding>> found = new LinkedHashMap<>();
        Map<Path, KubeletConfiguration> read = new LinkedHashMap<>();
        for (Path file : files) {
            KubeletConfiguration configuration = configuration(file);
            read.put(file, configuration);
            found.put(
                    file,
                    KubeletLintRule.check(configuration, known, memory).stream()
                            .filter(each -> !errorsOnly || each.severity() == Finding.Severity.ERROR)
                            .toList());
        }
        print(read, found);
        return found.values().stream().allMatch(List::isEmpty) ? ExitCode.OK : ExitCode.FAILED;
    }

    private ResourceList capacity() {
        Map<String, Quantity> amounts = new TreeMap<>();
        capacity.forEach((name, amount) -> {
            try {
                amounts.put(name, Quantity.parse(amount));
            } catch (IllegalArgumentException _) {
                throw new CommandFailure(
                        ExitCode.USAGE,
                        "--capacity %s=%s: \"%s\" is no amount, for example 16Gi".formatted(name, amount, amount));
            }
        });
        return new ResourceList(amounts);
    }

    private List<GrowthRule.Sample> memory() {
        if (memoryTrace == null) {
            return List.of();
        }
        try {
            return TraceFile.parse(Files.readAllLines(memoryTrace));
        } catch (IOException e) {
            throw unreadable("memory trace", memoryTrace, e);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.FAILED, "memory trace \"%s\": %s".formatted(memoryTrace, e.getMessage()));
        }
    }

    private static CommandFailure unreadable(String what, Path file, IOException cause) {
        return new CommandFailure(
                ExitCode.FAILED, "%s \"%s\" cannot be read (%s)".formatted(what, file, DirectoryLock.reason(cause)));
    }

    private static KubeletConfiguration configuration(Path file) {
        try {
            return KubeletConfigurationParser.parse(Files.readString(file));
        } catch (IOException e) {
            throw unreadable("file", file, e);
        } catch (YamlException e) {
            throw new CommandFailure(ExitCode.FAILED, "file \"%s\" is no YAML: %s".formatted(file, e.getMessage()));
        } catch (ConfigurationException e) {
            throw new CommandFailure(ExitCode.FAILED, "file \"%s\": %s".formatted(file, e.getMessage()));
        }
    }

    private void print(Map<Path, KubeletConfiguration> read, Map<Path, List<Finding>> found) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(new String(Json.write(json(read, found)), StandardCharsets.UTF_8));
        } else {
            found.forEach((file, findings) -> findings.forEach(each -> out.printf(
                    "%s: %s: %s: %s [%s]%n", file, each.severity().word(), each.field(), each.message(), each.rule())));
            long count = found.values().stream().mapToLong(List::size).sum();
            out.printf("%d found in %d file%s%n", count, files.size(), files.size() == 1 ? "" : "s");
        }
        out.flush();
    }

    private static ObjectNode json(Map<Path, KubeletConfiguration> read, Map<Path, List<Finding>> found) {
        ObjectNode root = Json.object();
        ArrayNode list = root.putArray("files");
        found.forEach((file, findings) -> {
            ObjectNode entry = list.addObject().put("file", file.toString());
            KubeletConfiguration configuration = read.get(file);
            if (configuration != null) {
                ObjectNode hard = entry.putObject("effectiveEvictionHard");
                configuration.thresholds().hard().forEach(hard::put);
            }
            ArrayNode all = entry.putArray("findings");
            findings.forEach(each -> all.addObject()
                    .put("severity", each.severity().word())
                    .put("rule", each.rule())
                    .put("field", each.field())
                    .put("message", each.message()));
        });
        return root;
    }
}
