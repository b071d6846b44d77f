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

/// Reads a file of steps: `steps: [{at: 5m, run: "drain node-1"}]`, each the words of a plan. Stateless.
final class StepsFile {
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
    /// @throws IllegalArgumentException when they make none
    static Change change(String words, PlanOptions plan) {
        CommandLine.ParseResult parsed = new CommandLine(new PlanCommand())
                .parseArgs(CommandWords.split(words).toArray(String[]::new));
        if (parsed.subcommand() != null
                && parsed.subcommand().commandSpec().userObject() instanceof ChangeCommand command) {
            command.options().isStepOf(plan);
            return command.change();
        }
        throw new IllegalArgumentException("\"%s\" is no change, for example \"drain node-1\"".formatted(words));
    }
}
