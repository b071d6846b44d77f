package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.DurationConverter;
import dev.tenure.plan.change.Change;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// Reads a file of steps: `steps: [{at: 5m, run: "drain node-1"}]`, each the words of a plan. Stateless.
final class StepsFile {
    /// The one option of a plan that a change may have for itself.
    private static final String NAMESPACE = "--namespace";

    private StepsFile() {}

    /// @throws IllegalArgumentException when the file cannot be read; the message names file and step
    /// @param plan whose namespace is that of steps that name none
    static Change read(String file, PlanOptions plan) {
        List<JsonNode> documents = ManifestFiles.documents(Path.of(file));
        JsonNode steps = documents.size() == 1 ? documents.getFirst().path("steps") : MissingNode.INSTANCE;
        if (!steps.isArray() || steps.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s: expected `steps`, a list of {at: DURATION, run: \"WORDS\"}".formatted(file));
        }
        var made = new ArrayList<Change.Step>();
        for (JsonNode step : steps) {
            String place = "%s: step %d: ".formatted(file, made.size() + 1);
            try {
                made.add(new Change.Step(at(step), change(step.path("run").asText(""), plan)));
            } catch (CommandLine.PicocliException | IllegalArgumentException e) {
                throw new IllegalArgumentException(place + e.getMessage(), e);
            }
        }
        return new Change.Steps(made);
    }

    private static Duration at(JsonNode step) {
        return new DurationConverter().convert(step.path("at").asText("0"));
    }

    /// The change that the words of another plan make.
    ///
    /// @throws IllegalArgumentException when they make none, or have an option that is not about the change
    static Change change(String words, PlanOptions plan) {
        CommandLine.ParseResult parsed = new CommandLine(new PlanCommand())
                .parseArgs(CommandWords.split(words).toArray(String[]::new));
        if (parsed.subcommand() != null
                && parsed.subcommand().commandSpec().userObject() instanceof ChangeCommand command) {
            requireNoneOfPlan(words, parsed.subcommand());
            command.options().isStepOf(plan);
            return command.change();
        }
        throw new IllegalArgumentException("\"%s\" is no change, for example \"drain node-1\"".formatted(words));
    }

    /// What cluster is looked at, how far and how it is told is said once for all changes; said of one,
    /// nothing would come of it.
    private static void requireNoneOfPlan(String words, CommandLine.ParseResult parsed) {
        for (OptionSpec option : parsed.matchedOptions()) {
            boolean ofPlan = parsed.commandSpec().mixins().values().stream()
                    .filter(mixin -> mixin.userObject() instanceof PlanOptions)
                    .anyMatch(mixin -> mixin.findOption(option.longestName()) != null);
            if (ofPlan && !option.longestName().equals(NAMESPACE)) {
                throw new IllegalArgumentException(
                        "\"%s\": %s is no part of a change: give it to the command itself, outside these words"
                                .formatted(words, option.longestName()));
            }
        }
    }
}
