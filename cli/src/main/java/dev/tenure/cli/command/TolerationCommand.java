package dev.tenure.cli.command;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.rules.console.TolerationForm;
import dev.tenure.rules.console.TolerationFormRule;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.PrettyJson;
import dev.tenure.wire.yaml.Yaml;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Writes a toleration as a form asks for it, and gives it to a workload.
@Command(
        name = "toleration",
        mixinStandardHelpOptions = true,
        subcommands = TolerationExpandCommand.class,
        sortOptions = false,
        description = {
            "Write the toleration that a console's form stands for, as YAML, or give it to a workload with --for.",
            "The fields are those of CCE's console. A blank --value with operator Equal means every value of the key."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:written, or the workload has it",
            "1:the workload cannot be changed",
            "2:the fields do not fit together",
            "3:nothing answers there"
        })
public final class TolerationCommand implements Callable<Integer> {
    /// How a key and a value are compared.
    public enum Operator {
        Equal,
        Exists
    }

    /// Which taints are meant.
    public enum Policy {
        All,
        NoSchedule,
        PreferNoSchedule,
        NoExecute
    }

    /// How to print.
    public enum Output {
        yaml,
        json
    }

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "Key of the taint; only with operator Exists it may be left out, and then all are tolerated.")
    private String key = "";

    @Option(
            names = "--operator",
            paramLabel = "WHICH",
            defaultValue = "Equal",
            description = "One of: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Operator operator = Operator.Equal;

    @Option(
            names = "--value",
            paramLabel = "VALUE",
            description = "Value of the taint, with operator Equal; left out, every value of the key is tolerated.")
    private String value = "";

    @Option(
            names = "--policy",
            paramLabel = "WHICH",
            defaultValue = "All",
            description = "Effect of the taint, one of: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Policy policy = Policy.All;

    @Option(
            names = "--window",
            paramLabel = "SECONDS",
            description = "How long pods stay after the taint has come, with policy NoExecute (default: for ever).")
    private @Nullable Long window;

    @Option(
            names = "--for",
            paramLabel = "KIND/NAME",
            description = "Give it to this workload, for example deployment/web, instead of printing it.")
    private @Nullable String workload;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            defaultValue = "default",
            description = "Namespace of the workload (default: ${DEFAULT-VALUE}).")
    private String namespace = "default";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "yaml",
            description = "One of: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Output output = Output.yaml;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Override
    public Integer call() {
        Toleration toleration = toleration();
        PrintWriter out = spec.commandLine().getOut();
        if (workload == null) {
            ObjectNode list = Json.object();
            list.putArray("tolerations").add(json(toleration));
            out.print(
                    output == Output.json
                            ? PrettyJson.write(list).stripTrailing() + "\n"
                            : new String(Yaml.write(list), StandardCharsets.UTF_8));
            out.flush();
            return ExitCode.OK;
        }
        TolerationTarget target = target(workload);
        return cluster.ask(endpoint -> {
            boolean changed = target.tolerate(ClusterOptions.client(endpoint), json(toleration));
            out.println(target + (changed ? " patched" : " patched (no change)"));
            out.flush();
            return ExitCode.OK;
        });
    }

    private TolerationTarget target(String text) {
        return TolerationTarget.parse(text, namespace)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "--for \"%s\" is no workload: write KIND/NAME with one of %s"
                                .formatted(text, TolerationTarget.kinds())));
    }

    private Toleration toleration() {
        if (window != null && window < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--window %d is no time: seconds, 0 or more".formatted(window));
        }
        var form = new TolerationForm(
                key.strip(),
                operator == Operator.Equal ? TolerationOperator.EQUAL : TolerationOperator.EXISTS,
                value.strip(),
                effect(),
                window == null ? OptionalLong.empty() : OptionalLong.of(window));
        return switch (TolerationFormRule.decide(form)) {
            case TolerationFormRule.Verdict.Accepted(Toleration accepted) -> accepted;
            case TolerationFormRule.Verdict.Refused(var faults) ->
                throw new ParameterException(
                        spec.commandLine(),
                        faults.stream()
                                .map(fault -> option(fault.field()) + ": " + fault.complaint())
                                .collect(Collectors.joining("; ")));
        };
    }

    /// The option that stands for a field of the form.
    private static String option(String field) {
        return switch (field) {
            case "Taint key" -> "--key";
            case "Taint value" -> "--value";
            case "Toleration Time Window" -> "--window";
            default -> "--operator";
        };
    }

    private Optional<TaintEffect> effect() {
        return switch (policy) {
            case All -> Optional.empty();
            case NoSchedule -> Optional.of(TaintEffect.NO_SCHEDULE);
            case PreferNoSchedule -> Optional.of(TaintEffect.PREFER_NO_SCHEDULE);
            case NoExecute -> Optional.of(TaintEffect.NO_EXECUTE);
        };
    }

    private static ObjectNode json(Toleration toleration) {
        ObjectNode json = Json.object();
        if (!toleration.key().isEmpty()) {
            json.put("key", toleration.key());
        }
        json.put("operator", toleration.operator().word());
        if (toleration.operator() == TolerationOperator.EQUAL) {
            json.put("value", toleration.value());
        }
        toleration.effect().ifPresent(effect -> json.put("effect", effect.word()));
        if (toleration.stay() instanceof Stay.AtMost(long seconds)) {
            json.put("tolerationSeconds", seconds);
        }
        return json;
    }
}
